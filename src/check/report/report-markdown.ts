import { cutText, utf8Length } from '../../core/text.ts';
import type { Change, Witness } from '../diff/change.ts';
import { entriesOf, type ReportEntry } from './entries.ts';
import {
  causeText,
  differenceOf,
  findingLines,
  messageOf,
  nothingCompared,
  tokenLine,
  toolsText,
  witnessParts,
  withVisibleTexts,
} from './wording.ts';
import type { Report } from './report.ts';
import { severities } from '../diff/severity.ts';

/**
 * Formats a report as Markdown, for a comment on a pull request. A GitHub comment has at most 65,536
 * characters: what exceeds that is counted only, the least severe first.
 */
export function formatMarkdown(written: Report): string {
  const report = withVisibleTexts(written);
  const { against, againstKind, verdict, ok, failures, changes, findings, allowed, tokens } =
    report;
  const page = createPage();
  page.add(
    `### ${ok ? '✅' : '❌'} Tool contract: ${verdict}`,
    '',
    `${againstKind === 'nothing' ? nothingCompared : `Compared with ${inline(against)}.`} ${tokenLine(tokens)}`,
    ...failures.map(({ message }) => `\n**Failed:** ${shown(message)}`),
  );
  for (const severity of severities) {
    addTable(
      page,
      severity,
      changes.filter((change) => change.severity === severity),
    );
  }
  addDetails(page, 'Findings of the compiler', findings.length, findingLines(findings));
  addDetails(
    page,
    'Allowed',
    allowed.length,
    allowed.map(({ code, tool, reason }) => `${code} ${tool ?? ''}: ${reason}`),
  );
  return page.text();
}

/** The space for lines, in bytes of UTF-8; closing tags may exceed it. */
const maxLength = 60_000;

/** A text of limited length. */
interface Page {
  readonly add: (...lines: readonly string[]) => void;
  readonly hasRoomFor: (line: string) => boolean;
  readonly text: () => string;
}

function createPage(): Page {
  const kept: string[] = [];
  let length = 0;
  return {
    add(...lines) {
      kept.push(...lines);
      for (const line of lines) length += utf8Length(line) + 1;
    },
    hasRoomFor: (line) => length + utf8Length(line) < maxLength,
    text: () => `${kept.join('\n')}\n`,
  };
}

/** Adds lines while there is space, and a summary of the others. */
function addLines<Item>(
  page: Page,
  items: readonly Item[],
  write: (item: Item) => string,
  summarize: (left: readonly Item[]) => string,
): void {
  for (const [index, item] of items.entries()) {
    const line = write(item);
    if (!page.hasRoomFor(line)) {
      page.add(summarize(items.slice(index)));
      return;
    }
    page.add(line);
  }
}

function addTable(page: Page, severity: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  page.add('', `#### ${severity} (${changes.length})`, '');
  page.add('| tool | change | |', '| --- | --- | --- |');
  addLines(page, entriesOf(changes), row, (left) => {
    const count = left.reduce((sum, entry) => sum + entry.count, 0);
    return `| | … and ${count} more changes | |`;
  });
}

function row({ tools, message, example }: ReportEntry): string {
  const isGroup = tools.length > 1;
  const details = isGroup
    ? [`for example ${inline(example.tool)}: ${shown(messageOf(example))}`]
    : differenceOf(example).map(({ sign, text }) => `${sign} ${inline(text)}`);
  const what = [shown(message), inline(example.code), ...details].join('<br>');
  const heading = isGroup ? shown(toolsText(tools)) : inline(example.tool);
  return `| ${heading} | ${what} | ${notesOf(example)} |`;
}

function notesOf(change: Change): string {
  const { witness, causes } = change;
  const notes = [
    ...(witness ? [witnessNote(change, witness)] : []),
    ...causes.slice(0, maxCauses).map((cause) => shown(causeText(cause))),
    ...(causes.length > maxCauses ? [`… and ${causes.length - maxCauses} more causes`] : []),
  ];
  return notes.join('<br>');
}

function witnessNote(change: Change, witness: Witness): string {
  const { label, shown: value } = witnessParts(change, witness);
  return `${label}: ${inline(value)}`;
}

const maxCauses = 5;

function addDetails(page: Page, title: string, count: number, lines: readonly string[]): void {
  if (lines.length === 0) return;
  page.add('', `<details><summary>${title} (${count})</summary>`, '');
  addLines(
    page,
    lines,
    (line) => `- ${shown(line)}`,
    (left) => `- … and ${left.length} more`,
  );
  page.add('', '</details>');
}

/** The longest text, in UTF-16 code units; an escaped one takes up to six bytes each. */
const maxTextLength = 1_000;

function shown(text: string): string {
  return markdownText(cutText(text, maxTextLength));
}

function inline(text: string): string {
  return markdownCode(cutText(text, maxTextLength));
}

/**
 * Matches text with a meaning in Markdown, and no more, so that the source stays readable.
 *
 * | text                                                  | written as |
 * | ----------------------------------------------------- | ---------- |
 * | `@name`, `#1`: a mention                              | code       |
 * | signs of markup, of a table and of HTML               | entities   |
 * | what starts a heading, quote, list or reference       | entities   |
 * | `_` beside a word, `]` where a link could follow      | entities   |
 * | `://` and `www.`: an address                          | entities   |
 * | `$` where a formula could end                         | entities   |
 */
const markup =
  /(?:[@#][\w/-]+)+|[&<*`|\\~]|^[>+=#[-]|^\d+(?=[.)])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\](?=[([:]|$)|:(?=\/\/)|(?<=\bwww)\.|\$(?!\w)/giu;

/** Escapes a text for Markdown, on one line; names and values come from outside. */
function markdownText(text: string): string {
  return oneLine(text).replaceAll(markup, (found) =>
    /^[@#][\w/-]/.test(found) ? `\`${found}\`` : entities(found),
  );
}

/**
 * Formats a text as code. Only backticks, and pipes in a table, have a meaning between backticks: a text
 * with those is escaped like other text.
 */
function markdownCode(text: string): string {
  const line = oneLine(text).trim();
  return line === '' || /[`|]/.test(line) ? `<code>${markdownText(line)}</code>` : `\`${line}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function entities(signs: string): string {
  return Array.from(signs, (sign) => `&#${sign.codePointAt(0)};`).join('');
}
