/** The maximum length of a value in a message, in UTF-16 code units. */
const maxLength = 80;

/** The maximum depth and number of members: clients can send large and deep values. */
const maxDepth = 3;
const maxMembers = 20;

/** Formats a value for a message: its JSON, shortened. */
export function formatValue(value: unknown): string {
  const text = writeJson(value, maxDepth).toWellFormed();
  if (text.length <= maxLength) return text;
  // do not cut within a character
  return `${text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function writeJson(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxLength));
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, maxMembers).map((item) => writeJson(item, depth - 1));
    return `[${items.join(',')}]`;
  }
  const members = Object.entries(value).slice(0, maxMembers);
  const written = members.map(
    ([key, member]) => `${writeJson(key, 1)}:${writeJson(member, depth - 1)}`,
  );
  return `{${written.join(',')}}`;
}
