import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as api from '../src/index.ts';

const root = join(import.meta.dirname, '..');

describe('the package', () => {
  it('exports what its documentation speaks of, and nothing else', () => {
    expect(Object.keys(api).sort()).toEqual(['GatewayError', 'createGateway']);
  });

  it('ships what the example needs', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    expect(files).toEqual([
      'dist',
      'schema',
      'operations',
      'gateway.yaml',
      'docs/gateway.schema.json',
    ]);
  });

  it('shares one copy of graphql with the tools it stands on', () => {
    const schema = makeExecutableSchema({ typeDefs: 'type Query { a: Int }' });
    expect(schema).toBeInstanceOf(GraphQLSchema);
  });

  it('locks no address of a registry', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
  });
});
