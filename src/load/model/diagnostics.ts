import {
  comparePlaces,
  diagnosticsOf,
  type Diagnostic,
  type DiagnosticCode,
} from '../../core/diagnostic.ts';

/**
 * The codes of the diagnostics of reading sources.
 *
 * Reading is lenient: a schema that a real server runs is served with warnings, and one broken
 * operation file never stops the others. Codes that stop the start say so.
 */
export const loadCodes = {
  FILES_NOT_FOUND: {
    meaning: 'A glob matches no file.',
    advice: 'Correct the glob, or put files where it looks.',
  },
  LINKS_TOO_MANY: {
    meaning: 'A glob leads through too many linked folders.',
    advice: 'Remove links to folders, or name the folders to read.',
  },
  FILE_UNREADABLE: {
    meaning: 'A file exists, but cannot be read.',
    advice: 'Check the file and its disk.',
  },
  FILE_TOO_LARGE: {
    meaning: 'A file is larger than the limit.',
    advice: 'Split it, or correct the glob that matches it.',
  },
  FILE_NOT_UTF8: { meaning: 'A file is not UTF-8 text.', advice: 'Save it as UTF-8.' },
  JSON_SYNTAX: {
    meaning: 'A file is not valid JSON.',
    advice: 'Correct the JSON at this place, or generate the file again.',
  },
  GRAPHQL_SYNTAX: {
    meaning: 'GraphQL text has a syntax error. In a schema file it stops the start.',
    advice: 'Correct the GraphQL at this place.',
  },
  GRAPHQL_TOO_DEEP: {
    meaning: 'GraphQL text is nested more deeply than any real operation.',
    advice: 'Check that the file is the intended one: no real operation is nested so deeply.',
  },

  IMPORT_NOT_FOUND: {
    meaning: 'An #import names a file that does not exist.',
    advice: 'Correct the path; it is relative to the file with the #import line.',
  },
  IMPORT_OUTSIDE: {
    meaning: 'An #import leaves the folders of the operations.',
    advice:
      'Import by a relative path, below the folder of the configuration or of an operations glob.',
  },
  FRAGMENT_AMBIGUOUS: {
    meaning: 'An operation spreads a fragment that several files define differently.',
    advice: 'Name the intended file with an #import line, or rename one of the fragments.',
  },
  OPERATION_ANONYMOUS_AGAIN: {
    meaning: 'A file has several anonymous operations.',
    advice: 'Give each of them a name.',
  },
  OPERATION_FILE_HAS_TYPES: {
    severity: 'warning',
    meaning: 'An operation file defines types, which are ignored.',
    advice: 'Move them to a file that the `schema` globs match.',
  },
  OPERATIONS_MISSING: {
    meaning: 'The sources have no operation at all.',
    advice: 'Write an operation into a file that the `operations` globs match.',
  },

  MANIFEST_FORMAT_UNKNOWN: {
    meaning: 'A JSON file is not a manifest of a known format or version.',
    advice:
      'Write it as `{ "id": "text" }`, or as an Apollo persisted-query manifest of version 1.',
  },
  MANIFEST_ENTRY_INVALID: {
    meaning: 'An entry of a manifest lacks its id, its text, or an operation in it.',
    advice: 'Generate the manifest again.',
  },
  MANIFEST_ID_TAKEN: {
    meaning: 'Two entries of manifests have the same id and different texts.',
    advice: 'Generate the manifests again, or remove the outdated one.',
  },

  SCHEMA_MISSING: {
    meaning: 'Neither a schema nor an endpoint to introspect is configured. Stops the start.',
    advice: 'Set `schema` to SDL files, or `endpoint` to the API.',
  },
  SCHEMA_SOURCES_MIXED: {
    meaning:
      'The schema globs match an introspection result in addition to other files. Stops the start.',
    advice: 'Match this file only, or SDL files only.',
  },
  SCHEMA_NO_QUERY: {
    meaning: 'The schema has no query type. Stops the start.',
    advice: 'Add the file that defines the query type.',
  },
  SCHEMA_UNUSABLE: {
    meaning: 'The definitions form no valid schema. Stops the start.',
    advice: 'Correct the schema at this place.',
  },
  SCHEMA_INVALID: {
    severity: 'warning',
    meaning: 'The schema breaks a rule of the GraphQL specification; it is served unchanged.',
    advice:
      'No action is needed unless an operation fails because of it; report it to the API owner.',
  },
  SCHEMA_FILE_HAS_OPERATIONS: {
    severity: 'warning',
    meaning: 'A schema file has operations or fragments, which are ignored.',
    advice: 'Move them to a file that the `operations` globs match.',
  },
  SCHEMA_TYPE_CONFLICT: {
    meaning: 'A name is defined as two kinds of type; the first is used.',
    advice: 'Rename one of them, or remove the outdated one.',
  },
  SCHEMA_TYPE_DUPLICATE: {
    severity: 'warning',
    meaning: 'A type is defined twice; the definitions are merged.',
    advice:
      'Check that the `schema` globs match no file twice, or write `extend` for the second definition.',
  },
  SCHEMA_MEMBER_DUPLICATE: {
    severity: 'warning',
    meaning: 'A field, argument or enum value is defined twice; the first is used.',
    advice: 'Remove one of the definitions.',
  },
  SCHEMA_DEFINITION_DUPLICATE: {
    severity: 'warning',
    meaning: 'Two `schema { … }` blocks name the root types; the first one takes precedence.',
    advice: 'Keep one of them, or write `extend schema` for the second.',
  },
  SCHEMA_DIRECTIVE_DUPLICATE: {
    severity: 'warning',
    meaning: 'A directive is declared twice; the first declaration is used.',
    advice: 'Remove one of the declarations.',
  },
  SCHEMA_EXTENSION_WITHOUT_BASE: {
    severity: 'warning',
    meaning: 'A type is extended, but never defined; the extension is used as its definition.',
    advice: 'Write the first `extend` without `extend`, or add the file that defines the type.',
  },
  SCHEMA_TYPE_MISSING: {
    severity: 'warning',
    meaning: 'A type is used, but never defined; it becomes a custom scalar.',
    advice: 'Declare it as a scalar, or add the file that defines it.',
  },
  SCHEMA_TYPE_MISUSED: {
    severity: 'warning',
    meaning: 'A type is used where its kind is not allowed; the member is omitted.',
    advice: 'Correct the type.',
  },
  SCHEMA_ROOT_INVALID: {
    severity: 'warning',
    meaning: 'A root type is not defined, or not an object type; it is omitted.',
    advice: 'Define it, or remove it from `schema { … }`.',
  },
  SCHEMA_INTERFACE_INCOMPLETE: {
    severity: 'warning',
    meaning: 'A type lacks a member of its interface; the member is taken from the interface.',
    advice: 'Correct the type or its interface.',
  },
  SCHEMA_INTERFACE_CONTRADICTED: {
    meaning: 'The type of a field contradicts an interface. Stops the start.',
    advice: 'Correct the type or its interface: no server runs with such a schema.',
  },
  SCHEMA_DEFAULT_ENDLESS: {
    meaning: 'The default of an input field refers to itself, or is too large. Stops the start.',
    advice: 'Remove the default, or write a finite value.',
  },
  SCHEMA_DIRECTIVE_UNDECLARED: {
    severity: 'warning',
    meaning: 'A directive is used, but never declared; it is kept.',
    advice: 'No action is needed; a declaration in a schema file silences this.',
  },
  SCHEMA_DIRECTIVE_MISPLACED: {
    severity: 'warning',
    meaning:
      'A directive is used at a location that its declaration does not list; a built-in one has no effect there.',
    advice: 'Move it, or remove it.',
  },
  SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED: {
    severity: 'warning',
    meaning: 'A directive is used with an argument that it does not declare.',
    advice: 'Correct the name, or add it to the declaration of the directive.',
  },

  INTROSPECTION_RESULT_INVALID: {
    meaning: 'The JSON is not an introspection result, or an incomplete one.',
    advice: 'Fetch it again with the full introspection query, or use the SDL.',
  },
  INTROSPECTION_UNREACHABLE: {
    meaning: 'The endpoint could not be reached.',
    advice: 'Check the address and that the API is running.',
  },
  INTROSPECTION_TIMEOUT: {
    meaning: 'The endpoint did not answer introspection in time.',
    advice: 'Check the API, or raise `introspection.timeoutMs`.',
  },
  INTROSPECTION_UNAUTHORIZED: {
    meaning: 'The endpoint refused introspection with 401 or 403.',
    advice: 'Set `headers` with credentials that may introspect, or `schema` to an SDL file.',
  },
  INTROSPECTION_STATUS: {
    meaning: 'The endpoint answered introspection with an HTTP error.',
    advice: 'Check the address and the API, or set `schema` to an SDL file.',
  },
  INTROSPECTION_REDIRECTED: {
    meaning: 'The endpoint redirects to another address.',
    advice: 'Set `endpoint` to the address it redirects to.',
  },
  INTROSPECTION_NOT_GRAPHQL: {
    meaning: 'The endpoint answered with something other than a GraphQL response.',
    advice: 'Check the address, or set `schema` to an SDL file.',
  },
  INTROSPECTION_TOO_LARGE: {
    meaning: 'The introspection result is larger than the limit.',
    advice: 'Set `schema` to an SDL file.',
  },
  INTROSPECTION_DISABLED: {
    meaning: 'The API does not allow introspection.',
    advice: 'Set `schema` to an SDL file, or allow introspection for the gateway.',
  },
  INTROSPECTION_REFUSED: {
    meaning: 'The API answered introspection with errors.',
    advice: 'Fix the error reported by the API, or set `schema` to an SDL file.',
  },
  SCHEMA_FROM_CACHE: {
    severity: 'warning',
    meaning: 'The endpoint failed; the last good copy of its schema is used.',
    advice: 'Check the endpoint.',
  },
  SCHEMA_REFRESH_FAILED: {
    severity: 'warning',
    meaning: 'The schema could not be refreshed; the current one is kept.',
    advice: 'Check the endpoint.',
  },
  SCHEMA_CACHE_UNREADABLE: {
    severity: 'warning',
    meaning: 'The stored copy of the schema cannot be used.',
    advice: 'Remove the file; it is written again after the next answer of the endpoint.',
  },
  SCHEMA_CACHE_UNWRITABLE: {
    severity: 'warning',
    meaning: 'The copy of the schema could not be stored.',
    advice: 'Make the folder writable, or set `introspection.cacheFile` to another one.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type LoadCode = keyof typeof loadCodes;

/** Creates a diagnostic of reading sources. */
export const loadDiagnostic = diagnosticsOf<LoadCode>(loadCodes);

/** Sorts diagnostics by place; those without a place come last. */
export function sortByPlace(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(({ place: a }, { place: b }) => {
    if (!a || !b) return Number(!a) - Number(!b);
    return comparePlaces(a, b);
  });
}

/** The most warnings with one code that are listed. */
const maxPerCode = 25;

/**
 * Lists the first 25 warnings with each code and counts the rest, so that a schema without its scalars
 * does not hide everything else. Errors are all kept.
 */
export function shortenWarnings(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  const kept = diagnostics.filter(({ code, severity }) => {
    if (severity === 'error') return true;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= maxPerCode;
  });
  const sums = [...counts]
    .filter(([, count]) => count > maxPerCode)
    .map(([code, count]) =>
      loadDiagnostic(code as LoadCode, `${count - maxPerCode} more diagnostics with this code.`, {
        severity: 'warning',
        hint: 'Fix the listed ones to see the others.',
      }),
    );
  return [...kept, ...sums];
}
