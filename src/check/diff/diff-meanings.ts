import { getNamedType, isInputObjectType, type GraphQLInputType } from 'graphql';
import { inheritedNames, ownMember } from '../../core/json.ts';
import type { FoundChange } from './change.ts';
import type { ToolInSurface } from './diff-tools.ts';
import { seenFields, typeOfText, type InputTypes } from '../surface/input-types.ts';
import { formatInstancePath, type InstancePath } from '../schema/problem.ts';

/**
 * Names that agents give as before, and that stand for another field or variable now: `constructor_`
 * for `constructor`, until there is a field `constructor_`.
 *
 * Of arguments the variable is not known: where it may have moved, it is told.
 */
export function diffMeanings(old: ToolInSurface, next: ToolInSurface): readonly FoundChange[] {
  const before = old.tool.inside?.argumentTypes;
  const after = next.tool.inside?.argumentTypes;
  if (before === undefined || after === undefined) return [];
  const names = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  const moved = names.filter(
    (name) =>
      inheritedNames.has(name.replace(/_$/, '')) &&
      Object.hasOwn(after, `${name}_`) &&
      !Object.hasOwn(before, `${name}_`),
  );
  return [...moved.map((name) => moveOf([name])), ...diffFields(old, next, names)];
}

function moveOf(path: InstancePath): FoundChange {
  const at = formatInstancePath(path);
  const message = `Argument "${at}" may stand for something else than before.`;
  return { code: 'OPERATION_CHANGED', position: 'input', path: at, message };
}

/** Types that stand at the same place, and where. */
interface Pair {
  readonly one: GraphQLInputType;
  readonly other: GraphQLInputType;
  readonly path: InstancePath;
}

function diffFields(
  old: ToolInSurface,
  next: ToolInSurface,
  names: readonly string[],
): readonly FoundChange[] {
  const [before, after] = [old.types(), next.types()];
  if (!before || !after || !(renames(before) || renames(after))) return [];
  const open = names.flatMap((name): readonly Pair[] => {
    const one = typeAt(old, before, name);
    const other = typeAt(next, after, name);
    return one && other ? [{ one, other, path: [name] }] : [];
  });
  const found: FoundChange[] = [];
  const seen = new Set<string>();
  // for..of also visits what is added on the way
  for (const { one, other, path } of open) {
    const [ours, theirs] = [getNamedType(one), getNamedType(other)];
    const key = `${ours.name} ${theirs.name}`;
    if (seen.has(key) || !isInputObjectType(ours) || !isInputObjectType(theirs)) continue;
    seen.add(key);
    const fields = seenFields(after, theirs);
    for (const [shown, field] of seenFields(before, ours)) {
      const now = fields.get(shown);
      if (!now) continue;
      if (now.name !== field.name) found.push(moveOf([...path, shown]));
      open.push({ one: field.type, other: now.type, path: [...path, shown] });
    }
  }
  return found;
}

function typeAt({ tool }: ToolInSurface, types: InputTypes, name: string) {
  const text = ownMember(tool.inside?.argumentTypes ?? {}, name) as string | undefined;
  return text === undefined ? undefined : typeOfText(text, types.schema);
}

const renaming = new WeakMap<InputTypes, boolean>();

/** Whether agents see some field by another name than its own, as in most schemas they do not. */
function renames(types: InputTypes): boolean {
  const known =
    renaming.get(types) ??
    Object.values(types.schema.getTypeMap()).some(
      (type) =>
        isInputObjectType(type) &&
        [...seenFields(types, type)].some(([shown, { name }]) => shown !== name),
    );
  renaming.set(types, known);
  return known;
}
