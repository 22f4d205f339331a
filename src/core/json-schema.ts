import { isJsonObject, ownMember } from './json.ts';

/**
 * The subset of JSON Schema the gateway writes.
 *
 * Every keyword has the same meaning in draft-07 and in 2020-12, because clients use either.
 * Members without a value are omitted: a `null` member makes clients drop a whole tool list.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  /** Protocol revision 2026-07-28: the header a client mirrors this argument in. */
  readonly 'x-mcp-header'?: string;
}

/** The JSON types that `type` may name. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** A schema with an object root, the only root that every client accepts. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: JsonSchema };
}

/** A schema directly within another one. */
interface Subschema {
  readonly schema: JsonSchema;
  readonly keyword: string;
  /** The name of the property or definition, if the keyword has names. */
  readonly name?: string;
}

/** Keywords whose value is one schema. */
const single = ['items', 'not', 'additionalProperties'] as const;
/** Keywords whose value is a list of schemas. */
const lists = ['anyOf', 'oneOf'] as const;
/** Keywords whose value is an object of named schemas. */
const named = ['properties', '$defs'] as const;

/** Yields the schemas directly within a schema, for every keyword of the subset we write. */
function* subschemas(schema: JsonSchema): Generator<Subschema> {
  for (const keyword of named) {
    const members = schema[keyword];
    if (!isJsonObject(members)) continue;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (isSchema(member)) yield { schema: member, keyword, name };
    }
  }
  for (const keyword of lists) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches) if (isSchema(branch)) yield { schema: branch, keyword };
  }
  for (const keyword of single) {
    const part: unknown = schema[keyword];
    if (isSchema(part)) yield { schema: part, keyword };
  }
}

/**
 * Visits a schema and all schemas within it, each parent before its parts; references are not followed.
 *
 * @param visit is passed each schema and the names of the properties and definitions that lead to it.
 */
export function walkSchema(
  schema: JsonSchema,
  visit: (schema: JsonSchema, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  visit(schema, path);
  for (const part of subschemas(schema)) {
    walkSchema(part.schema, visit, part.name === undefined ? path : [...path, part.name]);
  }
}

/** Looks up a reference within a document: `#`, or a schema in its `$defs`. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference === '#') return root;
  const token = /^#\/\$defs\/([^/%]+)$/.exec(reference)?.[1];
  if (token === undefined || root.$defs === undefined) return undefined;
  const target = ownMember(root.$defs, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return isSchema(target) ? target : undefined;
}

/**
 * The schemas that may apply to one place in a value, without references and alternatives; empty if
 * any value is allowed there.
 */
export interface SchemaCursor {
  readonly schemas: readonly JsonSchema[];
  /** Moves to a member of the object at this place. */
  member(name: string): SchemaCursor;
  /** Moves to the items of the list at this place. */
  items(): SchemaCursor;
}

/** Creates a cursor at the root of a value that a schema describes. */
export function createSchemaCursor(root: JsonSchema): SchemaCursor {
  const at = (parts: readonly unknown[]): SchemaCursor => {
    const schemas = alternativesOf(root, parts);
    return {
      schemas,
      member: (name) =>
        at(schemas.map(({ properties }) => properties && ownMember(properties, name))),
      items: () => at(schemas.map(({ items }) => items)),
    };
  };
  return at([root]);
}

/** Follows references and alternatives of schemas; each schema is entered once. */
function alternativesOf(root: JsonSchema, parts: readonly unknown[]): readonly JsonSchema[] {
  const pending = new Set(parts);
  const alternatives: JsonSchema[] = [];
  for (const part of pending) {
    if (!isSchema(part)) continue;
    const branches = part.anyOf ?? part.oneOf;
    const target = part.$ref === undefined ? undefined : resolveReference(root, part.$ref);
    for (const branch of [...(branches ?? []), target]) if (branch) pending.add(branch);
    if (!branches && part.$ref === undefined) alternatives.push(part);
  }
  return alternatives;
}

function isSchema(value: unknown): value is JsonSchema {
  return isJsonObject(value);
}
