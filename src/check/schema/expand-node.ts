import { meetShapes, type Both } from './meet-shapes.ts';
import { openShape, nothing, type SchemaNode, type Shape, type Union } from './schema-node.ts';
import { tidyShape } from './tidy-shape.ts';

/** More alternatives of one schema than this are not told apart. */
const maxAlternatives = 64;

/** What is known of schemas that were expanded before. */
export interface Expansions {
  readonly both: Both;
  readonly known: Map<number, readonly Shape[] | undefined>;
  readonly open: Set<number>;
}

/**
 * Writes a schema as shapes of which every fitting value fits one: references followed, unions
 * multiplied out. `undefined` where the shapes would be too many.
 *
 * Members and items are left as they are, so a recursive schema is expanded one level.
 */
export function expandNode(expansions: Expansions, node: SchemaNode): readonly Shape[] | undefined {
  const { known, open } = expansions;
  if (known.has(node.id)) return known.get(node.id);
  // a reference that leads back to itself, with nothing in between, says nothing
  if (open.has(node.id)) return [openShape];
  open.add(node.id);
  let shapes: readonly Shape[] | undefined = [node.shape].flatMap((shape) => tidy(shape) ?? []);
  for (const link of node.links)
    shapes = combine(expansions, shapes, expandNode(expansions, link()));
  for (const union of node.unions) {
    shapes = combine(expansions, shapes, expandUnion(expansions, union));
  }
  open.delete(node.id);
  known.set(node.id, shapes);
  return shapes;
}

function expandUnion(expansions: Expansions, union: Union): readonly Shape[] | undefined {
  const shapes: Shape[] = [];
  for (const branch of union.branches) {
    const found = expandNode(expansions, branch);
    if (found === undefined) return undefined;
    shapes.push(...found);
  }
  if (!union.exactlyOne) return shapes;
  return shapes.map((shape) => ({ ...shape, exclusive: [...shape.exclusive, union] }));
}

function combine(
  { both }: Expansions,
  ones: readonly Shape[] | undefined,
  others: readonly Shape[] | undefined,
): readonly Shape[] | undefined {
  if (ones === undefined || others === undefined) return undefined;
  if (ones.length * others.length > maxAlternatives) return undefined;
  return ones.flatMap((one) => others.flatMap((other) => tidy(meetShapes(one, other, both)) ?? []));
}

/** Only what shows at this level: members are looked into when the shapes are all there. */
function tidy(shape: Shape): Shape | undefined {
  return tidyShape(shape, (node) => node === nothing);
}
