import { type Classification, classificationOfStatus } from '../../core/classification.ts';
import { isJsonObject, memberAt, ownMember } from '../../core/json.ts';
import { codePlaces, dialects, type CodePlace } from './dialects.ts';
import {
  affixes,
  genericCodes,
  barePatterns,
  documentPatterns,
  inputPatterns,
  schemaPatterns,
  withoutValue,
} from './conventions.ts';
import { validationReasons } from './validation-reasons.ts';

/**
 * Classifies a GraphQL error; undefined if nothing classifies it.
 *
 * | step | source                                                                        |
 * | ---- | ----------------------------------------------------------------------------- |
 * | 1    | codes in the error, by dialect and then by convention; a specific one wins over `INTERNAL_ERROR`, the default code of many servers |
 * | 2    | after `BAD_REQUEST`, `UPSTREAM_MISMATCH` or no code: messages about a value or the document |
 * | 3    | after `INTERNAL_ERROR`: HTTP status 401, 403 or 429, which no server sends by default |
 * | 4    | after `INTERNAL_ERROR`, `BAD_REQUEST` or no code: messages of frameworks and databases |
 * | 5    | HTTP status in the error's extensions, then of the response                   |
 */
export function classifyError(
  error: object,
  message: string,
  status = 200,
): Classification | undefined {
  const coded = classifyCodes(error);
  if (coded === undefined || coded === 'BAD_REQUEST' || coded === 'UPSTREAM_MISMATCH') {
    if (isRefusedBySchema(error, message)) return 'UPSTREAM_MISMATCH';
    if (findMatch(message, inputPatterns)) return 'BAD_REQUEST';
    if (findMatch(message, documentPatterns)) return 'UPSTREAM_MISMATCH';
  }
  if (coded === 'INTERNAL_ERROR' && specificStatuses.has(status)) {
    return classificationOfStatus(status) ?? coded;
  }
  const isGeneral = coded === undefined || coded === 'INTERNAL_ERROR' || coded === 'BAD_REQUEST';
  return (
    (isGeneral ? findMatch(message, barePatterns)?.classification : undefined) ??
    coded ??
    classifyStatuses(error) ??
    classificationOfStatus(status)
  );
}

/** Statuses that are more specific than a default code. */
const specificStatuses = new Set([401, 403, 429]);

function classifyCodes(error: object): Classification | undefined {
  const found = codesOf(error).map(({ place, code }) => classifyCode(place, code));
  return found.find((each) => each && each !== 'INTERNAL_ERROR') ?? found.find((each) => each);
}

/** The codes in an error, with their places. */
export function codesOf(
  error: object,
): readonly { readonly place: CodePlace; readonly code: string }[] {
  return codePlaces.flatMap((place) => {
    const code = codeAt(error, place);
    return code === undefined ? [] : [{ place, code }];
  });
}

function classifyCode(place: CodePlace, code: string): Classification | undefined {
  const known = dialectCodes.find(
    ({ pattern, places }) => places.includes(place) && fits(code, pattern),
  );
  if (known) return known.classification;
  // some servers send an HTTP status as the code
  if (/^[45]\d\d$/.test(code)) return classificationOfEntity(Number(code));
  return foldedCodes.get(foldCode(code)) ?? classifyWords(code);
}

/** Classifies a code by its first or last words: `BOOK_NOT_FOUND`, `INVALID_QUANTITY`. */
function classifyWords(code: string): Classification | undefined {
  const words = code.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return findMatch(words, affixes)?.classification;
}

/** A 404 or 410 within an error concerns an entity, not the endpoint. */
function classificationOfEntity(status: number): Classification | undefined {
  return status === 404 || status === 410 ? 'NOT_FOUND' : classificationOfStatus(status);
}

/** Reads the code at a place; an extended classification of Spring is an object with a `type`. */
function codeAt(error: object, place: CodePlace): string | undefined {
  const found = memberAt(error, place.split('.'));
  const value = isJsonObject(found) ? ownMember(found, 'type') : found;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 100 ? value : undefined;
}

/** Places of HTTP statuses in `extensions`. */
const statusPlaces = [
  'http.status',
  'status',
  'statusCode',
  'status_code',
  'response.status',
  'originalError.statusCode',
];

function classifyStatuses(error: object): Classification | undefined {
  const statuses = statusPlaces.map((place) =>
    memberAt(error, ['extensions', ...place.split('.')]),
  );
  const status = statuses.find((value) => typeof value === 'number');
  return status === undefined ? undefined : classificationOfEntity(status);
}

/** Whether the schema refuses a value; graphql-ruby puts the reason beside the message. */
function isRefusedBySchema(error: object, message: string): boolean {
  const reasons = validationReasons(ownMember(error, 'extensions'));
  return [withoutValue(message), ...reasons].some((reason) => findMatch(reason, schemaPatterns));
}

/**
 * Describes how an API refused an operation or a value as invalid, without values of the caller;
 * undefined for any other message.
 */
export function refusalOf(message: string): string | undefined {
  const reason = withoutValue(message);
  const found = findMatch(reason, schemaPatterns);
  if (found) return found.pattern.exec(reason)?.[0];
  return findMatch(message, documentPatterns) && message;
}

function findMatch<Row extends { readonly pattern: RegExp }>(
  text: string,
  rows: readonly Row[],
): Row | undefined {
  return rows.find(({ pattern }) => pattern.test(text));
}

/** The codes of all dialects; of several that fit, the longest is the most specific. */
const dialectCodes = dialects
  .flatMap(({ places, codes }) =>
    listed(codes).map(([pattern, classification]) => ({ pattern, places, classification })),
  )
  .sort((a, b) => b.pattern.length - a.pattern.length);

function fits(code: string, pattern: string): boolean {
  return pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern;
}

const foldedCodes = new Map(
  listed(genericCodes).map(([code, classification]) => [foldCode(code), classification] as const),
);

/** The codes of a table, each with its classification. */
function listed(codes: {
  readonly [C in Classification]?: string;
}): readonly (readonly [code: string, classification: Classification])[] {
  return Object.entries(codes).flatMap(([classification, list]) =>
    list.split(', ').map((code) => [code, classification as Classification] as const),
  );
}

function foldCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
