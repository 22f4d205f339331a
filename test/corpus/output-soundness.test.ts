import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { profiles, type Tool } from '../../src/core/tool.ts';
import type { Sources } from '../../src/load/operations/operation-sources.ts';
import { seededChoices, type Choices } from '../support/choices.ts';
import { corpora, corpusNames, loadCorpus } from '../support/corpus.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { withRandomConditions } from '../support/random-conditions.ts';
import { randomVariables } from '../support/random-variables.ts';
import { problemsOf, sdkValidatorsOf } from '../support/client-validators.ts';

const isDeep = process.env['DEEP'] !== undefined;
/** Tools of one API that are looked at. */
const maxTools = isDeep ? 200 : 25;
const answersPerTool = isDeep ? 12 : 10;
const mishaps = { nullOutOf: 8, errorOutOf: 40 };

describe.skipIf(corpusNames.length === 0).each(corpora)('the output schemas of %s', (name) => {
  it('accept all valid answers, in every profile and both dialects', async () => {
    expect(summaryOf(tryAll(await loadCorpus(name)))).toEqual(good);
  }, 600_000);

  it('accept all valid answers to operations with @skip and @include', async () => {
    const sources = withRandomConditions(await loadCorpus(name), seededChoices(2));
    expect(summaryOf(tryAll(sources))).toEqual(good);
  }, 600_000);
});

/** No answer contradicts its schema; and most are answers, not refusals of the variables. */
const good = { problems: [], areMostAnswers: true };

function summaryOf(trials: readonly Trial[]) {
  const answers = trials.filter(({ hasData }) => hasData);
  return {
    problems: trials.flatMap(({ problems }) => problems),
    areMostAnswers: answers.length * 2 > trials.length,
  };
}

/** Answers at random what the tools of all profiles send. */
function tryAll(sources: Sources): readonly Trial[] {
  const choices = seededChoices(1);
  // profiles whose schemas are the same text are checked once
  const checked = new Set<string>();
  return profiles.flatMap((profile) => {
    const { tools } = compileCatalog(sources, { ...defaultCompileSettings, profile });
    const step = Math.max(1, Math.floor(tools.size / maxTools));
    const sample = [...tools.values()].filter((_, at) => at % step === 0);
    return sample.flatMap((tool) => {
      const text = `${tool.name} ${JSON.stringify(tool.outputSchema)}`;
      if (checked.has(text)) return [];
      checked.add(text);
      return tryTool(sources, tool, choices);
    });
  });
}

interface Trial {
  readonly problems: readonly string[];
  readonly hasData: boolean;
}

function tryTool({ schema }: Sources, tool: Tool, choices: Choices): readonly Trial[] {
  const { name, outputSchema, operation, checkOutput } = tool;
  if (!outputSchema) return [{ problems: [`${name} has no schema`], hasData: true }];
  const validators = sdkValidatorsOf(outputSchema);
  const document = parse(operation.document);
  return Array.from({ length: answersPerTool }, (_, at) => {
    const variables = randomVariables(schema, document, choices);
    const answer = randomAnswer({ schema, document, variables }, choices, mishaps);
    // the gateway's own check agrees; its validator takes as long to compile as the others
    const own = at === 0 ? checkOutput(answer).map(({ message }) => message) : [];
    const problems = [...own, ...problemsOf(validators, answer)];
    return {
      problems: problems.map((problem) => `${name}: ${problem}`),
      hasData: answer['data'] !== null,
    };
  });
}
