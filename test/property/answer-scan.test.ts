import fc from 'fast-check';
import { print, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../src/compile/scan/answer-scan.ts';
import { createValidator } from '../../src/compile/validators.ts';
import type { ExecutionOutcome } from '../../src/core/call.ts';
import { SplicedJson } from '../../src/core/raw-json.ts';
import type { Tool } from '../../src/core/tool.ts';
import { readFitting } from '../../src/execute/fitting-answer.ts';
import { readAnswer } from '../../src/execute/http-response.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { SplicedBytes } from '../../src/serve/spliced-bytes.ts';
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

describe('an answer that surely fits', () => {
  it(
    'comes to the same result as when it is parsed and validated, damaged or not',
    () => {
      const seen = { fitting: 0, whole: 0 };
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
            if (isWhole) seen.whole += 1;
            if (isWhole && isFitting(text, tool)) seen.fitting += 1;
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
      // what selections of several types answer in another order, or unions of leaves, is parsed
      expect(seen.fitting / seen.whole).toBeGreaterThan(0.8);
    },
    timeout,
  );
});

function isFitting(text: string, tool: Tool): boolean {
  const bytes = Buffer.from(text);
  return readFitting({ chunks: [bytes], length: bytes.length }, tool) !== undefined;
}

/** Both results, where the answer surely fits and they differ. */
function differenceOf(bytes: Buffer, tool: Tool): readonly unknown[] {
  const json = readFitting({ chunks: [bytes], length: bytes.length }, tool);
  if (!json) return [];
  const parsed = readAnswer({
    status: 200,
    contentType: '',
    text: bytes.toString(),
    retryAfterSeconds: undefined,
  });
  const results = [{ kind: 'fitting', json } satisfies ExecutionOutcome, parsed].map((outcome) => {
    const { content, structured, isError } = mapper.fromOutcome(tool, outcome);
    return { content, structured, isError };
  });
  if (JSON.stringify(results[0]) !== JSON.stringify(results[1])) return results;
  const spliced = new SplicedJson('{"text":', json, ',"value":', '}');
  const written = writtenBytes(spliced);
  return written === String(spliced) ? [] : [written];
}

/** What goes out where the answer is large. */
function writtenBytes(spliced: SplicedJson): string {
  const window = Buffer.alloc(3 * spliced.raw.length + 100);
  return window.toString('utf8', 0, new SplicedBytes(spliced).writeTo(window));
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

/** One place of a text taken out, doubled or replaced. */
function damaged(text: string, choices: Choices): string {
  const at = choices.below(text.length);
  const put = choices.oneOf(['', (text[at] ?? '').repeat(2), ...replacements]);
  return text.slice(0, at) + put + text.slice(at + 1);
}
