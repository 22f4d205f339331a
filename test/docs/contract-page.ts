import { checkCodes } from '../../src/check/surface/check-codes.ts';
import { changeKinds, severities } from '../../src/check/diff/severity.ts';
import { baseOperations, baseSdl } from '../check/support/catalogue/base-api.ts';
import { changeCatalogue } from '../check/support/catalogue/change-catalogue.ts';
import type { NamedChange, Replacement } from '../check/support/catalogue/named-change.ts';
import { replaceParts, table } from './generated.ts';

/** Writes the generated parts of `docs/contract.md` anew. */
export function contractPage(written: string): string {
  return replaceParts(written, { verdicts, codes, catalogue });
}

function verdicts(): readonly string[] {
  const kinds = Object.entries(changeKinds);
  const rows = severities.flatMap((severity) =>
    kinds
      .filter(([, kind]) => kind.severity === severity)
      .map(([code, { title, reason }]) => [`\`${code}\``, severity, title, reason]),
  );
  return table(['code', 'verdict', 'what happened', 'why'], rows);
}

function codes(): readonly string[] {
  const rows = Object.entries(checkCodes).map(([code, { meaning, advice }]) => [
    `\`${code}\``,
    meaning,
    advice,
  ]);
  return table(['code', 'meaning', 'what to do'], rows);
}

function catalogue(): readonly string[] {
  return [
    'Every change starts from this API and these operations:',
    '',
    '```graphql',
    baseSdl.trim(),
    '```',
    '',
    '```graphql',
    baseOperations.trim(),
    '```',
    '',
    ...Object.entries(changeCatalogue).flatMap(([group, changes]) => [
      `### ${group}`,
      '',
      ...table(['change', 'edit', 'verdict', 'codes'], changes.map(catalogueRow)),
      '',
    ]),
  ];
}

function catalogueRow({
  name,
  sdl = [],
  operations = [],
  settings,
  verdict,
  codes: found,
}: NamedChange) {
  const edits = [...sdl, ...operations].map(editText);
  const shown = settings ? [settingsText(settings)] : edits;
  return [name, shown.join('<br>'), verdict, found.map((code) => `\`${code}\``).join(' ')];
}

/** The part of an edit that differs, with what is around it. */
function editText([from, to]: Replacement): string {
  const [old, next] = [oneLine(from), oneLine(to)];
  return next === '' ? `without ${code(old)}` : `${code(old)} → ${code(next)}`;
}

function settingsText(settings: NonNullable<NamedChange['settings']>): string {
  const { tools, scalars, ...others } = settings;
  const entries = [
    ...[...(tools ?? [])].map(([name, options]) => `${name}: ${json(options)}`),
    ...[...(scalars ?? [])].map(([name, schema]) => `${name}: ${json(schema)}`),
    ...Object.entries(others).map(([name, value]) => `${name}: ${json(value)}`),
  ];
  return code(entries.join(', '));
}

function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '": ');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Code in a cell of a table, whatever it holds. */
function code(text: string): string {
  return `\`${text}\``;
}
