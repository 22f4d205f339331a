import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/core/tool.ts';
import type { CompileSettings } from '../../../src/compile/model/settings.ts';
import { toolOf } from '../../support/sources.ts';

/** The schema of the argument `x` of a field `a`. */
function argumentOf(
  sdl: string,
  variable: string,
  settings: Partial<CompileSettings> = {},
  selection = '{ a(x: $x) }',
) {
  return toolOf(sdl, `query q(${variable}) ${selection}`, settings).inputSchema.properties['x'];
}

const enumSdl = `
  enum Mood {
    """
    All is well,
    or so it seems
    """
    HAPPY
    SAD
    "Grumpy."
    ANGRY @deprecated(reason: "Be kind.")
  }
  type Query { a("How one feels" x: Mood): Int }`;

describe('the description of an argument', () => {
  it('describes the values of an enum and their deprecation', () => {
    expect(argumentOf(enumSdl, '$x: Mood!')).toEqual({
      type: 'string',
      enum: ['HAPPY', 'SAD', 'ANGRY'],
      description:
        'How one feels. HAPPY: All is well, or so it seems\nANGRY: Grumpy. (deprecated: Be kind.)',
    });
  });

  it.each([
    ['its own', 'x: Int', '$x: Int = 5', 'Default: 5.'],
    ['null', 'x: Int', '$x: Int = null', 'Default: null.'],
    ['of the argument that it is passed to', 'x: Int = 7', '$x: Int', 'Default: 7.'],
    ['its own before that of the argument', 'x: Int = 7', '$x: Int = 5', 'Default: 5.'],
    ['a list', 'x: [Mood!]', '$x: [Mood!] = SAD', 'Default: ["SAD"].'],
    ['an object', 'x: Range', '$x: Range = { to: 1 }', 'Default: {"from":0,"to":1}.'],
    ['digits', 'x: BigInt', '$x: BigInt = 9007199254740993', 'Default: "9007199254740993".'],
  ])('contains the default: %s', (_, argument, variable, expected) => {
    const sdl = `scalar BigInt enum Mood { SAD } input Range { from: Int = 0, to: Int }
      type Query { a(${argument}): Int }`;
    expect(argumentOf(sdl, variable)?.description).toMatch(new RegExp(`${escape(expected)}$`));
    const { default: value } = argumentOf(sdl, variable, { profile: 'full' }) ?? {};
    expect(JSON.stringify(value)).toBe(expected.slice('Default: '.length, -1));
  });

  it('omits a default that only one of two places has', () => {
    const sdl = 'type Query { a(x: Int = 7): Int b(x: Int): Int }';
    const both = '{ a(x: $x) b(x: $x) }';
    expect(argumentOf(sdl, '$x: Int', {}, both)).toEqual({ type: ['integer', 'null'] });
  });

  it('contains the deprecation of the argument that it is passed to', () => {
    const sdl = 'type Query { a(x: Int @deprecated(reason: "Use y")): Int }';
    expect(argumentOf(sdl, '$x: Int')?.description).toBe('Deprecated: Use y.');
    expect(argumentOf(sdl, '$x: Int', { profile: 'full' })).toMatchObject({ deprecated: true });
  });

  it('describes the effect of a variable that only directives use', () => {
    const sdl = 'type Query { films: [Film] } type Film { id: ID title: String }';
    const of = (selection: string) =>
      argumentOf(sdl, '$x: Boolean!', {}, `{ films { ${selection} } }`)?.description;
    expect(of('id title @include(if: $x)')).toBe('Whether to include "title".');
    expect(of('id name: title @skip(if: $x)')).toBe('Whether to leave out "name".');
    expect(of('... @include(if: $x) { id title }')).toBe('Whether to include "id", "title".');
  });

  it('contains bounds and patterns in profiles without keywords', () => {
    const sdl = `
      directive @constraint(minLength: Int, pattern: String) on ARGUMENT_DEFINITION
      type Query { a(x: String @constraint(minLength: 2, pattern: "^[a-z]+$")): Int }`;
    expect(argumentOf(sdl, '$x: String!')).toEqual({
      type: 'string',
      description: 'At least 2 characters, pattern ^[a-z]+$.',
    });
    expect(argumentOf(sdl, '$x: String!', { profile: 'full' })).toEqual({
      type: 'string',
      minLength: 2,
      pattern: '^[a-z]+$',
    });
  });

  it('contains a pattern that some validators do not support in all profiles', () => {
    const sdl = `
      directive @pattern(regexp: String) on ARGUMENT_DEFINITION
      type Query { a(x: String @pattern(regexp: "^\\\\p{Lu}")): Int }`;
    expect(argumentOf(sdl, '$x: String!', { profile: 'full' })).toEqual({
      type: 'string',
      description: 'Pattern: ^\\p{Lu}',
    });
  });

  it('contains examples, as text or as a keyword', () => {
    const sdl = 'type Query { a(x: [Int!]): Int }';
    const variable = '$x: [Int!]! @mcpParam(examples: [[1, 2], [3]])';
    expect(argumentOf(sdl, variable)?.description).toBe('Examples: [1,2], [3].');
    expect(argumentOf(sdl, variable, { profile: 'full' })?.examples).toEqual([[1, 2], [3]]);
  });

  it('omits examples that are invalid in the profile', () => {
    const variable = '$x: JSON @mcpParam(examples: [{ a: [B, 1] }, "t", null])';
    const of = (profile: Profile) =>
      argumentOf('scalar JSON type Query { a(x: JSON): Int }', variable, { profile });
    expect(of('full')?.examples).toEqual([{ a: ['B', 1] }, 't', null]);
    expect(of('portable')?.description).toBe(
      'Any JSON value, not only an object. Examples: {"a":["B",1]}, "t", null.',
    );
    expect(of('openai')?.description).toBe(
      'A JSON value, written as text. Examples: "{\\"a\\":[\\"B\\",1]}", "\\"t\\"", "null".',
    );
    const wrong = '$x: Mood @mcpParam(examples: [HAPPY, "SAD", GLAD])';
    expect(argumentOf(enumSdl, wrong, { profile: 'full' })?.examples).toEqual(['HAPPY', 'SAD']);
  });

  it('contains as many whole examples as fit', () => {
    const examples = Array.from({ length: 300 }, (_, at) => at).join(' ');
    const variable = `$x: Int @mcpParam(examples: [${examples}])`;
    const text = argumentOf('type Query { a(x: Int): Int }', variable)?.description ?? '';
    expect(text).toMatch(/^Examples: 0, 1, .*, 7\d\.$/);
    expect(text.length).toBeLessThanOrEqual(310);
  });

  it('keeps the facts and shortens the purpose if both are too long', () => {
    const sdl = `type Query { a("${'Words '.repeat(300)}" x: Int = 7): Int }`;
    const description = argumentOf(sdl, '$x: Int')?.description ?? '';
    expect(description).toMatch(/^Words .*… Default: 7\.$/);
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  it('contains no invisible characters', () => {
    const sdl = 'type Query { a("Na\\u200Bme\\u202E" x: Int): Int }';
    expect(argumentOf(sdl, '$x: Int!')?.description).toBe('Name.');
    const tools = new Map([['q', { params: { x: { description: 'Half \ud83c.' } } }]]);
    expect(argumentOf(sdl, '$x: Int!', { tools })?.description).toBe('Half \ufffd.');
  });

  it('lists the names of an enum that is too large for a schema', () => {
    const names = Array.from({ length: 600 }, (_, at) => `COUNTRY_${at}`);
    const sdl = `enum Country { ${names.join(' ')} } type Query { a(x: Country): Int }`;
    const schema = argumentOf(sdl, '$x: Country!');
    expect(schema?.type).toBe('string');
    expect(schema?.enum).toBeUndefined();
    expect(schema?.description).toMatch(/^One of 600 names: COUNTRY_0, COUNTRY_1, .*…\.$/);
  });
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
