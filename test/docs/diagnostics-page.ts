import { compileCodes } from '../../src/compile/model/diagnostics.ts';
import { loadCodes, promptCodes } from '../../src/load/model/diagnostics.ts';
import { diagnosticExamples, type DiagnosticExample } from './diagnostic-examples.ts';

/** Codes by the step that finds them. */
export const documentedCodes: readonly string[] = [
  ...Object.keys(loadCodes),
  ...Object.keys(promptCodes),
  ...Object.keys(compileCodes),
];

/** Writes `docs/diagnostics.md`. */
export function diagnosticsPage(): string {
  return [
    '# Diagnostics',
    '',
    'What the gateway finds in schemas and operations. Each finding has a code, a severity, a message',
    'with the names involved, a hint, and mostly a place:',
    '',
    '```',
    'operations/movie.graphql:3:5: error OPERATION_INVALID: Cannot query field "name" on type "Movie". Change the operation so that it fits the schema, or update the schema.',
    '```',
    '',
    'An _error_ means that something is not served, a _warning_ that it is served otherwise than',
    'written, _info_ only informs. Errors and warnings are shown at start and by `inspect`, info by',
    '`inspect` alone; `/health` counts the operations that are skipped. With `--strict` an error stops',
    'the start. Nothing is dropped in silence.',
    '',
    'This page is generated: the table of codes is `src/compile/diagnostic-codes.ts` and',
    '`src/load/*-codes.ts`, the examples are run by a test. Where an example shows no schema, it is',
    '`type Movie { id: ID! title: String! sequel: Movie } type Query { movie(id: ID): Movie }`.',
    '',
    '## Compiling',
    '',
    ...Object.entries(compileCodes).flatMap(([code, { meaning, advice }]) =>
      section(code, `${meaning} ${advice}`),
    ),
    '## Reading',
    '',
    ...Object.entries({ ...loadCodes, ...promptCodes }).flatMap(([code, meaning]) =>
      section(code, meaning),
    ),
  ].join('\n');
}

function section(code: string, text: string): readonly string[] {
  const example = diagnosticExamples[code];
  return [`### ${code}`, '', text, '', ...(example ? [...exampleLines(example), ''] : [])];
}

/** Longer examples are told, not shown. */
const longestShown = 400;

function exampleLines({ schema, operation = '', remark }: DiagnosticExample): readonly string[] {
  const parts = [...(schema ? [schema, ''] : []), operation];
  const text = parts.join('\n');
  const shown = text.trim() !== '' && text.length <= longestShown;
  return [
    ...(shown ? ['```graphql', text, '```'] : []),
    ...(shown && remark ? [''] : []),
    ...(remark ? [remark] : []),
  ];
}
