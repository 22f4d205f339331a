import type { JsonSchema } from '../core/json-schema.ts';

/** The schemas that may apply to one place in a value; empty means that anything is allowed. */
export type SchemaPosition = readonly JsonSchema[];

/** Moves through a schema as one moves through a value that it describes. */
export interface SchemaWalk {
  readonly root: SchemaPosition;
  member(at: SchemaPosition, name: string): SchemaPosition;
  item(at: SchemaPosition): SchemaPosition;
}

/** Makes a walk through a schema; references into its `$defs` are followed. */
export function createSchemaWalk(schema: JsonSchema | undefined): SchemaWalk {
  function resolve(found: readonly (JsonSchema | undefined)[]): SchemaPosition {
    return found.flatMap((each) => (each ? alternativesOf(each, schema) : []));
  }
  return {
    root: resolve([schema]),
    member: (at, name) =>
      resolve(
        at.map(({ properties }) =>
          properties && Object.hasOwn(properties, name) ? properties[name] : undefined,
        ),
      ),
    item: (at) => resolve(at.map(({ items }) => items)),
  };
}

/** Whether a text may stand where an integer stands, as far as the schema goes. */
export function allowsString(at: SchemaPosition): boolean {
  if (at.length === 0) return true;
  return at.some(({ type, enum: members, const: only }) => {
    if (members !== undefined || only !== undefined) return false;
    return (
      type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))
    );
  });
}

/** A schema without its references and alternatives: the schemas one of which must hold. */
function alternativesOf(
  schema: JsonSchema,
  root: JsonSchema | undefined,
  depth = 0,
): readonly JsonSchema[] {
  // a reference that leads back to itself says nothing
  if (depth > 20) return [];
  const { $ref, anyOf, oneOf } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace('#/$defs/', '');
    const defs = root?.$defs;
    const target = defs && Object.hasOwn(defs, name) ? defs[name] : undefined;
    return target ? alternativesOf(target, root, depth + 1) : [];
  }
  const alternatives = anyOf ?? oneOf;
  if (!alternatives) return [schema];
  return alternatives.flatMap((each) => alternativesOf(each, root, depth + 1));
}
