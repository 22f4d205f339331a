import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../support/sources.ts';

/** Returns the errors and warnings about the settings of `$x`. */
function diagnosticsOf(param: string) {
  const { skipped, diagnostics } = catalogOf('type Query { "All." a(x: Int): Int }', {
    'q.graphql': `query q($x: Int @mcpParam(${param})) { a(x: $x) }`,
  });
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
});
