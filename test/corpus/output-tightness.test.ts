import { Kind, parse, visit, type DocumentNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { seededChoices } from '../support/choices.ts';
import { corpora, corpusNames, loadCorpus } from '../support/corpus.ts';
import { tellFigures } from '../support/figures.ts';
import { randomVariables } from '../support/random-variables.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';
import { judgeMutations, Tally } from '../support/tightness.ts';

const isDeep = process.env['DEEP'] !== undefined;
/** Tools of one API that are looked at. */
const maxTools = isDeep ? 150 : 15;
/** What no schema of an operation refuses is rare in real APIs: they know their types. */
const leastShare = 0.9;

const boundless = { maxSchemaNodes: 1_000_000, maxSchemaBytes: 100_000_000 };

describe.skipIf(corpusNames.length === 0).each(corpora)('the output schemas of %s', (name) => {
  it('reject answers with one fault, except for known reasons', async () => {
    const sources = await loadCorpus(name);
    const { schema } = sources;
    const settings = { ...defaultCompileSettings, profile: 'full' } as const;
    const { tools } = compileCatalog(sources, settings);
    const whole = compileCatalog(sources, { ...settings, ...boundless }).tools;
    const step = Math.max(1, Math.floor(tools.size / maxTools));
    const sample = [...tools.values()].filter((_, at) => at % step === 0);
    const choices = seededChoices(1);
    const tally = new Tally();
    const unexplained: string[] = [];
    for (const { name: tool, outputSchema = {}, operation } of sample) {
      const document = parse(operation.document);
      const { draft2020 } = sdkValidatorsOf(outputSchema);
      const others = randomVariables(schema, document, choices);
      const assignments = conditionsOf(document).map((set) => ({ ...others, ...set }));
      const all = whole.get(tool)?.outputSchema ?? {};
      const isWhole = JSON.stringify(all) === JSON.stringify(outputSchema);
      const validateWhole = isWhole ? undefined : sdkValidatorsOf(all).draft2020;
      const validators = { validate: draft2020, validateWhole };
      const one = { schema, document, assignments, answers: 2, ...validators };
      for (const judged of judgeMutations(one, choices)) {
        tally.add(judged);
        if (judged.verdict !== undefined) continue;
        const { kind, path } = judged.mutation;
        unexplained.push(`${tool}: ${kind} at ${path.join('.')}`);
      }
    }
    tellFigures(tally.report(`answers of ${name}`));
    expect(unexplained).toEqual([]);
    expect(tally.share).toBeGreaterThan(leastShare);
  }, 600_000);
});

/** The ways to set the variables that `@skip` and `@include` ask. */
function conditionsOf(document: DocumentNode): readonly Readonly<Record<string, boolean>>[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: args = [] }) {
      const value = args.find((argument) => argument.name.value === 'if')?.value;
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names].reduce<Readonly<Record<string, boolean>>[]>(
    (ways, name) =>
      ways.flatMap((way) => [true, false].map((value) => ({ ...way, [name]: value }))),
    [{}],
  );
}
