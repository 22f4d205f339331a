import { buildSchema, introspectionFromSchema, parse, Source } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOfIntrospection } from '../../src/load/introspection/result.ts';
import { buildSdlSchema } from '../../src/load/sdl/build-sdl-schema.ts';
import { lines } from './sources-folder.ts';

const hint = 'Remove the default, or write a finite value.';

/** What is found in the input types of an SDL file. */
function found(inputs: string): readonly string[] {
  const source = new Source(`type Query { a(in: A = {}): Int }\n${inputs}`, 'api.graphql');
  return lines(buildSdlSchema(parse(source).definitions).diagnostics);
}

describe('defaults of input fields', () => {
  it.each([
    [
      'that refer to themselves',
      'input A { a: A = {} }',
      [
        'api.graphql:2:18: error SCHEMA_DEFAULT_ENDLESS: The default of "A.a" refers to itself: it holds a "A", whose defaults lead back to it.',
      ],
    ],
    [
      'that graphql takes for such, though their values end',
      'input A { a: A = { a: null } }',
      [
        'api.graphql:2:18: error SCHEMA_DEFAULT_ENDLESS: The default of "A.a" refers to itself: it holds a "A", whose defaults lead back to it.',
      ],
    ],
    [
      'that lead back over other types, lists and values given',
      'input A { x: Int = 1 b: [B!]! = [{ c: {} }] }\ninput B { c: C }\ninput C { a: [A] = {} }',
      [
        'api.graphql:4:20: error SCHEMA_DEFAULT_ENDLESS: The default of "C.a" refers to itself: it holds a "A", whose defaults lead back to it.',
      ],
    ],
    [
      'that are named like members of every object',
      'input A { __proto__: constructor = {} }\ninput constructor { toString: A = {} }',
      [
        'api.graphql:3:35: error SCHEMA_DEFAULT_ENDLESS: The default of "constructor.toString" refers to itself: it holds a "A", whose defaults lead back to it.',
      ],
    ],
  ])('rejects those %s', (_, inputs, expected) => {
    expect(found(inputs)).toEqual(expected.map((line) => `${line} ${hint}`));
  });

  it('rejects those that double with every step', () => {
    const doubling = Array.from(
      { length: 11 },
      (__, at) => `input T${at} { x: T${at + 1} = {} y: T${at + 1} = {} }`,
    );
    const inputs = ['input A { t: T0 }', ...doubling, 'input T11 { z: Int = 1 }'].join('\n');
    expect(found(inputs)).toEqual([
      `api.graphql:4:20: error SCHEMA_DEFAULT_ENDLESS: The default of "T1.x" has more than 1000 values. ${hint}`,
      `api.graphql:4:31: error SCHEMA_DEFAULT_ENDLESS: The default of "T1.y" has more than 1000 values. ${hint}`,
    ]);
  });

  it('rejects endless chains', () => {
    const row = Array.from({ length: 5_000 }, (__, at) => `input T${at} { x: T${at + 1} = {} }`);
    const [first, ...others] = found(
      ['input A { t: T0 }', ...row, 'input T5000 { z: Int }'].join('\n'),
    );
    expect(first).toMatch(
      /^api\.graphql:\d+:\d+: error SCHEMA_DEFAULT_ENDLESS: The default of "T\d+\.x" needs the defaults of more than 100 types\./,
    );
    expect(others.every((line) => line.includes('SCHEMA_DEFAULT_ENDLESS'))).toBe(true);
  });

  it.each([
    'input A { b: B = {} c: B = { x: 2 } d: [B!] = [{}, {}] } input B { x: Int = 1 }',
    'input A { a: A = null b: [A!] = [] c: String = "{}" e: E = X s: S = { a: {} } } enum E { X } scalar S',
    'input A { a: A b: B = { a: null } } input B { a: A }',
  ])('accepts %s', (inputs) => {
    expect(() => buildSchema(`type Query { a(in: A = {}): Int } ${inputs}`)).not.toThrow();
    expect(found(inputs)).toEqual([]);
  });

  it('rejects them in an introspection result', () => {
    const schema = buildSchema('type Query { a(in: A): Int } input A { x: Int = 1 a: [A!]! }');
    const json = introspectionFromSchema(schema);
    const type = json.__schema.types.find(({ name }) => name === 'A');
    const field = type?.kind === 'INPUT_OBJECT' ? type.inputFields[1] : undefined;
    Object.assign(field ?? {}, { defaultValue: '[{}]' });
    const place = { file: 'api.json', line: 1, column: 1 };
    expect(lines(schemaOfIntrospection(json, place).diagnostics)).toEqual([
      `api.json:1:1: error SCHEMA_DEFAULT_ENDLESS: The default of "A.a" refers to itself: it holds a "A", whose defaults lead back to it. ${hint}`,
    ]);
    Object.assign(field ?? {}, { defaultValue: '[{' });
    expect(lines(schemaOfIntrospection(json, place).diagnostics)[0]).toContain(
      'INTROSPECTION_RESULT_INVALID',
    );
  });
});
