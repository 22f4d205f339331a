import { utf8Length } from '../core/text.ts';
import type { ContentBlock, ExecutionOutcome, ToolResult } from '../core/call.ts';
import { quoteUnsafeIntegers } from '../core/exact-json.ts';
import { isJsonObject } from '../core/json.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import { takeContent } from './content-blocks.ts';
import { createDriftCheck, type DriftSettings } from './drift.ts';
import { writeEnvelope, writeErrorEnvelope } from './envelope.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import { summarizeErrors } from './error-summary.ts';
import { readErrors } from './errors.ts';
import { createSizeCheck, tooLargeError } from './limit.ts';
import { nextMoves, ownCredentials } from './next-moves.ts';
import { failureError, noAnswerError, problemErrors, type RefusedCall } from './refusals.ts';
import { throttleSeconds } from './throttle.ts';

/** What a result mapper is told once. */
export interface ResultSettings extends DriftSettings {
  /** Largest envelope, in UTF-8 bytes. */
  readonly maxResultBytes: number;
  /** Called with the errors of every response that has some, for logs. */
  readonly onErrors?: (tool: Tool, errors: readonly ErrorEntry[]) => void;
  /** Names of the API's `extensions` that results carry. */
  readonly keepExtensions: readonly string[];
  /** Host names of the API, which no message may tell. @default [] */
  readonly hosts?: readonly string[];
  /**
   * Whether the API may know who calls, whatever the tool: by headers that are passed on, or because
   * it runs in process. @default true
   */
  readonly knowsCaller?: boolean;
}

/** Turns what came of a call into what MCP shows of it. */
export interface ResultMapper {
  /** The result of a call that was carried out, or that failed on the way. */
  fromOutcome(tool: Tool, outcome: ExecutionOutcome): ToolResult;
  /** The result of a call that was refused: for its arguments, or for another reason. */
  refusal(tool: Tool, reason: readonly ArgumentProblem[] | RefusedCall): ToolResult;
}

type Response = Extract<ExecutionOutcome, { readonly kind: 'response' }>;

/**
 * Makes a mapper. It never throws, and every result's envelope fits the tool's output schema,
 * except where the API itself contradicts it and `validateOutput` is not `enforce`.
 *
 * | outcome | when                                           | `isError` | envelope                | first text   |
 * | ------- | ---------------------------------------------- | --------- | ----------------------- | ------------ |
 * | success | no errors                                      | no        | `data`                  | the envelope |
 * | partial | errors, and a root field that is not null      | yes; no for `partialResults: ACCEPT` | `data`, `errors` | what failed; the envelope |
 * | failure | errors, and no root field that is not null     | yes       | `data` (nulls), `errors` | what failed |
 * | refused | arguments, limits, deadlines, unusable answers | yes       | `data: null`, `errors`  | what failed  |
 *
 * After a text that says what failed comes a second one with the envelope.
 */
export function createResultMapper(settings: ResultSettings): ResultMapper {
  const { maxResultBytes, keepExtensions, hosts = [], knowsCaller = true, onErrors } = settings;
  const isTooLarge = createSizeCheck(maxResultBytes);
  const findDrift = createDriftCheck(settings);

  function fromResponse(tool: Tool, response: Response): ToolResult {
    const { body } = response;
    const errors = body.errors === undefined ? [] : errorsOf(tool, response);
    const data = isJsonObject(body.data) ? body.data : undefined;
    if (errors.length === 0) {
      return data ? withData(tool, response, errors) : failed([noAnswerError(response)]);
    }
    if (data && hasValue(data)) return withData(tool, response, errors);
    return failed(errors, keepNulls(tool, data, errors));
  }

  function errorsOf(tool: Tool, response: Response): readonly ErrorWithMove[] {
    const { body, status, retryAfterSeconds = throttleSeconds(body.extensions) } = response;
    const mutation = tool.operation.kind === 'mutation';
    const source = { status, retryAfterSeconds, hosts, mutation, knowsCaller: isKnown(tool) };
    const errors = readErrors(body.errors, source);
    onErrors?.(
      tool,
      errors.map(({ entry }) => entry),
    );
    return errors;
  }

  function isKnown({ operation }: Tool): boolean {
    return knowsCaller || operation.bound.some(({ from }) => from !== 'env');
  }

  function withData(tool: Tool, response: Response, errors: readonly ErrorWithMove[]): ToolResult {
    const { body, text } = response;
    // a text far beyond the limit is not tidied first: nothing brings it below
    if (!tool.content && text !== undefined && text.length > maxResultBytes * 4) {
      return tooLarge(tool, body.data, errors, text);
    }
    const entries = errors.map(({ entry }) => entry);
    const written = writeEnvelope({ body, text, errors: entries, keepExtensions });
    if (written === undefined) return failed([unwritable]);
    const { envelope, blocks } = tool.content
      ? takeContent(tool, body.data, written)
      : { envelope: written, blocks: [] };
    if (isTooLarge(envelope)) return tooLarge(tool, body.data, errors, envelope);
    const drift = findDrift(tool, body, entries);
    if (drift.length > 0) return failed([...drift, ...errors], 'null', envelope);
    const structured = quoteUnsafeIntegers(envelope, tool.outputSchema);
    if (errors.length > 0 && tool.partialResults === 'REJECT') {
      return errorResult([summarizeErrors(errors, true), envelope], structured, blocks);
    }
    return { content: [{ type: 'text', text: envelope }, ...blocks], structured, isError: false };
  }

  function fromValidated(tool: Tool, text: string): ToolResult {
    if (isTooLarge(text)) {
      const { data } = JSON.parse(text) as { readonly data: unknown };
      return tooLarge(tool, data, [], text);
    }
    return { content: [{ type: 'text', text }], structured: text, isError: false };
  }

  function tooLarge(
    tool: Tool,
    data: unknown,
    errors: readonly ErrorWithMove[],
    text: string,
  ): ToolResult {
    const error = tooLargeError(tool, data, {
      bytes: utf8Length(text),
      maxBytes: maxResultBytes,
    });
    return failed([error, ...errors]);
  }

  return {
    fromOutcome(tool, outcome) {
      if (outcome.kind === 'response') return fromResponse(tool, outcome);
      if (outcome.kind === 'validated') return fromValidated(tool, outcome.text);
      const refused =
        outcome.classification === 'UNAUTHORIZED' || outcome.classification === 'FORBIDDEN';
      const advice = refused && !isKnown(tool) ? { advice: ownCredentials } : {};
      return failed([failureError({ ...advice, ...outcome }, hosts)]);
    },
    refusal(_tool, reason) {
      if ('classification' in reason) return failed([failureError(reason, hosts)]);
      return failed(problemErrors(reason));
    },
  };
}

/** Whether some root field is there: then the answer is partial, and not a failure. */
function hasValue(data: object): boolean {
  return Object.values(data).some((value) => value !== null && value !== undefined);
}

/** The data of a failure as JSON: its nulls as they are, where the output schema has them so. */
function keepNulls(tool: Tool, data: object | undefined, errors: readonly ErrorWithMove[]): string {
  if (!data) return 'null';
  const entries = errors.map(({ entry }) => entry);
  return tool.checkOutput({ data, errors: entries }).length === 0 ? JSON.stringify(data) : 'null';
}

const unwritable: ErrorWithMove = {
  entry: {
    message: 'The answer holds a value that cannot be written as JSON.',
    classification: 'UPSTREAM_MISMATCH',
  },
  nextMove: nextMoves.UPSTREAM_MISMATCH,
};

/** A failed call's result; `seen` is what came all the same, for a person to look at. */
function failed(errors: readonly ErrorWithMove[], data = 'null', seen?: string): ToolResult {
  const envelope = writeErrorEnvelope(
    errors.map(({ entry }) => entry),
    data,
  );
  const texts = [summarizeErrors(errors, false), envelope];
  return errorResult(seen === undefined ? texts : [...texts, seen], envelope);
}

function errorResult(
  texts: readonly string[],
  structured: string,
  blocks: readonly ContentBlock[] = [],
): ToolResult {
  const content = texts.map((text) => ({ type: 'text', text }) as const);
  return { content: [...content, ...blocks], structured, isError: true };
}
