import type { JsonSchema, JsonType } from '../../core/json-schema.ts';
import { inheritedNames } from '../../core/json.ts';
import { listNames } from './leaves.ts';
import type { ObjectField } from './merge-field.ts';
import { mergeShapes, type Shape, type Shapes } from './shapes.ts';
import { type ObjectRef, writePosition, type WriteObjects } from './position.ts';

/** The schema of an object of several shapes: one object with all keys, or an `anyOf` of shapes. */
export type AbstractOutput = 'merged' | 'perType';

/**
 * Writes the schema of a place that allows one of several objects; `writeObjects` writes the objects
 * within.
 *
 * | objects                       | `merged`            | `perType`                                    |
 * | ----------------------------- | ------------------- | -------------------------------------------- |
 * | one shape                     | an object           | an object, `const` for `__typename`          |
 * | several, `__typename` in each | an object, all keys | `anyOf` by `__typename`, unknown types apart |
 * | several, without `__typename` | an object, all keys | an object, all keys                          |
 *
 * Without `__typename` no shape is distinguishable from that of an unknown type, which only has the
 * keys selected on every type: an `anyOf` of shapes would allow the same values and describe less.
 */
export function writeObject(
  shapes: Shapes,
  style: AbstractOutput,
  objects: readonly ObjectRef[],
  nullable: boolean,
  writeObjects: WriteObjects,
): JsonSchema {
  if (style === 'merged') {
    return writeMerged(
      objects.flatMap((object) => shapes.of(object)),
      nullable,
      writeObjects,
    );
  }
  const [only, ...others] = objects.flatMap((object) => branchesOf(shapes.of(object)));
  if (only === undefined || others.length === 0)
    return (only ?? openObject)(nullable, writeObjects);
  const branches = [only, ...others].map((branch) => branch(false, writeObjects));
  return { anyOf: nullable ? [...branches, { type: 'null' }] : branches };
}

type Branch = (nullable: boolean, writeObjects: WriteObjects) => JsonSchema;

function branchesOf(shapes: readonly Shape[]): readonly Branch[] {
  if (shapes.length > 1 && !shapes.every(hasTypename)) {
    return [(nullable, writeObjects) => writeMerged(shapes, nullable, writeObjects)];
  }
  const names = shapes.flatMap(({ types }) => types);
  return shapes.map((shape) => (nullable, writeObjects) => {
    const typename = typenameOf(shape, names);
    return writeFields(shape.fields, nullable, writeObjects, () => typename);
  });
}

function hasTypename({ fields }: Shape): boolean {
  return [...fields.values()].some(({ required, isTypename }) => required && isTypename);
}

function typenameOf({ types, open }: Shape, names: readonly string[]): JsonSchema {
  if (!open)
    return types.length === 1
      ? { type: 'string', const: types[0] ?? '' }
      : { type: 'string', enum: types };
  const others = names.filter((name) => !types.includes(name));
  return others.length === 0 ? { type: 'string' } : { type: 'string', not: { enum: others } };
}

function writeMerged(
  shapes: readonly Shape[],
  nullable: boolean,
  writeObjects: WriteObjects,
): JsonSchema {
  const [only, ...others] = shapes;
  if (only !== undefined && others.length === 0) {
    const typename = typenameText(only.open ? only.types : []);
    return writeFields(only.fields, nullable, writeObjects, () => typename);
  }
  return writeFields(mergeShapes(shapes), nullable, writeObjects, ({ types }) =>
    typenameText(types),
  );
}

const anyName: JsonSchema = { type: 'string' };

function typenameText(types: readonly string[]): JsonSchema {
  return types.length === 0 ? anyName : { type: 'string', description: listNames(types) };
}

function writeFields<Field extends ObjectField>(
  fields: ReadonlyMap<string, Field>,
  nullable: boolean,
  writeObjects: WriteObjects,
  writeTypename: (field: Field) => JsonSchema,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const writeMember = (name: string, field: Field): JsonSchema => {
    // if the key is absent, validators in JavaScript read the inherited member
    if (inheritedNames.has(name) && !field.required) return {};
    return field.isTypename ? writeTypename(field) : writePosition(field.position, writeObjects);
  };
  for (const [name, field] of fields) {
    defineMember(properties, name, writeMember(name, field));
    if (field.required) required.push(name);
  }
  const { type } = openObject(nullable);
  return required.length > 0 ? { type, properties, required } : { type, properties };
}

/** Defines an own member, because an alias may be `__proto__`. */
function defineMember(object: Record<string, JsonSchema>, name: string, value: JsonSchema): void {
  if (name !== '__proto__') object[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

const objectOrNull = ['object', 'null'] as const;

/** Returns the schema of any object. */
export function openObject(
  nullable: boolean,
): JsonSchema & { readonly type: JsonType | readonly JsonType[] } {
  return { type: nullable ? objectOrNull : 'object' };
}
