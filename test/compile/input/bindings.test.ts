import { describe, expect, it } from 'vitest';
import type { CompileSettings } from '../../../src/compile/model/settings.ts';
import { catalogOf } from '../../support/sources.ts';

/** Returns the errors and warnings about the settings of `$x`. */
function diagnosticsOf(param: string, settings: Partial<CompileSettings> = {}) {
  const { skipped, diagnostics } = catalogOf(
    'type Query { "All." a(x: Int): Int }',
    {
      'q.graphql': `query q($x: Int @mcpParam(${param})) { a(x: $x) }`,
    },
    settings,
  );
  return [...skipped, ...diagnostics].map(
    ({ severity, code, message, place }) => `${severity} ${code} ${place?.column}: ${message}`,
  );
}

describe('checkBinding', () => {
  it.each([
    [
      'two bindings',
      'fromClaim: "a", fromEnv: "B"',
      'error ARGUMENT_BINDING_INVALID 52: $x is bound twice, by fromClaim and fromEnv.',
    ],
    [
      'an empty binding',
      'fromHeader: ""',
      'error ARGUMENT_BINDING_INVALID 39: fromHeader of $x is empty.',
    ],
    [
      'a description of a bound variable',
      'fromClaim: "a", description: "B"',
      'warning ARGUMENT_SETTINGS_UNUSED 56: $x is bound by fromClaim, so agents do not see it: description has no effect.',
    ],
    [
      'several argument settings of a bound variable',
      'fromClaim: "a", examples: [1], name: "b"',
      'warning ARGUMENT_SETTINGS_UNUSED 64: $x is bound by fromClaim, so agents do not see it: name and examples have no effect.',
    ],
    [
      'an invalid example',
      'examples: [1, "a"]',
      'warning ARGUMENT_EXAMPLE_INVALID 37: An example of "x" is invalid and is left out: Expected a whole number, received "a".',
    ],
  ])('reports %s', (_, param, expected) => {
    expect(diagnosticsOf(param)).toEqual([expected]);
  });

  it.each(['fromClaim: "a"', 'examples: [1, null]', 'description: "A."'])('accepts %s', (param) => {
    expect(diagnosticsOf(param)).toEqual([]);
  });

  it.each(['authorization', 'Cookie', 'Proxy-Authorization', 'X-API-Key', 'x-auth-token'])(
    'refuses header %s if the gateway authenticates callers',
    (header) => {
      const param = `fromHeader: "${header}"`;
      expect(diagnosticsOf(param, { authenticatesCallers: true })).toEqual([
        `error ARGUMENT_BINDING_FORBIDDEN 39: fromHeader of $x reads the header "${header}", in which callers send credentials to the gateway.`,
      ]);
      expect(diagnosticsOf(param)).toEqual([]);
    },
  );

  it('accepts other headers if the gateway authenticates callers', () => {
    expect(diagnosticsOf('fromHeader: "x-tenant"', { authenticatesCallers: true })).toEqual([]);
  });

  it('refuses an environment variable that the configuration does not list', () => {
    const settings = { bindableEnvironment: ['REGION'] };
    expect(diagnosticsOf('fromEnv: "API_TOKEN"', settings)).toEqual([
      'error ARGUMENT_BINDING_FORBIDDEN 36: fromEnv of $x reads the environment variable "API_TOKEN", which "bindableEnvironment" of the configuration does not list.',
    ]);
    expect(diagnosticsOf('fromEnv: "REGION"', settings)).toEqual([]);
  });
});
