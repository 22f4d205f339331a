import fc from 'fast-check';
import { print, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { choiceLists, choicesFrom, seededChoices } from '../support/choices.ts';
import { outputSchemaOf } from '../support/output-schemas.ts';
import { assignmentsOf, randomOperation } from '../support/random-operation.ts';
import { tellFigures } from '../support/figures.ts';
import { randomSchema } from '../support/random-schema.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';
import { judgeMutations, Tally } from '../support/tightness.ts';

const numRuns = process.env['DEEP'] ? 500 : 25;

const cases = fc.record({
  schemaChoices: choiceLists,
  operationChoices: choiceLists,
  seed: fc.nat(),
});

describe('output schemas of profile full', () => {
  it('reject answers with one fault, except for known reasons', () => {
    const tally = new Tally();
    const property = fc.property(cases, ({ schemaChoices, operationChoices, seed }) => {
      const schema = randomSchema(choicesFrom(schemaChoices));
      const document = randomOperation(schema, choicesFrom(operationChoices));
      fc.pre(validate(schema, document).length === 0);
      const { draft2020 } = sdkValidatorsOf(outputSchemaOf(schema, document, 'perType'));
      const assignments = assignmentsOf(document);
      const one = { schema, document, validate: draft2020, assignments, answers: 4 };
      for (const judged of judgeMutations(one, seededChoices(seed))) {
        tally.add(judged);
        const report = [printSchema(schema), print(document), JSON.stringify(judged.mutation)];
        expect(judged.verdict === undefined ? report : []).toEqual([]);
      }
    });
    fc.assert(property, { numRuns });
    tellFigures(tally.report('answers of random schemas'));
    expect(tally.share).toBeGreaterThan(0.75);
  }, 1_200_000);
});
