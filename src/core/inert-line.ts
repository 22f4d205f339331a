/**
 * A text on one line, for logs: that of a workflow takes a line which begins with `::` for a command,
 * and what follows `##[` wherever it stands. Names and texts come from elsewhere, and must not be one.
 */
export function inertLine(text: string): string {
  return text
    .replaceAll(/\s*[\n\r]\s*/g, ' ')
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}')
    .replaceAll('##[', '#\\u{23}[');
}
