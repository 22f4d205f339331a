/** Tells whether a JSON value has more levels of lists and objects; it goes no deeper to find out. */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}
