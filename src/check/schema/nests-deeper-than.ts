/** Tells whether a JSON value has more levels of lists and objects; it goes no deeper to find out. */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // not `Object.values`, which makes a list for each of a million objects
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (typeof member === 'object' && nestsDeeperThan(member, levels - 1)) return true;
  }
  return false;
}
