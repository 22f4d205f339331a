import { describe, expect, it } from 'vitest';
import {
  type JsonSchema,
  createSchemaCursor,
  resolveReference,
  walkSchema,
} from '../../src/core/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const film: JsonSchema = { type: 'object', properties: { title: text } };

describe('walkSchema', () => {
  it('visits every schema once, with the names that lead to it', () => {
    const visited: string[] = [];
    const schema: JsonSchema = {
      properties: { films: { items: { anyOf: [{ $ref: '#/$defs/Film' }, { not: text }] } } },
      additionalProperties: { oneOf: [text] },
      $defs: { Film: film },
    };
    walkSchema(schema, (part, path) => visited.push(`${path.join('.')} ${JSON.stringify(part)}`));
    expect(visited.slice(1)).toEqual([
      'films {"items":{"anyOf":[{"$ref":"#/$defs/Film"},{"not":{"type":"string"}}]}}',
      'films {"anyOf":[{"$ref":"#/$defs/Film"},{"not":{"type":"string"}}]}',
      'films {"$ref":"#/$defs/Film"}',
      'films {"not":{"type":"string"}}',
      'films {"type":"string"}',
      'Film {"type":"object","properties":{"title":{"type":"string"}}}',
      'Film.title {"type":"string"}',
      ' {"oneOf":[{"type":"string"}]}',
      ' {"type":"string"}',
    ]);
  });
});

describe('resolveReference', () => {
  it('resolves the root and definitions, and nothing inherited', () => {
    const root: JsonSchema = { $defs: { Film: film, 'a/b': text } };
    expect(resolveReference(root, '#')).toBe(root);
    expect(resolveReference(root, '#/$defs/Film')).toBe(film);
    expect(resolveReference(root, '#/$defs/a~1b')).toBe(text);
    expect(resolveReference(root, '#/$defs/constructor')).toBeUndefined();
    expect(resolveReference(root, '#/properties/x')).toBeUndefined();
  });
});

describe('a schema cursor', () => {
  it('moves to members and items through references and alternatives', () => {
    const root: JsonSchema = {
      properties: { films: { anyOf: [{ items: { $ref: '#/$defs/Film' } }, { type: 'null' }] } },
      $defs: { Film: film },
    };
    const films = createSchemaCursor(root).member('films');
    expect(films.schemas).toEqual([{ items: { $ref: '#/$defs/Film' } }, { type: 'null' }]);
    expect(films.items().member('title').schemas).toEqual([text]);
    expect(films.items().member('constructor').schemas).toEqual([]);
  });

  it('ends at a reference to itself', () => {
    const root: JsonSchema = { $ref: '#/$defs/Loop', $defs: { Loop: { $ref: '#/$defs/Loop' } } };
    expect(createSchemaCursor(root).schemas).toEqual([]);
  });
});
