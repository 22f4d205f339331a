/**
 * What means something to Markdown, and what stands in its place; all else is left, so that the source
 * can be read.
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
const meaningful =
  /(?:[@#][\w/-]+)+|[&<*`|\\~]|^[>+=#[-]|^\d+(?=[.)])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\](?=[([:]|$)|:(?=\/\/)|(?<=\bwww)\.|\$(?!\w)/giu;

/** Writes text as Markdown that shows it as it is, on one line: names and values come from outside. */
export function markdownText(text: string): string {
  return oneLine(text).replaceAll(meaningful, (found) =>
    /^[@#][\w/-]/.test(found) ? `\`${found}\`` : entities(found),
  );
}

/**
 * Writes text as code. In backticks nothing but backticks has a meaning, and in a table pipes: text
 * with those is escaped as other text is.
 */
export function markdownCode(text: string): string {
  const line = oneLine(text).trim();
  return line === '' || /[`|]/.test(line) ? `<code>${markdownText(line)}</code>` : `\`${line}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function entities(signs: string): string {
  return Array.from(signs, (sign) => `&#${sign.codePointAt(0)};`).join('');
}
