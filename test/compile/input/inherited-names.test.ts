import { describe, expect, it } from 'vitest';
import { catalogOf, toolOf } from '../../support/sources.ts';

const sdl = `
  input Season { toString: Int!, valueOf: Int, year: Int }
  type Query { races(season: Season, team: String): String }`;

function diagnosticsOf(operation: string) {
  const { skipped, diagnostics } = catalogOf(sdl, { 'q.graphql': `# Races.\n${operation}` });
  return [...skipped, ...diagnostics].map(
    ({ severity, code, message }) => `${severity} ${code}: ${message}`,
  );
}

describe('an input field named like a member of Object.prototype', () => {
  const operation = 'query q($season: Season) { races(season: $season) }';

  it('is reported if it is optional', () => {
    expect(diagnosticsOf(operation)).toEqual([
      'warning ARGUMENT_NAME_INHERITED: The optional field "valueOf" of Season is named like a member of every JavaScript object: some clients reject calls that omit it.',
    ]);
  });

  it('is not reported if the field has a variable of its own', () => {
    const other = 'query q($value: Int) { races(season: { toString: 1, valueOf: $value }) }';
    expect(diagnosticsOf(other)).toEqual([]);
  });

  it.each([
    [{ season: { toString: 1 } }, undefined],
    [{ season: { toString: 1, valueOf: 2 } }, undefined],
    [{ season: { year: 1 } }, ['season', 'toString']],
    [{ season: { toString: 1, hasOwnProperty: 1 } }, ['season', 'hasOwnProperty']],
  ])('is coerced like any other field: %j', (input, path) => {
    const prepared = toolOf(sdl, operation).prepareArguments(input);
    expect(prepared).toMatchObject(
      path ? { ok: false, problems: [{ path }] } : { ok: true, variables: input },
    );
  });
});

describe('an argument named like a member of Object.prototype', () => {
  const operation = 'query q($constructor: String) { races(team: $constructor) }';

  it('is reported', () => {
    expect(diagnosticsOf(operation)).toEqual([
      expect.stringContaining('warning ARGUMENT_NAME_MISTAKEN: '),
    ]);
  });

  it('has the name of its variable', () => {
    const { inputSchema, prepareArguments } = toolOf(sdl, operation);
    expect(Object.keys(inputSchema.properties)).toEqual(['constructor']);
    expect(prepareArguments({ constructor: 'x' })).toEqual({
      ok: true,
      variables: { constructor: 'x' },
    });
    expect(prepareArguments({})).toEqual({ ok: true, variables: {} });
  });

  it('can be renamed with @mcpParam', () => {
    const renamed =
      'query q($constructor: String @mcpParam(name: "team")) { races(team: $constructor) }';
    const { inputSchema, prepareArguments } = toolOf(sdl, renamed);
    expect(Object.keys(inputSchema.properties)).toEqual(['team']);
    expect(prepareArguments({ team: 'x' })).toEqual({ ok: true, variables: { constructor: 'x' } });
    expect(diagnosticsOf(renamed)).toEqual([]);
  });

  it('is an error if clients lose it', () => {
    expect(diagnosticsOf('query q($__proto__: String) { races(team: $__proto__) }')).toEqual([
      expect.stringContaining('error ARGUMENT_NAME_RESERVED: '),
    ]);
  });
});
