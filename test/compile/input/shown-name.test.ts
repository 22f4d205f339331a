import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/tool.ts';
import { shownName } from '../../../src/compile/input/shown-name.ts';
import { catalogOf, toolOf } from '../../support/sources.ts';

describe('the name by which agents see an argument', () => {
  const untaken = (): boolean => false;

  it.each([
    ['name', true, 'name'],
    ['constructor', true, 'constructor_'],
    ['constructor', false, 'constructor'],
    ['hasOwnProperty', true, 'hasOwnProperty_'],
    ['__proto__', true, '__proto___'],
    ['__proto__', false, '__proto___'],
  ])('is for %s, optional: %s, %s', (name, optional, shown) => {
    expect(shownName(name, optional, untaken)).toBe(shown);
  });

  it('is not one that another has', () => {
    const taken = new Set(['constructor_', 'constructor__']);
    expect(shownName('constructor', true, (name) => taken.has(name))).toBe('constructor___');
  });
});

const sdl = `
  input Season @oneOf { constructor: String, year: Int }
  input Filter { toString: Int!, valueOf: [Filter!], isPrototypeOf: Season }
  type Query { races(filter: Filter, constructor: String): String }`;

describe('a variable that may be left out and has a name that every object inherits', () => {
  it('is seen by another name, and sent by its own', () => {
    const { inputSchema, prepareArguments } = toolOf(
      sdl,
      'query q($constructor: String) { races(constructor: $constructor) }',
    );
    expect(Object.keys(inputSchema.properties)).toEqual(['constructor_']);
    expect(prepareArguments({ constructor_: 'x' })).toEqual({
      ok: true,
      variables: { constructor: 'x' },
    });
    expect(prepareArguments({ constructor: 'x' })).toEqual({
      ok: false,
      problems: [
        {
          path: ['constructor'],
          message: 'Not known here. There are constructor_. Did you mean "constructor_"?',
        },
      ],
    });
  });

  it('has the name that it is given, and is not spoken of', () => {
    const text =
      '# Races.\nquery q($constructor: String @mcpParam(name: "team")) { races(constructor: $constructor) }';
    const { tools, diagnostics } = catalogOf(sdl, { 'q.graphql': text });
    expect(Object.keys(tools.get('q')?.inputSchema.properties ?? {})).toEqual(['team']);
    expect(diagnostics).toEqual([]);
  });
});

describe('a field that may be left out and has such a name', () => {
  const text =
    'query q($filter: Filter = { toString: 1, isPrototypeOf: { constructor: "x" } }) { races(filter: $filter) }';

  it.each(profiles)('is seen by another name and sent by its own, in profile %s', (profile) => {
    const { prepareArguments } = toolOf(sdl, text, { profile });
    const filter = { toString: 1, valueOf_: [{ toString: 2 }], isPrototypeOf_: { year: 1950 } };
    expect(prepareArguments({ filter })).toEqual({
      ok: true,
      variables: {
        filter: { toString: 1, valueOf: [{ toString: 2 }], isPrototypeOf: { year: 1950 } },
      },
    });
  });

  it('is told of by the name that is seen', () => {
    const { inputSchema, prepareArguments } = toolOf(sdl, text, { profile: 'full' });
    expect(inputSchema.properties['filter']?.default).toEqual({
      toString: 1,
      isPrototypeOf_: { constructor_: 'x' },
    });
    expect(Object.keys(inputSchema.$defs?.['Season']?.properties ?? {})).toEqual([
      'constructor_',
      'year',
    ]);
    const isPrototypeOf_ = { constructor_: 'x', year: 1 };
    expect(prepareArguments({ filter: { toString: 1, isPrototypeOf_ } })).toEqual({
      ok: false,
      problems: [
        {
          path: ['filter', 'isPrototypeOf_'],
          message: 'Expected exactly one of constructor_, year, received constructor_ and year.',
        },
      ],
    });
  });

  it('is told for each type once, which needs nothing to be done', () => {
    const { diagnostics } = catalogOf(sdl, { 'q.graphql': `# Races.\n${text}` });
    const hint = 'Nothing needs to be done; the API receives it by its own name.';
    const told = (field: string, name: string) => ({
      code: 'ARGUMENT_NAME_INHERITED',
      severity: 'info',
      message: `The field "${name}" of ${field} is shown to agents as "${name}_", because JavaScript clients cannot tell an absent "${name}" from one that every object has.`,
      hint,
    });
    expect(
      diagnostics.map(({ code, severity, message, hint: own }) => ({
        code,
        severity,
        message,
        hint: own,
      })),
    ).toEqual([
      told('Season', 'constructor'),
      told('Filter', 'isPrototypeOf'),
      told('Filter', 'valueOf'),
    ]);
  });
});
