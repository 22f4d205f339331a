import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolOf } from '../support/sources.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'schemas.md'), 'utf8');

const schema = `
  interface Node { id: ID! }
  type Movie implements Node { id: ID! title: String! }
  type Series implements Node { id: ID! }
  type Person implements Node { id: ID! name: String! }
  type Query { node(id: ID!): Node }
`;

/** The blocks of the page that follow its example operation. */
function blocks(language: string): readonly string[] {
  const found = page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'));
  return [...found].map(([, text = '']) => text);
}

describe('docs/schemas.md', () => {
  const [operation = ''] = blocks('graphql');
  const [, merged = '', perType = ''] = blocks('json');

  it.each([
    ['portable', merged],
    ['full', perType],
  ] as const)('shows what profile %s makes of its example', (profile, shown) => {
    const { outputSchema } = toolOf(schema, operation, { profile });
    const data = outputSchema?.properties['data'];
    expect(data?.properties?.['node']).toEqual(JSON.parse(shown));
  });
});
