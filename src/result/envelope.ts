import type { GraphQLResponseBody } from '../core/call.ts';
import { compactJson, jsonMembers } from '../core/exact-json.ts';
import { isJsonObject, ownMember, replaceLoneSurrogates } from '../core/json.ts';
import type { ErrorEntry } from './error-entry.ts';

/** The parts of a response that its envelope is written from. */
export interface EnvelopeParts {
  readonly body: GraphQLResponseBody;
  /** The JSON text that `body` was parsed from, if there is one. */
  readonly text: string | undefined;
  readonly errors: readonly ErrorEntry[];
  /** Names of the `extensions` to keep. */
  readonly keepExtensions: readonly string[];
}

/**
 * Writes the envelope `{ data, errors?, extensions? }` of a response with data.
 *
 * The text of a response that is only `{"data":…}` is its envelope; from any other text, `data` and
 * the extensions are cut out. Thus numbers keep every digit. Undefined if a value cannot be written
 * as JSON, which only an in-process response can contain.
 */
export function writeEnvelope(parts: EnvelopeParts): string | undefined {
  const { body, text, errors, keepExtensions } = parts;
  if (text !== undefined)
    return cleanText(errors.length === 0 && hasOnlyData(body) ? text : cut(parts, text));
  const data = stringify(body.data);
  if (data === undefined) return undefined;
  const kept = isJsonObject(body.extensions) ? pick(body.extensions, keepExtensions) : [];
  return replaceLoneSurrogates(join(data, errors, kept));
}

/**
 * Writes the envelope of a failed call.
 *
 * @param data JSON; null, or an object whose members are all null.
 */
export function writeErrorEnvelope(errors: readonly ErrorEntry[], data: string): string {
  return replaceLoneSurrogates(join(data, errors, []));
}

function hasOnlyData(body: GraphQLResponseBody): boolean {
  return Object.keys(body).length === 1;
}

function cut({ errors, keepExtensions }: EnvelopeParts, text: string): string {
  // for a repeated name both JSON.parse and the Map take the last member
  const members = new Map(jsonMembers(text).map((member) => [member.name, member.text]));
  const extensions = members.get('extensions');
  const kept =
    keepExtensions.length > 0 && extensions?.startsWith('{')
      ? jsonMembers(extensions)
          .filter(({ name }) => keepExtensions.includes(name))
          .map((member) => [member.name, member.text] as const)
      : [];
  return join(members.get('data') ?? 'null', errors, kept);
}

function pick(
  extensions: object,
  names: readonly string[],
): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = ownMember(extensions, name);
    const written = value === undefined ? undefined : stringify(value);
    return written === undefined ? [] : [[name, written] as const];
  });
}

function join(
  data: string,
  errors: readonly ErrorEntry[],
  extensions: readonly (readonly [name: string, text: string])[],
): string {
  const errorPart = errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : '';
  const members = extensions.map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const extensionPart = members.length > 0 ? `,"extensions":{${members.join(',')}}` : '';
  return `{"data":${data}${errorPart}${extensionPart}}`;
}

/**
 * Removes line breaks between tokens, which would end an event of a stream or a message on stdout,
 * and lone surrogates.
 */
function cleanText(text: string): string {
  const trimmed = text.trim();
  const hasBreaks = trimmed.includes('\n') || trimmed.includes('\r');
  return replaceLoneSurrogates(hasBreaks ? compactJson(trimmed) : trimmed);
}

/** Writes a value as JSON, `bigint`s as strings; undefined if it cannot be written. */
export function stringify(value: unknown, replacer?: typeof bigIntAsText): string | undefined {
  try {
    return JSON.stringify(value, replacer);
  } catch {
    return replacer ? undefined : stringify(value, bigIntAsText);
  }
}

function bigIntAsText(_key: string, member: unknown): unknown {
  return typeof member === 'bigint' ? String(member) : member;
}
