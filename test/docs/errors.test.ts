import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater } from '../support/servers.ts';
import { errorsPage } from './errors-page.ts';
import { expectGenerated } from './generated.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'errors.md');

describe('docs/errors.md', () => {
  it('has the tables of the code', async () => {
    await expectGenerated('docs/errors.md', errorsPage(readFileSync(file, 'utf8')));
  });

  it('shows rules of the configuration that work', async () => {
    const page = readFileSync(file, 'utf8');
    const [, yaml = '', read = ''] =
      /```yaml\n([^]*?)```[^]*?```\n(NOT_FOUND [^]*?)\n```/.exec(page) ?? [];
    const answers = [
      { message: 'You cannot read that Order - it may not exist', code: 'KS_ACCESS_DENIED' },
      { message: 'Order 7 is locked by ada', code: 'LOCKED' },
    ];
    const errors = answers.map(({ message, code }) => ({
      message,
      path: ['order'],
      extensions: { code },
    }));
    const gateway = await createGateway({
      ...(parse(yaml) as object),
      schema: buildSchema('type Query { order(id: ID!): String }'),
      inlineOperations: ['query order($id: ID!) { order(id: $id) }'],
      executor: {
        execute: async () => ({ kind: 'response', body: { errors } }),
        close: async () => {},
      },
    });
    closeLater(() => gateway.close());
    const { content } = await gateway.call('order', { id: '7' });
    const [first] = content;
    const lines = first?.type === 'text' ? first.text.split('\n').slice(1) : [];
    expect(lines.map((line) => line.replace(/^\d\. /, '')).join('\n')).toBe(read);
  });
});
