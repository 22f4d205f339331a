import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../support/sources.ts';

/** What is found about the settings of `$x`, errors and warnings. */
function findingsOf(param: string) {
  const { skipped, diagnostics } = catalogOf('type Query { "All." a(x: Int): Int }', {
    'q.graphql': `query q($x: Int @mcpParam(${param})) { a(x: $x) }`,
  });
  return [...skipped, ...diagnostics].map(
    ({ severity, code, message, place }) => `${severity} ${code} ${place?.column}: ${message}`,
  );
}

describe('the settings of a variable', () => {
  it.each([
    [
      'bind it twice',
      'fromClaim: "a", fromEnv: "B"',
      'error ARGUMENT_BINDING_INVALID 52: $x is bound twice, by fromClaim and fromEnv.',
    ],
    [
      'bind it to nothing',
      'fromHeader: ""',
      'error ARGUMENT_BINDING_INVALID 39: fromHeader of $x is empty.',
    ],
    [
      'describe what nobody sees',
      'fromClaim: "a", description: "B"',
      'warning ARGUMENT_SETTINGS_UNUSED 56: $x is bound by fromClaim, so agents do not see it: description has no effect.',
    ],
    [
      'describe in several ways what nobody sees',
      'fromClaim: "a", examples: [1], name: "b"',
      'warning ARGUMENT_SETTINGS_UNUSED 64: $x is bound by fromClaim, so agents do not see it: name and examples have no effect.',
    ],
    [
      'give an example that would be refused',
      'examples: [1, "a"]',
      'warning ARGUMENT_EXAMPLE_INVALID 37: An example of "x" is invalid and is left out: Expected a whole number, received "a".',
    ],
  ])('may not %s', (_, param, expected) => {
    expect(findingsOf(param)).toEqual([expected]);
  });

  it.each(['fromClaim: "a"', 'examples: [1, null]', 'description: "A."'])('may be %s', (param) => {
    expect(findingsOf(param)).toEqual([]);
  });
});
