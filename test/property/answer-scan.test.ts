import fc from 'fast-check';
import { print, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../src/compile/scan/answer-scan.ts';
import { createValidator } from '../../src/compile/model/validators.ts';
import type { ExecutionOutcome } from '../../src/core/call.ts';
import type { Tool } from '../../src/core/tool.ts';
import { readBody, validatedBody } from '../../src/execute/response.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { choiceLists, choicesFrom, seededChoices, type Choices } from '../support/choices.ts';
import { outputSchemaOf } from '../support/output-schemas.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { assignmentsOf, randomOperation } from '../support/random-operation.ts';
import { randomSchema } from '../support/random-schema.ts';
import { toolFixture } from '../support/tool-fixture.ts';

const numRuns = process.env['DEEP'] ? 2_000 : 100;
const timeout = numRuns * 1_000;
const answersPerOperation = 10;
const mishaps = { nullOutOf: 6, errorOutOf: 25 };

const mapper = createResultMapper({
  maxResultBytes: 10_000_000,
  keepExtensions: [],
  validateOutput: 'enforce',
});

const cases = fc
  .record({ schemaChoices: choiceLists, operationChoices: choiceLists, seed: fc.nat() })
  .map(({ schemaChoices, operationChoices, seed }) => {
    const schema = randomSchema(choicesFrom(schemaChoices));
    return { schema, document: randomOperation(schema, choicesFrom(operationChoices)), seed };
  })
  .filter(({ schema, document }) => validate(schema, document).length === 0);

describe('validatedBody', () => {
  it(
    'gives the result of parsing and validating, for damaged answers too',
    () => {
      const counts = { validated: 0, whole: 0 };
      fc.assert(
        fc.property(cases, ({ schema, document, seed }) => {
          const choices = seededChoices(seed);
          const outputSchema = outputSchemaOf(schema, document, 'merged');
          const tool = toolFixture('query Q { film }', {
            outputSchema,
            checkOutput: createValidator(outputSchema),
            fitsAnswer: createAnswerScan(outputSchema),
          });
          const assignments = assignmentsOf(document);
          for (let n = 0; n < answersPerOperation; n++) {
            const variables = choices.oneOf(assignments);
            const answer = randomAnswer({ schema, document, variables }, choices, mishaps);
            const text = JSON.stringify(answer);
            const isWhole = !text.includes('"errors"') && text.startsWith('{"data":{');
            if (isWhole) counts.whole += 1;
            if (isWhole && isValidated(text, tool)) counts.validated += 1;
            for (const one of [text, damaged(text, choices), damaged(text, choices)]) {
              expect(differenceOf(Buffer.from(one), tool), one).toEqual([]);
            }
          }
          return true;
        }),
        {
          numRuns,
          reporter: (run) => {
            if (!run.failed) return;
            const [one] = run.counterexample ?? [];
            const texts = one ? [printSchema(one.schema), print(one.document)] : [];
            throw new Error([fc.defaultReportMessage(run), ...texts].join('\n'));
          },
        },
      );
      // the scan rejects answers in another member order, and unions of leaves
      expect(counts.validated / counts.whole).toBeGreaterThan(0.8);
    },
    timeout,
  );
});

function isValidated(text: string, tool: Tool): boolean {
  return validatedBody(Buffer.from(text), tool) !== undefined;
}

/** Returns both results if the scan accepts the answer and they differ. */
function differenceOf(bytes: Buffer, tool: Tool): readonly unknown[] {
  const text = validatedBody(bytes, tool);
  if (text === undefined) return [];
  const parsed = readBody({
    status: 200,
    contentType: '',
    text: bytes.toString(),
    retryAfterSeconds: undefined,
  });
  const validated: ExecutionOutcome = { kind: 'validated', text };
  const results = [validated, parsed].map((outcome) => mapper.fromOutcome(tool, outcome));
  return JSON.stringify(results[0]) === JSON.stringify(results[1]) ? [] : results;
}

const replacements = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '1',
  'n',
  ' ',
  '\n',
  '\t',
  '\\u',
  '.',
];

/** Removes, repeats or replaces one place of a text. */
function damaged(text: string, choices: Choices): string {
  const at = choices.below(text.length);
  const put = choices.oneOf(['', (text[at] ?? '').repeat(2), ...replacements]);
  return text.slice(0, at) + put + text.slice(at + 1);
}
