import type { DiagnosticCode } from '../../src/core/diagnostic.ts';
import { compareText } from '../../src/core/text.ts';
import { compileCodes } from '../../src/compile/model/diagnostics.ts';
import { loadCodes } from '../../src/load/model/diagnostics.ts';
import { promptCodes } from '../../src/load/prompts/prompt-codes.ts';
import { diagnosticExamples, type DiagnosticExample } from './diagnostic-examples.ts';

/** The documented codes. */
export const documentedCodes: readonly string[] = [
  ...Object.keys(loadCodes),
  ...Object.keys(promptCodes),
  ...Object.keys(compileCodes),
];

/** The codes of both tables, in the order of the page. */
const allCodes: ReadonlyMap<string, DiagnosticCode> = new Map<string, DiagnosticCode>([
  ...Object.entries<DiagnosticCode>(compileCodes),
  ...Object.entries<DiagnosticCode>(loadCodes),
  ...Object.entries<DiagnosticCode>(promptCodes),
]);

/** Writes `docs/diagnostics.md`. */
export function diagnosticsPage(): string {
  return [
    '# Diagnostics',
    '',
    'Messages about schemas and operations. Each diagnostic has a code, a severity, a message with the',
    'names involved, a hint, and usually a place:',
    '',
    '```',
    'operations/movie.graphql:3:5: error OPERATION_INVALID: Cannot query field "name" on type "Movie". Change the operation, or update the schema.',
    '```',
    '',
    '| severity | effect | shown |',
    '| --- | --- | --- |',
    '| error | Something is not served. With `--strict` it fails the start. | at start, by `inspect` |',
    '| warning | It is served differently from its source. | at start, by `inspect` |',
    '| info | None. | by `inspect` |',
    '',
    '`/health` counts the skipped operations.',
    '',
    '## Index',
    '',
    ...(['error', 'warning', 'info'] as const).flatMap(indexOf),
    '## Compiling',
    '',
    'Where an example shows no schema, the schema is',
    '`type Movie { id: ID! title: String! sequel: Movie } type Query { movie(id: ID): Movie }`.',
    '',
    ...Object.keys(compileCodes).flatMap(section),
    '## Reading',
    '',
    ...Object.keys({ ...loadCodes, ...promptCodes }).flatMap(section),
  ].join('\n');
}

function indexOf(severity: 'error' | 'warning' | 'info'): readonly string[] {
  const codes = [...allCodes].filter(([, code]) => (code.severity ?? 'error') === severity);
  const rows = codes
    .sort(([one], [other]) => compareText(one, other))
    .map(([code, { meaning }]) => `| [\`${code}\`](#${code.toLowerCase()}) | ${meaning} |`);
  return [`### ${titles[severity]}`, '', '| code | meaning |', '| --- | --- |', ...rows, ''];
}

const titles = { error: 'Errors', warning: 'Warnings', info: 'Information' } as const;

function section(code: string): readonly string[] {
  const example = diagnosticExamples[code];
  const { severity = 'error', meaning = '', advice = '' } = allCodes.get(code) ?? {};
  const text = `_${severity}_ – ${meaning} ${advice}`;
  return [`### ${code}`, '', text, '', ...(example ? [...exampleLines(example), ''] : [])];
}

/** The longest example that is shown, in characters. */
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
