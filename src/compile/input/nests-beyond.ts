/** Deepest that objects and lists of a call's arguments may nest; what writes JSON goes no deeper. */
export const maxValueNesting = 200;

/** Whether objects and lists nest more deeply than so many levels. */
export function nestsBeyond(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsBeyond(member, levels - 1));
}
