import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { ExecutionOutcome } from '../../src/core/call.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { compactJson, jsonMembers, quoteUnsafeIntegers } from '../../src/core/exact-json.ts';
import { readBody } from '../../src/execute/response.ts';
import { toolFixture } from '../support/tool-fixture.ts';

const runs = { numRuns: process.env['DEEP'] ? 10_000 : 400 };
const tools = [
  toolFixture('query Q { film { title } }'),
  toolFixture('mutation M { film { title } }', { partialResults: 'ACCEPT' }),
];
const mappers = (['off', 'warn', 'enforce'] as const).flatMap((validateOutput) =>
  [60, 2_000].map((maxResultBytes) =>
    createResultMapper({ maxResultBytes, keepExtensions: ['cost', 'a'], validateOutput }),
  ),
);

const mapping = fc.tuple(fc.constantFrom(...mappers), fc.constantFrom(...tools));
const status = fc.integer({ min: 100, max: 599 });

const json = fc.jsonValue({ maxDepth: 4, depthSize: 'medium' });
/** A GraphQL error, or another value in its place. */
const error = fc.oneof(
  json,
  fc.record(
    {
      message: fc.oneof(fc.string(), json),
      path: json,
      extensions: fc.oneof(
        json,
        fc.dictionary(fc.constantFrom('code', 'stack', '__proto__', 'a'), json),
      ),
      type: json,
    },
    { requiredKeys: [] },
  ),
);
/** The body of an answer with members of any type. */
const body = fc.record(
  {
    data: fc.oneof(json, fc.dictionary(fc.constantFrom('film', '__proto__', 'constructor'), json)),
    errors: fc.oneof(json, fc.array(error, { maxLength: 30 })),
    extensions: json,
    other: json,
  },
  { requiredKeys: [] },
);

const lone = /\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]/;

function isSound(
  outcome: ExecutionOutcome,
  [mapper, tool]: readonly [(typeof mappers)[number], (typeof tools)[number]],
): boolean {
  const { content, structured, isError } = mapper.fromOutcome(tool, outcome);
  const envelope = JSON.parse(structured) as { readonly errors?: unknown };
  const [first] = content;
  return (
    tool.checkOutput(envelope).length === 0 &&
    first?.type === 'text' &&
    first.text !== '' &&
    !/[\n\r]/.test(structured) &&
    !lone.test(structured.replaceAll('\\\\', '')) &&
    (!isError || envelope.errors !== undefined)
  );
}

describe('the result mapper', () => {
  it('returns a valid envelope for any answer, and never throws', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(0, 2), status, mapping, (value, indent, code, how) => {
        const text = JSON.stringify(value, undefined, indent);
        const parsed = JSON.parse(text) as object;
        return (
          isSound({ kind: 'response', body: parsed, text, status: code }, how) &&
          isSound({ kind: 'response', body: parsed }, how)
        );
      }),
      runs,
    );
  });

  it('returns a valid envelope for any text', () => {
    const cut = fc
      .tuple(body, fc.nat(400))
      .map(([value, end]) => JSON.stringify(value).slice(0, end));
    fc.assert(
      fc.property(fc.oneof(cut, fc.string()), status, mapping, (text, code, how) =>
        isSound(
          readBody({ status: code, contentType: '', text, retryAfterSeconds: undefined }),
          how,
        ),
      ),
      runs,
    );
  });
});

describe('reading JSON text', () => {
  it('finds the same members as JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        fc.constantFrom(0, 1, '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          const found = jsonMembers(text).map(({ name, text: member }) => [
            name,
            JSON.parse(member) as unknown,
          ]);
          return JSON.stringify(Object.fromEntries(found)) === JSON.stringify(JSON.parse(text));
        },
      ),
      runs,
    );
  });

  it('removes white space only', () => {
    fc.assert(
      fc.property(
        json,
        (value) => compactJson(JSON.stringify(value, undefined, 3)) === JSON.stringify(value),
      ),
      runs,
    );
  });

  it('changes unsafe integers only, to text with the same digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), digits)), (pairs) => {
        const members = pairs.map(
          ([name, literal]) => `${JSON.stringify(name)}:[${literal},"${literal}"]`,
        );
        const expected = pairs.map(
          ([name, literal]) =>
            `${JSON.stringify(name)}:[${Number.isSafeInteger(Number(literal)) ? literal : `"${literal}"`},"${literal}"]`,
        );
        return quoteUnsafeIntegers(`{${members.join(',')}}`, {}) === `{${expected.join(',')}}`;
      }),
      runs,
    );
  });
});
