import {
  getOperationAST,
  isInputObjectType,
  print,
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { ownMember } from '../../core/json.ts';
import type { LeafSchema, Operation } from '../../core/tool.ts';
import { isSameSchema } from './same-schema.ts';
import type { StoredArgument, StoredContract, StoredInputFields, UsedSchema } from './surface.ts';
import { isNonNull, namedType, nullableType, schemaOfType, type TypeText } from './type-text.ts';

/** Writes arguments by their types; the keywords that do not follow from a type are added. */
export function storeArguments(
  { properties, required = [] }: ObjectSchema,
  types: ReadonlyMap<string, TypeText>,
  leafSchema: LeafSchema,
): StoredContract['input'] {
  const entries = Object.entries(properties).map(([name, written]) => {
    const isRequired = required.includes(name);
    const key = isRequired ? name : `${name}?`;
    return [key, storeArgument(written, types.get(name), isRequired, leafSchema)] as const;
  });
  return Object.fromEntries(entries);
}

function storeArgument(
  written: JsonSchema,
  type: TypeText | undefined,
  isRequired: boolean,
  leafSchema: LeafSchema,
): StoredArgument {
  const base = type && argumentSchema(type, isRequired, leafSchema);
  const added = base && addedKeywords(written, base);
  if (type === undefined || added === undefined) return { $schema: written };
  return Object.keys(added).length === 0 ? type : { $type: type, ...added };
}

/** The schema of a value of this type; null is allowed for what may be left out. */
export function argumentSchema(
  type: TypeText,
  isRequired: boolean,
  leafSchema: LeafSchema,
): JsonSchema {
  const name = namedType(type);
  const named = leafSchema(name, 'input') ?? { $ref: `#/$defs/${name}` };
  const nullable = nullableType(type);
  return schemaOfType(isRequired ? `${nullable}!` : nullable, named, 'input');
}

/** The keywords that a schema has beyond those of its base; undefined if it lacks one of them. */
function addedKeywords(written: JsonSchema, base: JsonSchema): JsonSchema | undefined {
  if (Object.keys(base).some((keyword) => !Object.hasOwn(written, keyword))) return undefined;
  const added = Object.entries(written).filter(
    ([keyword, value]) => !isSameSchema(value, ownMember(base, keyword)),
  );
  return Object.fromEntries(added);
}

/**
 * The names of a tool's arguments, by the variable. An argument may have another name than its variable,
 * but their order is the same; bound variables are not arguments.
 */
export function argumentNames(
  document: DocumentNode,
  { bound }: Operation,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const isBound = new Set(bound.map(({ variable }) => variable));
  const variables = (getOperationAST(document)?.variableDefinitions ?? [])
    .map(({ variable }) => variable.name.value)
    .filter((name) => !isBound.has(name));
  const pairs = variables.flatMap((variable, index) => {
    const name = names[index];
    return name === undefined ? [] : [[variable, name] as const];
  });
  return new Map(pairs);
}

/** The GraphQL types of a tool's arguments, by the argument's name. */
export function argumentTypes(
  document: DocumentNode,
  operation: Operation,
  { properties }: ObjectSchema,
): ReadonlyMap<string, TypeText> {
  const names = argumentNames(document, operation, Object.keys(properties));
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const pairs = definitions.flatMap(({ variable, type }) => {
    const name = names.get(variable.name.value);
    return name === undefined ? [] : [[name, print(type)] as const];
  });
  return new Map(pairs);
}

/** Writes what input types say of their fields beyond the types of the fields. */
export function storeInputTypes(
  definitions: ReadonlyMap<string, JsonSchema>,
  schema: GraphQLSchema,
  leafSchema: LeafSchema,
): UsedSchema['inputs'] {
  const entries = [...definitions].map(([name, written]) => {
    const type = schema.getType(name);
    const isKept = isInputObjectType(type) && isUsual(written, type);
    return [name, isKept ? storeFields(written, type, leafSchema) : { $schema: written }] as const;
  });
  return Object.fromEntries(entries.filter(([, stored]) => Object.keys(stored).length > 0));
}

/** Whether all but the schemas of its fields follows from an input type. */
function isUsual(written: JsonSchema, type: GraphQLInputObjectType): boolean {
  const fields = Object.values(type.getFields());
  const required = fields.flatMap((field) => (isOptional(field) ? [] : field.name));
  const usual = inputObject({}, required, type.isOneOf);
  const names = Object.keys(written.properties ?? {});
  return (
    isSameSchema({ ...written, properties: {} }, usual) &&
    names.length === fields.length &&
    names.every((name) => Object.hasOwn(type.getFields(), name))
  );
}

function storeFields(
  { properties = {} }: JsonSchema,
  type: GraphQLInputObjectType,
  leafSchema: LeafSchema,
): StoredInputFields {
  const entries = new Map<string, StoredInputFields[string]>();
  for (const field of Object.values(type.getFields())) {
    const written = properties[field.name] ?? {};
    const isRequired = !isOptional(field) || type.isOneOf;
    const base = argumentSchema(String(field.type), isRequired, leafSchema);
    const added = addedKeywords(written, base);
    if (!added) entries.set(field.name, { $schema: written });
    else if (Object.keys(added).length > 0) entries.set(field.name, shortened(added));
  }
  return Object.fromEntries(entries);
}

function isOptional({ type, defaultValue }: GraphQLInputField): boolean {
  return !isNonNull(String(type)) || defaultValue !== undefined;
}

/** The schema of an input type. */
export function inputObject(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  isOneOf: boolean,
): ObjectSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(isOneOf && { minProperties: 1, maxProperties: 1 }),
  };
}

function shortened(added: JsonSchema): string | JsonSchema {
  const { description, ...others } = added;
  return description !== undefined && Object.keys(others).length === 0 ? description : added;
}
