import { describe, expect, it } from 'vitest';
import { withToldValues } from '../../../src/check/diff/told-values.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';

function first(value: Parameters<typeof withToldValues>[0], ...schemas: readonly JsonSchema[]) {
  return [...withToldValues(value, schemas)][0];
}

function textMember(description: string): JsonSchema {
  return { properties: { kind: { type: 'string', description } } };
}

describe('an answer in which texts are values that schemas tell of', () => {
  it('takes them from descriptions, constants and lists, through references and alternatives', () => {
    const schema: JsonSchema = {
      properties: {
        all: { items: { $ref: '#/$defs/One' } },
        one: { anyOf: [{ type: 'null' }, { const: 'Movie' }] },
        mood: { enum: ['CALM', 'WILD'] },
        free: { type: 'string', description: 'Anything.' },
      },
      $defs: { One: textMember('One of: Movie, Series, ...') },
    };
    expect(
      first({ all: [{ kind: 'text' }], one: 'text', mood: 'text', free: 'text' }, schema),
    ).toEqual({ all: [{ kind: 'Movie' }], one: 'Movie', mood: 'CALM', free: 'text' });
  });

  it('takes those of the next schema, where the first tells of none', () => {
    const [none, some] = [textMember('A kind.'), textMember('One of: Movie, Series')];
    expect(first({ kind: 'text' }, none, some)).toEqual({ kind: 'Movie' });
    expect(first({ kind: 'Series' }, none, some)).toEqual({ kind: 'Series' });
  });

  it('ends where a schema leads back to itself, and keeps names that objects have', () => {
    const schema: JsonSchema = {
      properties: { next: { $ref: '#' } },
      anyOf: [{ $ref: '#' }, textMember('One of: Movie')],
    };
    const value = JSON.parse('{"next":{"kind":"text"},"__proto__":{"kind":"text"}}') as object;
    expect(JSON.stringify(first(value as { next: { kind: string } }, schema))).toBe(
      '{"next":{"kind":"Movie"},"__proto__":{"kind":"text"}}',
    );
  });
});
