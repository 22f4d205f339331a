import fc from 'fast-check';
import { print, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { choiceLists, choicesFrom } from '../support/choices.ts';
import { compileInputs, errorsOf, inputSettings } from '../support/compile-inputs.ts';
import { instancesOf } from '../support/json-schema-arbitrary.ts';
import { randomInputs } from '../support/random-inputs.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';

const numRuns = process.env['DEEP'] ? 2_000 : 80;
const valuesPerCase = 12;

const inputs = choiceLists.map((list) => randomInputs(choicesFrom(list)));

const cases = fc.tuple(inputs, inputSettings).chain(([input, settings]) => {
  const compiled = compileInputs(input, settings);
  return fc.record({
    input: fc.constant(input),
    settings: fc.constant(settings),
    compiled: fc.constant(compiled),
    values: fc.array(instancesOf(compiled.inputSchema), { maxLength: valuesPerCase }),
  });
});

describe('an input schema', () => {
  it('accepts no prepared arguments that graphql-js rejects', () => {
    const check = fc.property(cases, ({ input, settings, compiled, values }) => {
      expect(validate(input.schema, input.document), input.sdl).toEqual([]);
      const advertised = sdkValidatorsOf(compiled.inputSchema).draft2020;
      // profile full expresses all constraints
      const exact = sdkValidatorsOf(compileInputs(input, { profile: 'full' }).inputSchema);
      for (const given of values) {
        const what = [
          input.sdl,
          print(input.document),
          JSON.stringify(settings),
          JSON.stringify(given),
        ].join('\n');
        expect(advertised(given), what).toBe(true);
        const prepared = compiled.prepareArguments(given);
        // constraints that a profile describes in text are checked as well
        const wrong = prepared.ok
          ? errorsOf(input, prepared.variables)
          : prepared.problems.filter(
              ({ path, message }) =>
                exact.draft2020(given) && !isNullText(given, path) && !knownScalar.test(message),
            );
        expect(wrong, what).toEqual([]);
      }
    });
    fc.assert(check, { numRuns });
  });
});

/** What known scalars are checked for is not part of their schema. */
const knownScalar = /^Expected whole number of any size/;

/** Returns whether the value at a path is the JSON text `null`. */
function isNullText(given: unknown, path: readonly (string | number)[]): boolean {
  const at = path.reduce<unknown>((value, step) => (value as never)[step], given);
  return at === 'null';
}
