import { createSchemaCursor, type JsonSchema } from '../../core/json-schema.ts';
import type { CompareSchemas } from '../schema/compare-schemas.ts';
import { formatInstancePath, type InstancePath, type Problem } from '../schema/problem.ts';

/** An argument that is gone, and the one that takes the same values in its place. */
export interface ReplacedArgument {
  readonly removed: Problem;
  readonly added: Problem;
}

/**
 * Finds arguments that have another name now: of the members that one object lost and got, exactly one of each
 * accepts the same values.
 *
 * @param refused what values of the old schema violate.
 * @param accepted what values of the new schema violate in the old one.
 */
export function replacedArguments(
  old: JsonSchema,
  next: JsonSchema,
  refused: readonly Problem[],
  accepted: readonly Problem[],
  compareSchemas: CompareSchemas,
): readonly ReplacedArgument[] {
  const removed = refused.filter(({ constraint }) => constraint === 'closed');
  const required = refused.filter(({ constraint }) => constraint === 'missing');
  const optional = accepted.filter(({ constraint }) => constraint === 'closed');
  const isRequired = new Set(required.map(({ path }) => formatInstancePath(path)));
  const added = [
    ...required,
    ...optional.filter(({ path }) => !isRequired.has(formatInstancePath(path))),
  ];
  const isSame = (one: Problem, other: Problem): boolean => {
    if (holderOf(one) !== holderOf(other)) return false;
    const pair = compareSchemas(schemaAt(old, one.path), schemaAt(next, other.path));
    return pair.forwards().length === 0 && pair.backwards().length === 0;
  };
  return removed.flatMap((one) => {
    const [same, ...others] = added.filter((other) => isSame(one, other));
    const isOnly = removed.every((each) => each === one || !same || !isSame(each, same));
    return same && others.length === 0 && isOnly ? [{ removed: one, added: same }] : [];
  });
}

function holderOf({ path }: Problem): string {
  return formatInstancePath(path.slice(0, -1));
}

function schemaAt(root: JsonSchema, path: InstancePath): JsonSchema {
  const { schemas } = path.reduce(
    (cursor, step) => (typeof step === 'string' ? cursor.member(step) : cursor.items()),
    createSchemaCursor(root),
  );
  return { anyOf: schemas, ...(root.$defs && { $defs: root.$defs }) };
}
