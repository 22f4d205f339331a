import type { JsonValue } from '../../core/json.ts';

/** Any item of a list, or any member that no schema declares. */
export type EachStep = { readonly each: 'item' | 'member' };

/** A step into a value: the name of a member, or any item or member. */
export type PathStep = string | EachStep;

/** A place in all values of a schema, from the root. */
export type InstancePath = readonly PathStep[];

export const eachItem: EachStep = { each: 'item' };
export const eachMember: EachStep = { each: 'member' };

/** Formats a path as `subject.movies[].title`; `*` is any other member, and the root is empty. */
export function formatInstancePath(path: InstancePath): string {
  const text = path.map((step) => {
    if (typeof step === 'string') return `.${step}`;
    return step.each === 'item' ? '[]' : '.*';
  });
  return text.join('').replace(/^\./, '');
}

/**
 * The kind of a difference: why a value of one schema may not match the other.
 *
 * | constraint   | the other schema …                                                        |
 * | ------------ | ------------------------------------------------------------------------- |
 * | `type`       | refuses a kind of value                                                   |
 * | `value`      | refuses a listed value                                                    |
 * | `values`     | lists its values                                                          |
 * | `bound`      | bounds numbers, or the length of texts, lists or objects                  |
 * | `pattern`    | has a pattern                                                             |
 * | `format`     | has a format                                                              |
 * | `required`   | requires a member that was optional                                       |
 * | `missing`    | requires a member that the one schema does not declare                    |
 * | `undeclared` | restricts a member that the one schema does not declare                   |
 * | `closed`     | refuses a member                                                          |
 * | `keyword`    | has a keyword that cannot be compared                                     |
 * | `complex`    | is too deep or too complex to be explained                                |
 */
export type Constraint =
  | 'type'
  | 'value'
  | 'values'
  | 'bound'
  | 'pattern'
  | 'format'
  | 'required'
  | 'missing'
  | 'undeclared'
  | 'closed'
  | 'keyword'
  | 'complex';

/** One reason why values of one schema may not match another. */
export interface Problem {
  /** The shortest, if the reason applies in several places. */
  readonly path: InstancePath;
  readonly constraint: Constraint;
  /** The subject: a kind, a value as JSON, or a keyword with its value. */
  readonly detail: string;
  /** The number of places. */
  readonly places: number;
  /** Creates values that should match the one schema and not the other (not verified). */
  readonly candidates: () => readonly JsonValue[];
}
