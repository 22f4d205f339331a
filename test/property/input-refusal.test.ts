import fc from 'fast-check';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { choiceLists, choicesFrom, seededChoices } from '../support/choices.ts';
import { compileInputs, errorsOf, operationOf, inputSettings } from '../support/compile-inputs.ts';
import { RefusalTally, tellFigures } from '../support/figures.ts';
import { profiles } from '../../src/core/tool.ts';
import { randomInputs } from '../support/random-inputs.ts';
import { randomInputValues } from '../support/random-variables.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';
import { wrongVariables } from '../support/wrong-input-values.ts';

const numRuns = process.env['DEEP'] ? 2_000 : 150;

const cases = fc.record({
  input: choiceLists.map((list) => randomInputs(choicesFrom(list))),
  seed: fc.nat(),
  settings: inputSettings,
});

describe('a tool', () => {
  it('rejects all variables with one fault, and names its place', () => {
    const tallies = new Map(profiles.map((profile) => [profile, new RefusalTally()]));
    const check = fc.property(cases, ({ input, seed, settings }) => {
      const operation = operationOf(input.document);
      const { inputSchema, prepareArguments } = compileInputs(input, settings);
      const advertised = sdkValidatorsOf(inputSchema).draft2020;
      const full = sdkValidatorsOf(compileInputs(input, { profile: 'full' }).inputSchema);
      const variables = randomInputValues(input.schema, operation, seededChoices(seed));
      if (errorsOf(input, variables).length > 0) return;
      const judges = advertised(variables);
      for (const { value, fault, path } of wrongVariables(input.schema, operation, variables)) {
        const what = `${input.sdl}\n${print(operation)}\n${fault}: ${JSON.stringify(value)}`;
        const prepared = prepareArguments(value);
        const places = prepared.ok ? [] : prepared.problems.map((problem) => problem.path);
        const bySchema = judges ? !advertised(value) : undefined;
        const { profile = 'portable' } = settings;
        tallies.get(profile)?.add({ fault, byTool: !prepared.ok, bySchema });
        expect(places, what).toEqual([path]);
        expect(full.draft2020(value), what).toBe(false);
      }
    });
    fc.assert(check, { numRuns });
    for (const [profile, tally] of tallies) tellFigures(tally.report(`random inputs, ${profile}`));
  });
});
