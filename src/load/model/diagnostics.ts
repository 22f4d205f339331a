import type { Diagnostic, Severity, Place } from '../../core/diagnostic.ts';
import { compareText } from '../../core/text.ts';

/** Where a finding was made, and which operation it concerns. */
export interface FindingContext {
  readonly place?: Place | undefined;
  readonly tool?: string | undefined;
}

/** Makes a diagnostic with one of this folder's codes. */
export function finding(
  severity: Severity,
  code: LoadCode,
  message: string,
  hint: string,
  { place, tool }: FindingContext = {},
): Diagnostic {
  return { code, severity, message, hint, ...(place && { place }), ...(tool && { tool }) };
}

/** Orders findings by where they were made; those without a place come last. */
export function sortByPlace(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...findings].sort(({ place: a }, { place: b }) => {
    if (!a || !b) return Number(!a) - Number(!b);
    return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
  });
}

/** Findings of one kind that are listed one by one; more are summed up in one line. */
const listedPerCode = 25;

/**
 * Shortens long runs of one warning: a schema that lacks its scalars would bury everything else.
 * Errors all stay.
 */
export function shortenWarnings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  const kept = findings.filter(({ code, severity }) => {
    if (severity === 'error') return true;
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return count <= listedPerCode;
  });
  const sums = [...seen]
    .filter(([, count]) => count > listedPerCode)
    .map(([code, count]) => sumUp(code as LoadCode, count - listedPerCode));
  return [...kept, ...sums];
}

function sumUp(code: LoadCode, more: number): Diagnostic {
  return finding(
    'warning',
    code,
    `There are ${more} more findings of this kind.`,
    'Mend those that are listed to see the others.',
  );
}

/**
 * The codes of what reading the sources can find, and what each means.
 *
 * Reading is lenient: a schema that a server really runs is served with warnings, and one broken
 * operation file never stops the others. Codes that stop the start are marked so.
 */
export const loadCodes = {
  FILES_NOT_FOUND: 'A glob matches no file.',
  FILE_UNREADABLE: 'A file exists, but cannot be read.',
  FILE_TOO_LARGE: 'A file is larger than what is read.',
  FILE_NOT_UTF8: 'A file is not UTF-8 text.',
  JSON_SYNTAX: 'A file is not valid JSON.',
  GRAPHQL_SYNTAX: 'GraphQL text has a syntax error. In a schema file it stops the start.',
  GRAPHQL_TOO_DEEP: 'GraphQL text is nested more deeply than any real operation.',

  IMPORT_NOT_FOUND: 'An #import names a file that does not exist.',
  IMPORT_OUTSIDE: 'An #import leaves the folders that operations are read from.',
  FRAGMENT_AMBIGUOUS: 'An operation spreads a fragment that several files define differently.',
  OPERATION_ANONYMOUS_AGAIN: 'A file has several operations without a name.',
  OPERATION_FILE_HAS_TYPES: 'An operation file defines types, which are ignored.',
  OPERATIONS_MISSING: 'The sources have no operation at all.',

  MANIFEST_FORMAT_UNKNOWN: 'A JSON file is no manifest of a known format or version.',
  MANIFEST_ENTRY_INVALID: 'An entry of a manifest lacks its id, its text, or an operation in it.',
  MANIFEST_ID_TAKEN: 'Two entries of manifests have one id and different texts.',

  SCHEMA_MISSING: 'There is neither a schema nor an endpoint to take it from. Stops the start.',
  SCHEMA_SOURCES_MIXED:
    'The schema globs match an introspection result beside other files. Stops the start.',
  SCHEMA_NO_QUERY: 'The schema has no query type. Stops the start.',
  SCHEMA_UNUSABLE: 'No schema can be made of the definitions. Stops the start.',
  SCHEMA_INVALID: 'The schema breaks a rule of the GraphQL specification; it is served as it is.',
  SCHEMA_FILE_HAS_OPERATIONS: 'A schema file holds operations or fragments, which are ignored.',
  SCHEMA_TYPE_CONFLICT: 'One name is defined as two kinds of type; the first is used.',
  SCHEMA_TYPE_DUPLICATE: 'A type is defined twice; the definitions are merged.',
  SCHEMA_MEMBER_DUPLICATE: 'A field, argument or enum value is defined twice; the first is used.',
  SCHEMA_DEFINITION_DUPLICATE:
    'The root types are named by two `schema { … }`; where they differ, the first counts.',
  SCHEMA_DIRECTIVE_DUPLICATE: 'A directive is defined twice; the first is used.',
  SCHEMA_EXTENSION_WITHOUT_BASE: 'A type is extended, but never defined; it is now.',
  SCHEMA_TYPE_MISSING: 'A type is used, but never defined; it is taken for a custom scalar.',
  SCHEMA_TYPE_MISUSED: 'A type stands where its kind cannot; the member is left out.',
  SCHEMA_ROOT_INVALID: 'A root type is not defined, or not an object type; it is left out.',
  SCHEMA_INTERFACE_INCOMPLETE:
    'A type lacks what an interface of it has; it is taken from the interface.',
  SCHEMA_INTERFACE_CONTRADICTED:
    'A type has a field that cannot be what an interface of it says. Stops the start.',
  SCHEMA_DEFAULT_ENDLESS:
    'The default of an input field refers to itself, or grows beyond measure. Stops the start.',
  SCHEMA_DIRECTIVE_UNDECLARED: 'A directive is used, but never declared; it is kept.',
  SCHEMA_DIRECTIVE_MISPLACED:
    'A directive stands where it is not declared to stand; there, a built-in one has no effect.',
  SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED: 'A directive is used with an argument it does not declare.',

  INTROSPECTION_RESULT_INVALID: 'JSON is no introspection result, or an incomplete one.',
  INTROSPECTION_UNREACHABLE: 'The endpoint could not be reached.',
  INTROSPECTION_TIMEOUT: 'The endpoint did not answer introspection in time.',
  INTROSPECTION_UNAUTHORIZED: 'The endpoint refused introspection with 401 or 403.',
  INTROSPECTION_STATUS: 'The endpoint answered introspection with an HTTP error.',
  INTROSPECTION_REDIRECTED: 'The endpoint redirects to another address.',
  INTROSPECTION_NOT_GRAPHQL: 'The endpoint answered something that is no GraphQL response.',
  INTROSPECTION_TOO_LARGE: 'The introspection result is larger than what is read.',
  INTROSPECTION_DISABLED: 'The API does not allow introspection.',
  INTROSPECTION_REFUSED: 'The API answered introspection with errors.',
  SCHEMA_FROM_CACHE: 'The endpoint failed; the last good copy of its schema is used.',
  SCHEMA_REFRESH_FAILED: 'The schema could not be refreshed; the one in use is kept.',
  SCHEMA_CACHE_UNREADABLE: 'The kept copy of the schema cannot be used.',
  SCHEMA_CACHE_UNWRITABLE: 'The copy of the schema could not be kept.',
} as const satisfies Readonly<Record<string, string>>;

export type LoadCode = keyof typeof loadCodes;

/** The codes of what reading prompts can find, and what each means. The prompt is then left out. */
export const promptCodes = {
  PROMPT_FRONT_MATTER: 'A prompt file does not start with front matter that can be read.',
  PROMPT_MEMBER: 'A member of the front matter is unknown, or has a wrong type.',
  PROMPT_NAME_TAKEN: 'Two prompt files have one name.',
  PROMPT_ARGUMENT_UNDECLARED: 'A prompt uses an argument that its front matter does not declare.',
} as const satisfies Record<string, string>;

export type PromptCode = keyof typeof promptCodes;
