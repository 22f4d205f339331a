import fc from 'fast-check';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { choiceLists, choicesFrom, seededChoices } from '../support/choices.ts';
import {
  coercedOf,
  compileInputs,
  errorsOf,
  operationOf,
  inputSettings,
} from '../support/compile-inputs.ts';
import { randomInputs } from '../support/random-inputs.ts';
import { randomInputValues } from '../support/random-variables.ts';
import { problemsOf, sdkValidatorsOf } from '../support/client-validators.ts';

const numRuns = process.env['DEEP'] ? 2_000 : 120;
const valuesPerCase = 10;

const cases = fc.record({
  input: choiceLists.map((list) => randomInputs(choicesFrom(list))),
  seed: fc.nat(),
  settings: inputSettings,
});

describe('an input schema', () => {
  it('accepts all canonical variables that graphql-js accepts, unchanged', () => {
    const check = fc.property(cases, ({ input, seed, settings }) => {
      const { inputSchema, prepareArguments } = compileInputs(input, settings);
      const { profile } = settings;
      const validators = sdkValidatorsOf(inputSchema);
      const choices = seededChoices(seed);
      for (let count = 0; count < valuesPerCase; count++) {
        const operation = operationOf(input.document);
        const variables = randomInputValues(input.schema, operation, choices);
        // a field that is skipped does not check its variables
        if ('show' in variables) variables['show'] = true;
        if (errorsOf(input, variables).length > 0) continue;
        const what = `${input.sdl}\n${print(input.document)}\n${JSON.stringify(variables)}`;
        const prepared = prepareArguments(variables);
        expect(prepared, what).toMatchObject({ ok: true });
        const expected = coercedOf(input, variables);
        // this profile uses null for omission
        const compared =
          profile === 'openai' ? expected : prepared.ok && coercedOf(input, prepared.variables);
        expect(compared, what).toEqual(expected);
        // the other profiles require null, or exclude it, and write truncated objects as text
        const exact = profile === 'portable' || profile === 'full';
        expect(exact ? problemsOf(validators, variables) : [], what).toEqual([]);
      }
    });
    fc.assert(check, { numRuns });
  });
});
