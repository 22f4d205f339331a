import type { JsonValue } from '../../core/json.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import { acceptedByShape } from './accepts.ts';
import { casesOf, memberOf, type SchemaNode, type Shape } from './schema-node.ts';

type Union = readonly SchemaNode[];

/** The most values of a member by which objects are split. */
const maxValues = 1_000;

/**
 * Splits objects by the values of a required member that tells the branches of a union apart, as `__typename`
 * does: a part for each value that a branch names, and one for all others. Returns `undefined` if there is
 * no such member. The same objects and union give the same parts, so that a comparison ends.
 */
export function splitByText(shape: Shape, union: Union): readonly Shape[] | undefined {
  return splitOf(shape)(union);
}

const splitOf = memoizeWeakly((shape: Shape) =>
  memoizeWeakly((union: Union): readonly Shape[] | undefined => {
    const branches = union.flatMap(casesOf);
    for (const name of shape.required) {
      const parts = splitText(memberOf(shape, name), branches, name);
      if (parts) return parts.map((part) => withMember(shape, name, part));
    }
    return undefined;
  }),
);

function splitText(
  member: SchemaNode,
  branches: readonly Shape[],
  name: string,
): readonly Shape[] | undefined {
  const [text, ...others] = casesOf(member);
  if (!text?.kinds.includes('string') || text.values?.length === 1) return undefined;
  if (others.length > 0) return undefined;
  const named = branches.flatMap((branch) => valuesNamed(memberOf(branch, name).shape));
  const values = [...new Set(text.values ?? named)].filter((value) => acceptedByShape(text, value));
  if (named.length === 0 || values.length === 0 || values.length > maxValues) return undefined;
  const single = values.map((value) => ({ ...text, values: [value] }));
  return text.values ? single : [...single, { ...text, excluded: [...text.excluded, ...values] }];
}

function valuesNamed({ values = [], excluded }: Shape): readonly JsonValue[] {
  return [...values, ...excluded];
}

function withMember(shape: Shape, name: string, member: Shape): Shape {
  return { ...shape, properties: new Map(shape.properties).set(name, { shape: member }) };
}
