/** Any item of a list, or any member that no schema names. */
export type EachStep = { readonly each: 'item' | 'member' };

/** A step into a value: a member's name, or any item or member. */
export type PathStep = string | EachStep;

/** Where something stands in a value, from its root. */
export type InstancePath = readonly PathStep[];

export const eachItem: EachStep = { each: 'item' };
export const eachMember: EachStep = { each: 'member' };

/** Writes a path as `subject.movies[].title`; `*` is any other member, and the root is empty. */
export function formatInstancePath(path: InstancePath): string {
  const text = path.map((step) => {
    if (typeof step === 'string') return `.${step}`;
    return step.each === 'item' ? '[]' : '.*';
  });
  return text.join('').replace(/^\./, '');
}
