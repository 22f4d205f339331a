import fc from 'fast-check';
import {
  OverlappingFieldsCanBeMergedRule,
  print,
  printSchema,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { choiceLists, choicesFrom, seededChoices } from '../support/choices.ts';
import { withNewcomer, randomSchema } from '../support/random-schema.ts';
import { outputSchemaOf, servedLeniently, styles } from '../support/output-schemas.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { assignmentsOf, randomOperation } from '../support/random-operation.ts';
import { problemsOf, sdkValidatorsOf } from '../support/client-validators.ts';

const numRuns = process.env['DEEP'] ? 900 : 60;
const answersPerOperation = 12;
const narrowBudget = { nodes: 40, bytes: 2_500 };
const mishaps = { nullOutOf: 6, errorOutOf: 25 };

interface RandomCase {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly seed: number;
}

const cases: fc.Arbitrary<RandomCase> = fc
  .record({ schemaChoices: choiceLists, operationChoices: choiceLists, seed: fc.nat() })
  .map(({ schemaChoices, operationChoices, seed }) => {
    const schema = randomSchema(choicesFrom(schemaChoices));
    return { schema, document: randomOperation(schema, choicesFrom(operationChoices)), seed };
  });

const lenientRules = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

describe('output schemas', () => {
  it('accept all valid answers in all profiles and both dialects', () => {
    const check = answersFit(({ schema }) => schema);
    fc.assert(fc.property(cases.filter(isValid), check), { numRuns });
  });

  it('accept all answers to leniently validated operations', () => {
    const check = answersFit(({ schema }) => schema);
    // servers reject most random conflicts, so useful cases are rare
    fc.assert(fc.property(cases.filter(isLenient), check), { numRuns: numRuns / 6 });
  });

  it('accept answers with a type that was added to the API later', () => {
    const check = answersFit(({ schema }) => withNewcomer(schema));
    fc.assert(fc.property(cases.filter(isValid), check), { numRuns });
  });
});

/** Compiles against the schema of the case, and checks answers of a server with another schema. */
function answersFit(serverSchemaOf: (one: RandomCase) => GraphQLSchema) {
  return (one: RandomCase): void => {
    const { document, seed } = one;
    const choices = seededChoices(seed);
    const assignments = assignmentsOf(document);
    const serverSchema = serverSchemaOf(one);
    for (const style of styles) {
      // with a budget for the whole answer, or for a part of it
      const budget = choices.rarely(3) ? narrowBudget : undefined;
      const outputSchema = outputSchemaOf(one.schema, document, style, budget);
      const validators = sdkValidatorsOf(outputSchema);
      for (let n = 0; n < answersPerOperation; n++) {
        const variables = choices.oneOf(assignments);
        const asked = { schema: serverSchema, document, variables };
        const answer = randomAnswer(asked, choices, mishaps);
        const problems = problemsOf(validators, answer);
        expect(
          problems.length > 0 ? [...problems, ...reportOf(one, answer, outputSchema)] : [],
        ).toEqual([]);
      }
    }
  };
}

function isValid({ schema, document }: RandomCase): boolean {
  return validate(schema, document).length === 0;
}

function isLenient({ schema, document }: RandomCase): boolean {
  if (validate(schema, document, lenientRules).length > 0) return false;
  return !isValid({ schema, document, seed: 0 }) && servedLeniently(schema, document);
}

function reportOf({ schema, document }: RandomCase, ...values: readonly unknown[]): string[] {
  return [printSchema(schema), print(document), ...values.map((value) => JSON.stringify(value))];
}
