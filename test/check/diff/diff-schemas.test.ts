import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { diffSchemas } from '../../../src/check/diff/diff-schemas.ts';
import { createSchemaComparer } from '../../../src/check/schema/compare-schemas.ts';

const text: JsonSchema = { type: 'string' };

function input(
  properties: Readonly<Record<string, JsonSchema>>,
  ...required: string[]
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function changes(old: JsonSchema, next: JsonSchema) {
  return diffSchemas(old, next, 'input', createSchemaComparer()).map(
    ({ code, path, message, witness }) => ({ code, path, message, call: witness?.value }),
  );
}

describe('diffSchemas', () => {
  it.each(['required', 'optional'])('reports a renamed %s argument once', (kind) => {
    const names = kind === 'required' ? [['text'], ['words']] : [[], []];
    const old = input({ text, id: text }, 'id', ...(names[0] ?? []));
    const next = input(
      { id: text, words: { ...text, description: 'Words.' } },
      'id',
      ...(names[1] ?? []),
    );
    expect(changes(old, next)).toEqual([
      {
        code: 'INPUT_NARROWED',
        path: 'text',
        message: 'Argument "text" was replaced by "words", which accepts the same values.',
        call: { id: 'text', text: 'text' },
      },
    ]);
  });

  it('reports a renamed field of an input type once', () => {
    const filter = { $ref: '#/$defs/Filter' };
    const of = (name: string) => ({
      ...input({ filter, other: { anyOf: [filter, { type: 'null' }] } }),
      $defs: { Filter: input({ [name]: { $ref: '#/$defs/Id' } }), Id: text },
    });
    expect(changes(of('id'), of('key'))).toEqual([
      {
        code: 'INPUT_NARROWED',
        path: 'filter.id',
        message:
          'Argument "filter.id" was replaced by "filter.key", which accepts the same values.',
        call: { filter: { id: 'text' } },
      },
    ]);
  });

  it('reports an argument that was removed and another one that was added', () => {
    const old = input({ text }, 'text');
    expect(changes(old, input({ count: { type: 'integer' } }, 'count'))).toMatchObject([
      { path: 'text', message: 'Argument "text" is no longer accepted.' },
      { path: 'count', message: 'Argument "count" is new and required.' },
    ]);
    expect(changes(old, input({ one: text, two: text }))).toMatchObject([
      { path: 'text', message: 'Argument "text" is no longer accepted.' },
      { path: 'one', message: 'Argument "one" is new and optional.' },
      { path: 'two', message: 'Argument "two" is new and optional.' },
    ]);
  });
});
