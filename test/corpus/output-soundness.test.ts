import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/compile-catalog.ts';
import { defaultCompileSettings } from '../../src/compile/settings.ts';
import { profiles } from '../../src/core/tool.ts';
import { seededChoices } from '../support/choices.ts';
import { corpusNames, loadCorpus } from '../support/corpus.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { randomVariables } from '../support/random-variables.ts';
import { problemsOf, sdkValidatorsOf } from '../support/sdk-validators.ts';

const isDeep = process.env['DEEP'] !== undefined;
/** Tools of one API that are looked at. */
const maxTools = isDeep ? Infinity : 40;
const answersPerTool = isDeep ? 12 : 10;
const mishaps = { nullOutOf: 8, errorOutOf: 40 };

describe.skipIf(corpusNames.length === 0).each(corpusNames)('the operations of %s', (name) => {
  it('answer what their output schemas say, in every profile and both dialects', async () => {
    const sources = await loadCorpus(name);
    const choices = seededChoices(1);
    // profiles whose schemas are the same text are checked once
    const checked = new Set<string>();
    const problems: string[] = [];
    let answered = 0;
    let asked = 0;
    for (const profile of profiles) {
      const { tools } = compileCatalog(sources, { ...defaultCompileSettings, profile });
      const step = Math.max(1, Math.floor(tools.size / maxTools));
      const sample = [...tools.values()].filter((_, at) => at % step === 0);
      for (const { name: tool, outputSchema, operation, checkOutput } of sample) {
        const text = JSON.stringify(outputSchema);
        if (outputSchema === undefined || checked.has(`${tool} ${text}`)) continue;
        checked.add(`${tool} ${text}`);
        const validators = sdkValidatorsOf(outputSchema);
        const document = parse(operation.document);
        for (let n = 0; n < answersPerTool; n++) {
          const variables = randomVariables(sources.schema, document, choices);
          const answer = randomAnswer(
            { schema: sources.schema, document, variables },
            choices,
            mishaps,
          );
          // the gateway's own check agrees
          const own = n === 0 ? checkOutput(answer) : [];
          problems.push(...own.map(({ message }) => `${tool}: ${message}`));
          asked += 1;
          answered += answer['data'] === null ? 0 : 1;
          problems.push(...problemsOf(validators, answer).map((problem) => `${tool}: ${problem}`));
        }
      }
    }
    expect(problems).toEqual([]);
    // most are answers, and not refusals of the variables
    expect(answered / asked).toBeGreaterThan(0.5);
  }, 600_000);
});
