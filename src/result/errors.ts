import type { Classification } from '../core/classification.ts';
import { isJsonObject, memberAt, ownMember, type JsonValue } from '../core/json.ts';
import type { BoundVariable } from '../core/tool.ts';
import { classifyError, codesOf, refusalOf } from './classify/classify-error.ts';
import { stringify } from './envelope.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import type { FindRule } from './classify/error-rules.ts';
import { gatewayCredentials, nextMoveOf } from './next-moves.ts';
import { validationReasons } from './classify/validation-reasons.ts';
import { maxRead, scrubExtensions, scrubMessage } from './scrub.ts';

/** The response that errors belong to. */
export interface ErrorSource {
  /** HTTP status. */
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Host names of the API, which are removed from messages. */
  readonly hosts: readonly string[];
  /** Names of the `extensions` to keep, beside those that agents need. */
  readonly keepExtensions: readonly string[];
  /** Finds the rule of the configuration that applies to an error. */
  readonly findRule: FindRule;
  readonly isMutation: boolean;
  /** Whether the tool has arguments. */
  readonly hasInput: boolean;
  /** The variables that the gateway sets. */
  readonly bound: readonly BoundVariable[];
  /** Whether the API may know the caller; otherwise it knows only the gateway. */
  readonly knowsCaller: boolean;
}

/** Largest number of errors in a result; every item of a list may have failed. */
export const maxErrors = 20;

/**
 * Reads the `errors` of a response, whatever their shape.
 *
 * | `errors`            | result                                               |
 * | ------------------- | ---------------------------------------------------- |
 * | absent, null, `[]`  | no errors                                            |
 * | a list              | an entry for each of the first twenty                |
 * | a string            | one error with this message (Shopify)                |
 * | an object           | one error                                            |
 * | anything else       | one error without a message                          |
 */
export function readErrors(errors: unknown, source: ErrorSource): readonly ErrorWithMove[] {
  if (errors === undefined || errors === null) return [];
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [errors];
  return list.slice(0, maxErrors).map((error) => readError(error, source));
}

function readError(error: unknown, source: ErrorSource): ErrorWithMove {
  const members = typeof error === 'string' ? { message: error } : isJsonObject(error) ? error : {};
  const extensions = ownMember(members, 'extensions');
  const message = messageOf(members, extensions).slice(0, maxRead);
  const { classification: known, advice } = judge(members, message, source);
  const classification = known ?? 'INTERNAL_ERROR';
  const canWait = classification === 'RATE_LIMITED' || classification === 'UNAVAILABLE';
  const { retryAfterSeconds } = source;
  const waits = canWait && retryAfterSeconds !== undefined;
  const found = keepExtensions(members, extensions, source);
  const kept = waits ? { ...found, retryAfterSeconds } : found;
  const path = readPath(ownMember(members, 'path'));
  const words = scrubMessage(withReasons(message, extensions), source.hosts);
  const entry: ErrorEntry = {
    message: words || 'The GraphQL API sent no message.',
    ...(path && { path }),
    classification,
    ...(kept && { extensions: kept }),
  };
  const reference = kept && referenceIn(kept);
  // an error without words cannot be read
  const nextMove = nextMoveOf(words === '' ? classification : known, {
    ...(advice !== undefined && { advice }),
    ...(waits && { retryAfterSeconds }),
    ...(reference !== undefined && { reference }),
    mayHaveRun: source.isMutation,
    hasInput: source.hasInput,
  });
  const isMismatch = classification === 'UPSTREAM_MISMATCH';
  return {
    entry,
    nextMove,
    isQuoted: words !== '',
    ...(isMismatch && { cause: causeOf(message, kept, source) }),
  };
}

interface Judgement {
  /** Undefined if nothing classifies the error. */
  readonly classification: Classification | undefined;
  /** Replaces the advice of the classification. */
  readonly advice?: string;
}

function judge(error: object, message: string, source: ErrorSource): Judgement {
  const codes = codesOf(error).map(({ code }) => code);
  const rule = source.findRule(codes, message);
  if (rule) return rule;
  const [, variable] = /^Variable ["'`]?\$?(\w+)/.exec(message) ?? [];
  if (source.bound.some((each) => each.variable === variable)) return refusedBinding;
  const classification = classifyError(error, message, source.status);
  const isRefused =
    classification === 'UNAUTHORIZED' || (classification === 'FORBIDDEN' && source.status === 403);
  return isRefused && !source.knowsCaller
    ? { classification, advice: gatewayCredentials }
    : { classification };
}

/** Agents do not see bound variables, and neither they nor the schema are to blame. */
const refusedBinding: Judgement = {
  classification: 'FORBIDDEN',
  advice: 'Do not retry; tell the user that a value which the gateway adds has to be corrected.',
};

/** Why the API refused an operation, without values of callers. */
function causeOf(message: string, kept: ErrorEntry['extensions'], { hosts }: ErrorSource): string {
  const refusal = refusalOf(message);
  if (refusal !== undefined) return scrubMessage(refusal, hosts);
  const code = kept?.['code'];
  return typeof code === 'string' ? code : 'The API refuses the operation.';
}

/** The message, including Linear's message for people if there is one. */
function messageOf(error: object, extensions: unknown): string {
  const value = ownMember(error, 'message') ?? ownMember(error, 'error');
  const message = typeof value === 'string' ? value : value == null ? '' : (stringify(value) ?? '');
  const presentable = memberAt(extensions, ['userPresentableMessage']);
  if (typeof presentable !== 'string' || presentable === '' || message.includes(presentable)) {
    return message;
  }
  return message === '' ? presentable : `${message}: ${presentable}`;
}

/** The message with the reasons that it does not contain yet. */
function withReasons(message: string, extensions: unknown): string {
  const reasons = validationReasons(extensions).filter(
    (reason) => !message.includes(reason.replace(/^[\w.]+: /, '')),
  );
  if (reasons.length === 0) return message;
  return message === '' ? reasons.join('; ') : `${message}: ${reasons.join('; ')}`;
}

const maxPath = 50;

/** The path; undefined unless it is a list of texts and indices. A text that is no name is masked. */
function readPath(path: unknown): readonly (string | number)[] | undefined {
  if (!Array.isArray(path) || path.length === 0) return undefined;
  const parts = path.slice(0, maxPath).map((part: unknown) => {
    if (typeof part === 'string') return isName(part) ? part : '[masked]';
    return Number.isInteger(part) ? (part as number) : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Whether a text can be a name in a GraphQL response. */
function isName(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z_]\w*$/.test(text);
}

/** Members outside `extensions` in which some servers put codes. */
const topLevelCodes = ['type', 'errorType', 'errorInfo', 'errcode', 'code'] as const;

/** Approximate size limit of one error's extensions in bytes; larger ones lose their nested members. */
const maxExtensions = 2_000;

function keepExtensions(
  error: object,
  extensions: unknown,
  { hosts, keepExtensions: named }: ErrorSource,
): ErrorEntry['extensions'] {
  const lifted = topLevelCodes
    .map((key) => [key, ownMember(error, key)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const members = isJsonObject(extensions) ? extensions : {};
  const all = lifted.length === 0 ? members : { ...Object.fromEntries(lifted), ...members };
  const kept = scrubExtensions(all, hosts, named);
  if (!kept || JSON.stringify(kept).length <= maxExtensions) return kept;
  const scalars = Object.entries(kept).filter(([, value]) => isShort(value));
  return Object.fromEntries(scalars.slice(0, 10));
}

function isShort(value: JsonValue): boolean {
  return typeof value === 'string' ? value.length <= 150 : typeof value !== 'object';
}

/** Names of extensions that identify a failure in the logs of the API. */
const referenceKey =
  /^(reference|(error|request|trace|correlation|incident|event)_?id|error_?instance_?id)$/i;

function referenceIn(extensions: { readonly [key: string]: JsonValue }): string | undefined {
  const value = Object.entries(extensions).find(([key]) => referenceKey.test(key))?.[1];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[\w.:/+=-]{1,100}$/.test(value) ? value : undefined;
}

/**
 * Seconds after which an API with query costs accepts this query again; undefined if unknown.
 *
 * Shopify puts `{ requestedQueryCost, throttleStatus: { maximumAvailable, currentlyAvailable,
 * restoreRate } }` into `extensions.cost` of every response, in points and points per second: see
 * https://shopify.dev/docs/api/usage/limits. Waiting does not help a query that costs more than
 * `maximumAvailable`.
 */
export function throttleSeconds(extensions: unknown): number | undefined {
  const requested = amountAt(extensions, 'requestedQueryCost');
  const available = amountAt(extensions, 'throttleStatus', 'currentlyAvailable');
  const rate = amountAt(extensions, 'throttleStatus', 'restoreRate');
  const maximum = amountAt(extensions, 'throttleStatus', 'maximumAvailable') ?? Infinity;
  if (requested === undefined || available === undefined || !rate || requested > maximum) {
    return undefined;
  }
  return Math.max(1, Math.ceil((requested - available) / rate));
}

function amountAt(extensions: unknown, ...path: readonly string[]): number | undefined {
  const value = memberAt(extensions, ['cost', ...path]);
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
}
