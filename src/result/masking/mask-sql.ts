/**
 * Removes SQL from a text: a statement in front of the message (`select … - relation does not
 * exist`) goes, one within it and the values of rows are masked.
 */
export function maskSql(text: string): string {
  return withoutLeadingStatement(text)
    .split('\n')
    .map(maskLine)
    .join('\n')
    .replaceAll(/\bKey \(([^()\n]{1,200})\)=\([^)\n]*\)/g, 'Key ($1)=([value])')
    .replaceAll(/\bFailing row contains \([^\n]*/g, 'Failing row contains [values].');
}

/** Verbs of statements, with the word that follows in each. */
const leading: readonly (readonly [verb: RegExp, follower: RegExp])[] = [
  [/^select\b/i, /\bfrom\b/i],
  [/^insert into\b/i, /./],
  [/^update\b/i, /\bset\b/i],
  [/^delete from\b/i, /./],
  [/^with\b/i, /\bselect\b/i],
];

function withoutLeadingStatement(text: string): string {
  const start = text.trimStart();
  const [, follower] = leading.find(([verb]) => verb.test(start)) ?? [];
  const followed = follower ? start.search(follower) : -1;
  const end = followed < 0 ? -1 : start.indexOf(' - ', followed);
  const message = end < 0 ? '' : start.slice(end + 3);
  return /^\S/.test(message) ? message : text;
}

/** Beginnings of SQL within a line. Lower case needs a sign of SQL, because it is often prose. */
const inline: readonly (readonly [verb: RegExp, follower: RegExp])[] = [
  [/\bLINE \d{1,6}: /, /^/],
  [/\bSELECT\s/, /\sFROM\s/],
  [/\bselect (?=[*"`[]|count\()/, /\sfrom\s/],
  [/\bINSERT INTO\s/, /^/],
  [/\binsert into (?=["`[])/, /^/],
  [/\bUPDATE\s/, /\sSET\s/],
  [/\bupdate (?=["`[])/, /\sset\s/],
  [/\bDELETE FROM\s/, /^/],
  [/\bdelete from (?=["`[])/, /^/],
];

/** Masks a statement up to the end of its line. */
function maskLine(line: string): string {
  const starts = inline
    .map(([verb, follower]) => {
      const start = line.search(verb);
      return start >= 0 && follower.test(line.slice(start)) ? start : Infinity;
    })
    .filter(Number.isFinite);
  return starts.length === 0 ? line : `${line.slice(0, Math.min(...starts))}[sql]`;
}
