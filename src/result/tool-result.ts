import type { ErrorRule } from '../config/upstream-options.ts';
import { utf8Length } from '../core/text.ts';
import type { ContentBlock, ExecutionOutcome, ToolResult } from '../core/call.ts';
import { quoteUnsafeIntegers } from '../core/exact-json.ts';
import { isJsonObject } from '../core/json.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import { takeContent } from './content-blocks.ts';
import { findContradictions } from './schema-mismatch.ts';
import { writeEnvelope, writeErrorEnvelope } from './envelope.ts';
import { createFindRule } from './classify/error-rules.ts';
import { type ErrorEntry, type ErrorWithMove, summarizeErrors } from './error-entry.ts';
import { readErrors, throttleSeconds } from './errors.ts';
import { createSizeCheck, tooLargeError, unreadError } from './size-limit.ts';
import { gatewayCredentials, hasRun, nextMoves } from './next-moves.ts';
import { failureError, noAnswerError, problemErrors } from './refusals.ts';

export interface ResultSettings {
  /**
   * Responses that contradict the output schema: `off` does not look for them, `warn` reports and
   * serves them, `enforce` reports and refuses them.
   */
  readonly validateOutput: 'off' | 'warn' | 'enforce';
  /**
   * Called for each result which shows that the tool does not match the API: the response contradicts
   * the schema, or the API refuses the operation. `cause` contains no values of callers.
   */
  readonly onMismatch?: (tool: Tool, cause: string) => void;
  /** Called for each result without errors. */
  readonly onSuccess?: (tool: Tool) => void;
  /** Size limit of an envelope in UTF-8 bytes. */
  readonly maxResultBytes: number;
  /** Called with the errors of each response that has any, for logs. */
  readonly onErrors?: (tool: Tool, errors: readonly ErrorEntry[]) => void;
  /** Names of the API's `extensions` to keep in results. */
  readonly keepExtensions: readonly string[];
  /** Rules for errors of the API, which win over the built-in ones. @default [] */
  readonly errors?: readonly ErrorRule[];
  /** Host names of the API, which are removed from messages. @default [] */
  readonly hosts?: readonly string[];
  /**
   * Whether the API may know the caller of any tool: by forwarded headers, or because it runs in
   * process. @default true
   */
  readonly knowsCaller?: boolean;
}

/** Maps the outcomes of calls to tool results. */
export interface ResultMapper {
  /** The result of a call that was executed. */
  fromOutcome(tool: Tool, outcome: ExecutionOutcome): ToolResult;
  /** The result of a call that was refused before execution because of its arguments. */
  refusal(tool: Tool, problems: readonly ArgumentProblem[]): ToolResult;
}

type Response = Extract<ExecutionOutcome, { readonly kind: 'response' }>;

/**
 * Creates a mapper. It never throws, and every envelope matches the tool's output schema, unless the
 * API contradicts it and `validateOutput` is not `enforce`.
 *
 * | outcome | condition                                      | `isError` | envelope                | first text   |
 * | ------- | ---------------------------------------------- | --------- | ----------------------- | ------------ |
 * | success | no errors                                      | no        | `data`                  | the envelope |
 * | partial | errors, and a root field that is not null      | yes; no for `partialResults: ACCEPT` | `data`, `errors` | what failed; the envelope |
 * | failure | errors, and no root field that is not null     | yes       | `data` (nulls), `errors` | what failed |
 * | refused | arguments, limits, deadlines, invalid responses | yes       | `data: null`, `errors`  | what failed  |
 *
 * A text that describes the errors is followed by a second one with the envelope.
 */
export function createResultMapper(settings: ResultSettings): ResultMapper {
  const { maxResultBytes, keepExtensions, hosts = [], knowsCaller = true } = settings;
  const { validateOutput, onErrors, onMismatch, onSuccess } = settings;
  const findRule = createFindRule(settings.errors ?? []);
  const isTooLarge = createSizeCheck(maxResultBytes);

  function fromResponse(tool: Tool, response: Response): ToolResult {
    const { body } = response;
    const errors = body.errors === undefined ? [] : errorsOf(tool, response);
    const data = isJsonObject(body.data) ? body.data : undefined;
    if (errors.length === 0) {
      return data
        ? withData(tool, response, errors)
        : failed(tool, [noAnswerError(response, isMutation(tool))]);
    }
    if (data && hasValue(data)) return withData(tool, response, errors);
    return failed(tool, errors, keepNulls(tool, data, errors));
  }

  function errorsOf(tool: Tool, response: Response): readonly ErrorWithMove[] {
    const { body, status, retryAfterSeconds = throttleSeconds(body.extensions) } = response;
    const source = {
      status,
      retryAfterSeconds,
      hosts,
      keepExtensions,
      findRule,
      isMutation: isMutation(tool),
      hasInput: Object.keys(tool.inputSchema.properties).length > 0,
      bound: tool.operation.bound,
      knowsCaller: isCallerKnown(tool),
    };
    const errors = readErrors(body.errors, source);
    onErrors?.(
      tool,
      errors.map(({ entry }) => entry),
    );
    return errors;
  }

  function isCallerKnown({ operation }: Tool): boolean {
    return knowsCaller || operation.bound.some(({ from }) => from !== 'env');
  }

  function withData(tool: Tool, response: Response, errors: readonly ErrorWithMove[]): ToolResult {
    const { body, text } = response;
    // a text far beyond the limit stays too large however it is compacted
    if (!tool.content && text !== undefined && text.length > maxResultBytes * 4) {
      return tooLarge(tool, body.data, errors, text);
    }
    const entries = errors.map(({ entry }) => entry);
    const written = writeEnvelope({ body, text, errors: entries, keepExtensions });
    if (written === undefined) return failed(tool, [unwritable(tool)]);
    const { envelope, blocks } = tool.content
      ? takeContent(tool, body.data, written)
      : { envelope: written, blocks: [] };
    if (isTooLarge(envelope)) return tooLarge(tool, body.data, errors, envelope);
    const found = validateOutput === 'off' ? [] : findContradictions(tool, body, entries);
    const all = [...found, ...errors];
    if (found.length > 0 && validateOutput === 'enforce') {
      return failed(tool, all, 'null', envelope);
    }
    report(tool, all);
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
    onSuccess?.(tool);
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
    return failed(tool, [error, ...errors]);
  }

  /** The result of a failed call; `received` is the rejected envelope, for people. */
  function failed(
    tool: Tool,
    errors: readonly ErrorWithMove[],
    data = 'null',
    received?: string,
  ): ToolResult {
    report(tool, errors);
    const envelope = writeErrorEnvelope(
      errors.map(({ entry }) => entry),
      data,
    );
    const texts = [summarizeErrors(errors, false), envelope];
    return errorResult(received === undefined ? texts : [...texts, received], envelope);
  }

  function report(tool: Tool, errors: readonly ErrorWithMove[]): void {
    if (errors.length === 0) return onSuccess?.(tool);
    const isMismatch = ({ entry }: ErrorWithMove) => entry.classification === 'UPSTREAM_MISMATCH';
    const mismatch = errors.find(isMismatch);
    if (mismatch) onMismatch?.(tool, mismatch.cause ?? mismatch.entry.message);
  }

  return {
    fromOutcome(tool, outcome) {
      if (outcome.kind === 'response') return fromResponse(tool, outcome);
      if (outcome.kind === 'validated') return fromValidated(tool, outcome.text);
      if (outcome.kind === 'too-large') return failed(tool, [unreadError(tool, outcome.maxBytes)]);
      const isRefused =
        outcome.classification === 'UNAUTHORIZED' || outcome.classification === 'FORBIDDEN';
      const advice = isRefused && !isCallerKnown(tool) ? { advice: gatewayCredentials } : {};
      return failed(tool, [failureError({ ...advice, ...outcome }, hosts)]);
    },
    refusal: (tool, problems) => failed(tool, problemErrors(problems)),
  };
}

/** Whether any root field has a value: then the result is partial instead of a failure. */
function hasValue(data: object): boolean {
  return Object.values(data).some((value) => value !== null && value !== undefined);
}

/** The data of a failure as JSON: with its null fields if the output schema allows them. */
function keepNulls(tool: Tool, data: object | undefined, errors: readonly ErrorWithMove[]): string {
  if (!data) return 'null';
  const entries = errors.map(({ entry }) => entry);
  return tool.checkOutput({ data, errors: entries }).length === 0 ? JSON.stringify(data) : 'null';
}

function unwritable(tool: Tool): ErrorWithMove {
  return {
    entry: {
      message: 'The response contains a value that cannot be written as JSON.',
      classification: 'UPSTREAM_MISMATCH',
    },
    nextMove: isMutation(tool) ? hasRun : nextMoves.UPSTREAM_MISMATCH,
  };
}

function isMutation({ operation }: Tool): boolean {
  return operation.kind === 'mutation';
}

function errorResult(
  texts: readonly string[],
  structured: string,
  blocks: readonly ContentBlock[] = [],
): ToolResult {
  const content = texts.map((text) => ({ type: 'text', text }) as const);
  return { content: [...content, ...blocks], structured, isError: true };
}
