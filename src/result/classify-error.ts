import { type Classification, classificationOfStatus } from '../core/classification.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { codePlaces, dialects, type CodePlace } from './dialects.ts';
import { genericCodes } from './generic-codes.ts';
import {
  barePatterns,
  documentPatterns,
  inputPatterns,
  type MessagePattern,
} from './message-patterns.ts';

/**
 * Finds the classification of a GraphQL error, wherever its server put it.
 *
 * | step | looks at                                                                      |
 * | ---- | ----------------------------------------------------------------------------- |
 * | 1    | the codes in the error, by dialect and then by convention; a specific one wins over `INTERNAL_ERROR`, which many servers give to whatever they do not know |
 * | 2    | for `BAD_REQUEST`, `UPSTREAM_MISMATCH` or nothing: whether the message blames a variable or the document |
 * | 3    | for `INTERNAL_ERROR`: whether the answer's HTTP status is 401, 403 or 429, which nobody sends by default |
 * | 4    | the messages of servers that send no codes                                    |
 * | 5    | HTTP statuses in the error's extensions, then the answer's own                |
 * | 6    | nothing known: `INTERNAL_ERROR`                                               |
 */
export function classifyError(error: object, message: string, status = 200): Classification {
  const coded = classifyCodes(error);
  if (coded === undefined || coded === 'BAD_REQUEST' || coded === 'UPSTREAM_MISMATCH') {
    const refined = matchMessage(message, inputPatterns) ?? matchMessage(message, documentPatterns);
    if (refined) return refined;
  }
  if (coded === 'INTERNAL_ERROR' && telling.has(status)) {
    return classificationOfStatus(status) ?? coded;
  }
  return (
    coded ??
    matchMessage(message, barePatterns) ??
    classifyStatuses(error) ??
    classificationOfStatus(status) ??
    'INTERNAL_ERROR'
  );
}

/** Statuses that say more than a code for whatever the server does not know. */
const telling = new Set([401, 403, 429]);

function classifyCodes(error: object): Classification | undefined {
  let found: Classification | undefined;
  for (const place of codePlaces) {
    const code = codeAt(error, place);
    const classification = code === undefined ? undefined : classifyCode(place, code);
    if (classification && classification !== 'INTERNAL_ERROR') return classification;
    found ??= classification;
  }
  return found;
}

function classifyCode(place: CodePlace, code: string): Classification | undefined {
  const exact = exactCodes.get(`${place} ${code}`);
  if (exact) return exact;
  const prefix = prefixCodes.find((each) => each.place === place && code.startsWith(each.prefix));
  if (prefix) return prefix.classification;
  // some servers send an HTTP status as the code
  if (/^[45]\d\d$/.test(code)) return classificationOfStatus(Number(code));
  return foldedCodes.get(foldCode(code));
}

/** Reads the code at a place; Spring's extended classification is an object with a `type`. */
function codeAt(error: object, place: CodePlace): string | undefined {
  let value: unknown = error;
  for (const key of place.split('.')) {
    value = isJsonObject(value) ? ownMember(value, key) : undefined;
  }
  if (isJsonObject(value)) value = ownMember(value, 'type');
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 100 ? value : undefined;
}

/** Where servers put the HTTP status that an error would have had. */
const statusPaths: readonly (readonly string[])[] = [
  ['extensions', 'http', 'status'],
  ['extensions', 'status'],
  ['extensions', 'statusCode'],
  ['extensions', 'response', 'status'],
  ['extensions', 'originalError', 'statusCode'],
];

function classifyStatuses(error: object): Classification | undefined {
  for (const path of statusPaths) {
    let value: unknown = error;
    for (const key of path) value = isJsonObject(value) ? ownMember(value, key) : undefined;
    // a 404 inside an error is about the thing, not about the endpoint
    if (value === 404) return 'NOT_FOUND';
    if (typeof value === 'number') return classificationOfStatus(value);
  }
  return undefined;
}

function matchMessage(
  message: string,
  patterns: readonly MessagePattern[],
): Classification | undefined {
  return patterns.find(({ pattern }) => pattern.test(message))?.classification;
}

interface PrefixCode {
  readonly place: CodePlace;
  readonly prefix: string;
  readonly classification: Classification;
}

interface CodeEntry {
  readonly place: CodePlace;
  readonly code: string;
  readonly classification: Classification;
}

/** Every code of every dialect, at every place of the dialect. */
const entries: readonly CodeEntry[] = dialects.flatMap(({ places, codes }) =>
  Object.entries(codes).flatMap(([classification, list]) =>
    list
      .split(', ')
      .flatMap((code) =>
        places.map((place) => ({ place, code, classification: classification as Classification })),
      ),
  ),
);

const exactCodes = new Map(
  entries.map(({ place, code, classification }) => [`${place} ${code}`, classification]),
);

const prefixCodes: readonly PrefixCode[] = entries
  .filter(({ code }) => code.endsWith('*'))
  .map(({ place, code, classification }) => ({ place, prefix: code.slice(0, -1), classification }))
  // the longer prefix is the more specific one
  .sort((a, b) => b.prefix.length - a.prefix.length);

const foldedCodes = new Map(
  Object.entries(genericCodes).flatMap(([classification, list]) =>
    list.split(', ').map((code) => [foldCode(code), classification as Classification] as const),
  ),
);

function foldCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
