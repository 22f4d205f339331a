import { getVariableValues } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createInputCompiler } from '../../src/compile/input/compile-input.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { profiles } from '../../src/core/tool.ts';
import { seededChoices } from '../support/choices.ts';
import { corpora, corpusNames, loadCorpus } from '../support/corpus.ts';
import { tellFigures, RefusalTally } from '../support/figures.ts';
import { randomInputValues } from '../support/random-variables.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';
import { wrongVariables } from '../support/wrong-input-values.ts';

/** Operations of one API that are looked at, about. */
const maxOperations = process.env['DEEP'] === undefined ? 40 : 150;
/** Faults of one set of variables that are tried; of more, some are taken all over it. */
const maxFaults = 60;

describe.skipIf(corpusNames.length === 0).each(corpora)('the tools of %s', (name) => {
  it.each(profiles)(
    'reject arguments with one fault, and name its place, in profile %s',
    async (profile) => {
      const { schema, operations } = await loadCorpus(name);
      const withVariables = operations.filter(
        ({ operation }) => (operation.variableDefinitions ?? []).length > 0,
      );
      const step = Math.max(1, Math.floor(withVariables.length / maxOperations));
      const compileInput = createInputCompiler(schema, { ...defaultCompileSettings, profile });
      const choices = seededChoices(1);
      const tally = new RefusalTally();
      const misplaced: string[] = [];
      for (const source of withVariables.filter((_, at) => at % step === 0)) {
        const { operation, fallbackName } = source;
        const { inputSchema, prepareArguments } = compileInput(source, new Map(), fallbackName);
        const advertised = sdkValidatorsOf(inputSchema).draft2020;
        const variables = randomInputValues(schema, operation, choices);
        const definitions = operation.variableDefinitions ?? [];
        if (getVariableValues(schema, definitions, variables).errors) continue;
        const wrongs = wrongVariables(schema, operation, variables);
        const judges = advertised(variables);
        const stride = Math.ceil(wrongs.length / maxFaults);
        for (const { value, fault, path } of wrongs.filter((_, at) => at % stride === 0)) {
          const prepared = prepareArguments(value);
          tally.add({
            fault,
            byTool: !prepared.ok,
            bySchema: judges ? !advertised(value) : undefined,
          });
          const places = prepared.ok ? [] : prepared.problems.map((problem) => problem.path);
          const isNamed = JSON.stringify(places) === JSON.stringify([path]);
          if (!isNamed) misplaced.push(`${operation.name?.value}: ${fault} at ${path.join('.')}`);
        }
      }
      tellFigures(tally.report(`arguments of ${name}, ${profile}`));
      expect(misplaced).toEqual([]);
    },
    600_000,
  );
});
