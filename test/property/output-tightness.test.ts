import fc from 'fast-check';
import { print, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isLegal, isUntold, type AnswerModel } from '../support/answer-model.ts';
import { choiceLists, choicesFrom, seededChoices, type Choices } from '../support/choices.ts';
import { mutationsOf, type Mutation } from '../support/mutations.ts';
import { outputSchemaOf } from '../support/output-schemas.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { assignmentsOf, randomOperation } from '../support/random-operation.ts';
import { randomSchema } from '../support/random-schema.ts';
import { sdkValidatorsOf } from '../support/sdk-validators.ts';

const numRuns = process.env['DEEP'] ? 1_000 : 25;
const answersPerOperation = 4;
const mishaps = { nullOutOf: 12, errorOutOf: 1_000 };

/** Why an illegal answer is not refused. */
type Miss =
  | 'each condition is taken to go its own way'
  | 'a type nobody knows yet may answer so'
  | 'nothing tells which type of several it is';

const cases = fc.record({
  schemaChoices: choiceLists,
  operationChoices: choiceLists,
  seed: fc.nat(),
});

describe('output schemas of profile full', () => {
  it('refuse an answer with one thing wrong, and where they do not there is a reason', () => {
    const counts = new Map<string, number>();
    const property = fc.property(cases, ({ schemaChoices, operationChoices, seed }) => {
      const schema = randomSchema(choicesFrom(schemaChoices));
      const document = randomOperation(schema, choicesFrom(operationChoices));
      fc.pre(validate(schema, document).length === 0);
      const { draft2020 } = sdkValidatorsOf(outputSchemaOf(schema, document, 'perType'));
      const model = { schema, document, unknownTypes: false };
      for (const mutation of illegalMutations(model, seededChoices(seed))) {
        const isRefused = !draft2020({ data: mutation.data });
        const verdict = isRefused ? 'refused' : explain(model, mutation);
        const unexplained = [printSchema(schema), print(document), JSON.stringify(mutation)];
        expect(verdict === undefined ? unexplained : []).toEqual([]);
        for (const name of [verdict, `${mutation.kind}: ${verdict}`]) {
          counts.set(name ?? '', (counts.get(name ?? '') ?? 0) + 1);
        }
      }
    });
    fc.assert(property, { numRuns });
    const total = [...counts].reduce(
      (sum, [name, count]) => sum + (name.includes(':') ? 0 : count),
      0,
    );
    if (process.env['DEEP']) console.info(total, Object.fromEntries(counts));
    expect((counts.get('refused') ?? 0) / total).toBeGreaterThan(0.75);
  }, 1_200_000);
});

/** Changes of legal answers that no setting of the variables makes legal. */
function illegalMutations(model: AnswerModel, choices: Choices): readonly Mutation[] {
  const { schema, document } = model;
  const assignments = assignmentsOf(document);
  const typeNames = new Set(Object.keys(schema.getTypeMap()));
  return Array.from({ length: answersPerOperation }).flatMap(() => {
    const variables = choices.oneOf(assignments);
    const { data = null } = randomAnswer({ schema, document, variables }, choices, mishaps);
    // the model that judges agrees with graphql-js about what is legal
    expect(isLegal({ ...model, variables }, data)).toBe(true);
    return mutationsOf(data, typeNames, choices).filter(
      (mutation) =>
        !assignments.some((values) => isLegal({ ...model, variables: values }, mutation.data)),
    );
  });
}

function explain(model: AnswerModel, { data, path }: Mutation): Miss | undefined {
  if (isLegal(model, data)) return 'each condition is taken to go its own way';
  if (isLegal({ ...model, unknownTypes: true }, data)) {
    return 'a type nobody knows yet may answer so';
  }
  return isUntold(model, data, path) ? 'nothing tells which type of several it is' : undefined;
}
