import { groupBy } from '../../core/memo.ts';
import { itemsOf, type ReportItem } from './report-items.ts';
import type { Report } from './report.ts';

/**
 * Formats a report as JUnit XML: a test case per tool with changes, per diagnostic without a tool, and
 * for the token budget. What fails the run is a failure; the rest is the output of its case.
 */
export function formatJunit(report: Report): string {
  const cases = [...casesOf(report), budgetCase(report)];
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tool contract" tests="${cases.length}" failures="${failed}">`,
    `  <testsuite name="${escape(report.against)}" tests="${cases.length}" failures="${failed}" errors="0" skipped="0">`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

interface TestCase {
  readonly name: string;
  readonly file: string | undefined;
  readonly failures: readonly ReportItem[];
  readonly notes: readonly ReportItem[];
}

function casesOf(report: Report): readonly TestCase[] {
  const byName = groupBy(itemsOf(report), ({ tool, code }) => tool ?? code);
  return [...byName].map(([name, items]) => ({
    name,
    file: items.find(({ place }) => place)?.place?.file,
    failures: items.filter(({ fails }) => fails),
    notes: items.filter(({ fails }) => !fails),
  }));
}

function budgetCase({ failures }: Report): TestCase {
  const found = failures.filter(({ kind }) => kind === 'budget');
  return {
    name: 'token budget',
    file: undefined,
    failures: found.map(({ message }) => ({
      code: 'TOKEN_BUDGET',
      level: 'error',
      title: 'token budget exceeded',
      message,
      fails: true,
    })),
    notes: [],
  };
}

function caseLines({ name, file, failures, notes }: TestCase): readonly string[] {
  const at = file === undefined ? '' : ` file="${escape(file)}"`;
  const open = `    <testcase classname="tool contract" name="${escape(name)}"${at}`;
  if (failures.length + notes.length === 0) return [`${open}/>`];
  return [
    `${open}>`,
    ...failures.map(
      ({ code, title, message }) =>
        `      <failure type="${code}" message="${escape(title)}">${escape(message)}</failure>`,
    ),
    ...(notes.length > 0
      ? [`      <system-out>${notes.map((note) => escape(noteText(note))).join('\n')}</system-out>`]
      : []),
    '    </testcase>',
  ];
}

function noteText({ code, message }: ReportItem): string {
  return `${code} ${message}`;
}

/** Line breaks become character references, which survive the normalization of attributes. */
const entities: ReadonlyMap<string, string> = new Map([
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

function escape(text: string): string {
  const signs = Array.from(text, (sign) => (isLegal(sign) ? sign : '?'));
  return signs.map((sign) => entities.get(sign) ?? sign).join('');
}

/** XML 1.0 allows no lone surrogates, and no control characters except tab and line breaks. */
function isLegal(sign: string): boolean {
  const point = sign.codePointAt(0) ?? 0;
  if (point < 0x20) return sign === '\t' || sign === '\n' || sign === '\r';
  return !(point >= 0xd800 && point <= 0xdfff) && point !== 0xfffe && point !== 0xffff;
}
