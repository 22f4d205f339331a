/** Longest value in a message, in UTF-16 units. */
const maxLength = 80;

/** Levels and members that are shown: what was received may be large, and nest without end. */
const maxLevels = 3;
const maxMembers = 20;

/** A value as messages show it: its JSON, cut. */
export function formatValue(value: unknown): string {
  const text = write(value, maxLevels).toWellFormed();
  if (text.length <= maxLength) return text;
  // a cut falls between characters, for half of one is no text
  return `${text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function write(value: unknown, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxLength));
  if (typeof value !== 'object' || value === null) return String(value);
  if (levels === 0) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, maxMembers).map((item) => write(item, levels - 1));
    return `[${items.join(',')}]`;
  }
  const members = Object.entries(value).slice(0, maxMembers);
  const written = members.map(([key, member]) => `${write(key, 1)}:${write(member, levels - 1)}`);
  return `{${written.join(',')}}`;
}
