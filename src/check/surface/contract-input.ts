import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { ownMember } from '../../core/json.ts';
import type { Profile } from '../../core/tool.ts';
import { seenFields, typeOfText, withoutNull, type InputTypes } from './input-types.ts';
import type { SurfaceTool } from './surface.ts';
import { withToldBounds } from './told-bounds.ts';

/**
 * The schema of the calls that the gateway takes, which is not quite the schema that clients see: that
 * one says less where a profile cannot say more, or where there is no room.
 *
 * | clients see                                       | the gateway                              |
 * | ------------------------------------------------- | ---------------------------------------- |
 * | an open object, its fields told in words          | checks it as far down as it goes         |
 * | a large enum as text                              | takes its values only                    |
 * | `@oneOf` in words                                 | takes exactly one member                 |
 * | bounds in words, `At most 100.`                   | has them checked by the API              |
 * | profile `openai`: every property is required      | does without those that may be null      |
 * | profile `gemini`: open objects, no null           | refuses other members, takes null        |
 *
 * It is written by the GraphQL types of the arguments; scalars are as clients see them. Without types,
 * as of a running gateway, it is the schema that clients see.
 */
export function contractInputOf(
  { inputSchema, inside }: SurfaceTool,
  profile: Profile | undefined,
  types: InputTypes | undefined,
  typeTexts = inside?.argumentTypes,
): JsonSchema {
  if (types === undefined || typeTexts === undefined) return inputSchema;
  const written = Object.entries(inputSchema.properties);
  const isOptional = ([name, shown]: readonly [string, JsonSchema]) =>
    !(inputSchema.required ?? []).includes(name) || (profile === 'openai' && takesNull(shown));
  const properties = written.map(([name, shown]) => {
    const text = ownMember(typeTexts, name) as string | undefined;
    const type = text === undefined ? undefined : typeOfText(text, types.schema);
    if (!type) return [name, shown] as const;
    const value = write(nullable(type), withToldBounds(withoutNull(shown), shown.description));
    const taken = isOptional([name, shown]) ? orNull(value) : value;
    return [name, described(taken, shown.description)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: written.filter((entry) => !isOptional(entry)).map(([name]) => name),
    additionalProperties: false,
    $defs: definitionsOf(types),
  };
}

/** Written once for all tools, so that they are compared once. */
const definitions = new WeakMap<InputTypes, Readonly<Record<string, JsonSchema>>>();

/** The schemas of all input objects, by name. */
function definitionsOf(types: InputTypes): Readonly<Record<string, JsonSchema>> {
  const known = definitions.get(types);
  if (known) return known;
  const objects = Object.values(types.schema.getTypeMap()).filter(isInputObjectType);
  const written = Object.fromEntries(objects.map((type) => [type.name, writeObject(types, type)]));
  definitions.set(types, written);
  return written;
}

/** The schema of a type's values; `leaf` is how a scalar is written here. */
function write(type: GraphQLInputType, leaf: JsonSchema): JsonSchema {
  if (isNonNullType(type)) return write(type.ofType, leaf);
  if (isListType(type)) return writeList(type.ofType, leaf);
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return isInputObjectType(type) ? { $ref: `#/$defs/${type.name}` } : leaf;
}

/** Bounds of a list stand beside its items. */
function writeList(itemType: GraphQLInputType, leaf: JsonSchema): JsonSchema {
  const { items = leaf, minItems, maxItems } = leaf;
  const item = write(itemType, withoutNull(items));
  return {
    type: 'array',
    items: isNonNullType(itemType) ? item : orNull(item),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

function writeObject(types: InputTypes, type: GraphQLInputObjectType): JsonSchema {
  const { leaves, texts } = types;
  const fields = [...seenFields(types, type)];
  const properties = fields.map(([shown, field]) => {
    const coordinate = `${type.name}.${field.name}`;
    const leaf = leaves.get(coordinate) ?? leaves.get(scalarOf(field.type)) ?? {};
    const value = write(field.type, leaf);
    // the one member of an @oneOf input is not null
    const isPlain = isRequiredInputField(field) || type.isOneOf;
    return [shown, described(isPlain ? value : orNull(value), texts.get(coordinate))] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.flatMap(([shown, field]) => (isRequiredInputField(field) ? shown : [])),
    additionalProperties: false,
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
  };
}

function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

function scalarOf(type: GraphQLInputType): string {
  return isNonNullType(type) || isListType(type) ? scalarOf(type.ofType) : type.name;
}

function nullable(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) ? type.ofType : type;
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function takesNull(schema: JsonSchema): boolean {
  const kinds = [schema.type ?? []].flat();
  return kinds.includes('null') || (schema.anyOf ?? []).some(takesNull);
}
