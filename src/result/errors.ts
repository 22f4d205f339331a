import { isJsonObject, ownMember, type JsonValue } from '../core/json.ts';
import { classifyError } from './classify-error.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import { nextMoveOf, ownCredentials } from './next-moves.ts';
import { scrubExtensions, scrubMessage } from './scrub.ts';

/** What is known of an answer whose errors are read. */
export interface ErrorSource {
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Host names of the API, which must not be told. */
  readonly hosts: readonly string[];
  readonly mutation: boolean;
  /** Whether the API may know who calls; else it knows the gateway alone. */
  readonly knowsCaller: boolean;
}

/** Errors of one answer that are passed on; a list of a thousand items may fail in each of them. */
export const maxErrors = 20;

/**
 * Reads the `errors` of an answer, whatever shape they have.
 *
 * | `errors`            | read as                                              |
 * | ------------------- | ---------------------------------------------------- |
 * | absent, null, `[]`  | no errors                                            |
 * | a list              | an entry for each of the first twenty                |
 * | a text              | one error with this message, as Shopify sends it     |
 * | an object           | one error                                            |
 * | anything else       | one error without a message                          |
 */
export function readErrors(errors: unknown, source: ErrorSource): readonly ErrorWithMove[] {
  if (errors === undefined || errors === null) return [];
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [errors];
  return list.slice(0, maxErrors).map((error) => readError(error, source));
}

function readError(error: unknown, source: ErrorSource): ErrorWithMove {
  const given = typeof error === 'string' ? { message: error } : isJsonObject(error) ? error : {};
  const extensions = ownMember(given, 'extensions');
  const message = messageOf(given, extensions);
  const classification = classifyError(given, message, source.status);
  const kept = keepExtensions(given, extensions, source);
  const path = readPath(ownMember(given, 'path'));
  const entry: ErrorEntry = {
    message: scrubMessage(message, source.hosts) || 'The GraphQL API gave no message.',
    ...(path && { path }),
    classification,
    ...(kept && { extensions: kept }),
  };
  const limited = classification === 'RATE_LIMITED' || classification === 'UNAVAILABLE';
  const { retryAfterSeconds } = source;
  const reference = kept && referenceIn(kept);
  const refused =
    classification === 'UNAUTHORIZED' || (classification === 'FORBIDDEN' && source.status === 403);
  const nextMove = nextMoveOf(classification, {
    ...(refused && !source.knowsCaller && { advice: ownCredentials }),
    ...(limited && retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(reference !== undefined && { reference }),
    mayHaveRun: source.mutation,
  });
  return { entry, nextMove };
}

/** The message, with the one that Linear words for people where there is one. */
function messageOf(error: object, extensions: unknown): string {
  const given = ownMember(error, 'message') ?? ownMember(error, 'error');
  const message = typeof given === 'string' ? given : writeAny(given);
  const forPeople = isJsonObject(extensions) ? ownMember(extensions, 'userPresentableMessage') : '';
  if (typeof forPeople !== 'string' || forPeople === '' || message.includes(forPeople)) {
    return message;
  }
  return message === '' ? forPeople : `${message}: ${forPeople}`;
}

/** A message that is not a text, as JSON. */
function writeAny(value: unknown): string {
  if (value === undefined || value === null) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

const maxPath = 50;

/** The path, as far as it is one: null, a text or a list of anything come too. */
function readPath(path: unknown): readonly (string | number)[] | undefined {
  if (!Array.isArray(path) || path.length === 0) return undefined;
  const parts = path.slice(0, maxPath).map((part: unknown) => {
    if (typeof part === 'string') return part.slice(0, 200).toWellFormed();
    return Number.isInteger(part) ? (part as number) : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Members beside `extensions` in which some servers put what belongs there. */
const topLevelCodes = ['type', 'errorType', 'errorInfo', 'errcode', 'code'] as const;

/** Bytes of one error's extensions, about; what is larger is no code but a report. */
const maxExtensions = 2_000;

function keepExtensions(
  error: object,
  extensions: unknown,
  { hosts }: ErrorSource,
): ErrorEntry['extensions'] {
  const lifted = topLevelCodes
    .map((key) => [key, ownMember(error, key)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const own = isJsonObject(extensions) ? extensions : {};
  const all = lifted.length === 0 ? own : { ...Object.fromEntries(lifted), ...own };
  const kept = scrubExtensions(all, hosts);
  if (!kept || JSON.stringify(kept).length <= maxExtensions) return kept;
  const scalars = Object.entries(kept).filter(([, value]) => isShort(value));
  return Object.fromEntries(scalars.slice(0, 10));
}

function isShort(value: JsonValue): boolean {
  return typeof value === 'string' ? value.length <= 150 : typeof value !== 'object';
}

/** Names under which servers give a failure an id that their operators can look up. */
const referenceKey =
  /^(reference|(error|request|trace|correlation|incident|event)_?id|error_?instance_?id)$/i;

function referenceIn(extensions: { readonly [key: string]: JsonValue }): string | undefined {
  const found = Object.entries(extensions).find(([key]) => referenceKey.test(key))?.[1];
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && /^[\w.:/+=-]{1,100}$/.test(found) ? found : undefined;
}
