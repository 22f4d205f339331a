import type { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadSources } from '../../src/load/load-sources.ts';
import { placeOf } from '../../src/load/files/parse-document.ts';
import { withPlaces } from '../../src/load/sdl/build-sdl-schema.ts';
import { createFolder, lines, upstreamOf } from './sources-folder.ts';

async function load(files: Readonly<Record<string, string>>) {
  const { folders } = createFolder({ ...files, 'a.graphql': '{ a }' });
  const upstream = upstreamOf({ schema: Object.keys(files), operations: 'a.graphql' });
  const { schema, diagnostics } = await loadSources(upstream, { folders });
  return { schema, found: lines(diagnostics) };
}

function placeOfType(schema: GraphQLSchema, name: string) {
  const node = schema.getType(name)?.astNode;
  return node && placeOf(node);
}

describe('a schema of files', () => {
  const files = {
    '1.graphql': 'type Query { a: T }',
    '2.graphql': '\n"""Text."""\n  type T { b: Int }',
  };

  it('locates types on request', async () => {
    const { schema, found } = await load(files);
    expect([found, placeOfType(schema, 'T')]).toEqual([[], undefined]);
    const place = { file: '2.graphql', line: 3, column: 3 };
    expect(placeOfType(withPlaces(schema), 'T')).toEqual(place);
  });

  it('locates every repair, in every step', async () => {
    const more = { '3.graphql': '\n type U { c: Gone }\n\n  type Empty' };
    const { schema, found } = await load({ ...files, ...more });
    expect(found).toMatchInlineSnapshot(`
      [
        "3.graphql:2:14: warning SCHEMA_TYPE_MISSING: Type "Gone" is not defined; it becomes a custom scalar. Write \`scalar Gone\`, or add the file that defines it.",
        "3.graphql:4:3: warning SCHEMA_INVALID: Type Empty must define one or more fields. No action is needed unless an operation fails because of it; report it to the API owner.",
      ]
    `);
    expect(withPlaces(schema)).toBe(schema);
  });
});
