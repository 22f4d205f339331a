import {
  getNullableType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';

/**
 * Judges answers straight from the specification, without a schema in between.
 *
 * It is slow and knows nothing of the compiler, so that the two can be held against each other.
 */
export interface AnswerModel {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Values of the variables; without them, each `@skip` and `@include` may go either way. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Whether objects of abstract types may have a type that the schema does not know. */
  readonly unknownTypes: boolean;
}

/** A field node, and whether the object may do without it. */
interface Part {
  readonly node: FieldNode;
  readonly parent: GraphQLCompositeType;
  readonly optional: boolean;
}

/** A selection set that belongs to an object, and whether the object may do without it. */
interface Source {
  readonly set: SelectionSetNode;
  readonly optional: boolean;
}

/** An object's type: one of the schema, or one that only its abstract type is known of. */
type Runtime = GraphQLObjectType | { readonly unknownOf: GraphQLCompositeType };

/** Whether `data` is a legal answer. */
export function isLegal(model: AnswerModel, data: JsonValue): boolean {
  if (data === null) return true;
  const root = rootTypeOf(model);
  return root ? fitsObject(model, data, root, rootSources(model)) : false;
}

function rootTypeOf({ schema, document }: AnswerModel) {
  const [operation] = document.definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION && schema.getRootType(operation.operation);
}

function rootSources({ document }: AnswerModel): readonly Source[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? { set: definition.selectionSet, optional: false }
      : [],
  );
}

function fits(
  model: AnswerModel,
  value: JsonValue,
  type: GraphQLOutputType,
  sources: readonly Source[],
): boolean {
  if (value === null) return !isNonNullType(type) || isAnything(getNullableType(type));
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return isList(value) && value.every((item) => fits(model, item, nullable.ofType, sources));
  }
  return isCompositeType(nullable)
    ? fitsObject(model, value, nullable, sources)
    : fitsLeaf(value, nullable);
}

function isAnything(type: GraphQLOutputType): boolean {
  return !isListType(type) && !isCompositeType(type) && fitsLeaf({}, type as GraphQLLeafType);
}

function fitsLeaf(value: JsonValue, type: GraphQLLeafType): boolean {
  if (isEnumType(type) || type.name === 'String') return typeof value === 'string';
  if (type.name === 'ID') return typeof value === 'string' || Number.isInteger(value);
  if (type.name === 'Boolean') return typeof value === 'boolean';
  if (type.name === 'Int' || type.name === 'Float') return typeof value === 'number';
  return true;
}

function fitsObject(
  model: AnswerModel,
  value: JsonValue,
  type: GraphQLCompositeType,
  sources: readonly Source[],
): boolean {
  if (!isJsonObject(value)) return false;
  const known = isObjectType(type) ? [type] : model.schema.getPossibleTypes(type);
  const unknown = isObjectType(type) || !model.unknownTypes ? [] : [{ unknownOf: type }];
  return [...known, ...unknown].some((runtime) =>
    fitsRuntime(model, value, runtime, partsOf(model, runtime, type, sources)),
  );
}

function fitsRuntime(
  model: AnswerModel,
  value: JsonObject,
  runtime: Runtime,
  fields: ReadonlyMap<string, readonly Part[]>,
): boolean {
  const keys = Object.keys(value);
  // a type nobody knows may have more than anybody asked about: schemas are never closed
  const present = model.unknownTypes || keys.every((key) => fields.has(key));
  return (
    present &&
    [...fields].every(([key, parts]) => {
      if (!Object.hasOwn(value, key)) return parts.every(({ optional }) => optional);
      return fitsParts(model, value[key] ?? null, runtime, parts);
    })
  );
}

function fitsParts(
  model: AnswerModel,
  value: JsonValue,
  runtime: Runtime,
  parts: readonly Part[],
): boolean {
  const sources = parts.flatMap(({ node: { selectionSet }, optional }) =>
    selectionSet ? { set: selectionSet, optional: optional && parts.length > 1 } : [],
  );
  // one that is certain decides; where none is, any of them may be the one that is there
  const certain = parts.filter(({ optional }) => !optional);
  const deciding = certain.length > 0 ? certain.slice(0, 1) : parts;
  return deciding.some(({ node, parent }) => {
    const name = node.name.value;
    if (name === '__typename') return isTypename(model, value, runtime);
    const owner = isObjectType(runtime) ? runtime : parent;
    const field =
      isObjectType(owner) || isInterfaceType(owner) ? owner.getFields()[name] : undefined;
    return field !== undefined && fits(model, value, field.type, sources);
  });
}

function isTypename({ schema }: AnswerModel, value: JsonValue, runtime: Runtime): boolean {
  if (isObjectType(runtime)) return value === runtime.name;
  const { unknownOf } = runtime;
  const known = isObjectType(unknownOf) ? [] : schema.getPossibleTypes(unknownOf as never);
  return typeof value === 'string' && !known.some(({ name }) => name === value);
}

function partsOf(
  model: AnswerModel,
  runtime: Runtime,
  declared: GraphQLCompositeType,
  sources: readonly Source[],
): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, Part[]>();
  const add = (key: string, part: Part): void => {
    const before = (parts.get(key) ?? []).filter(({ node }) => node !== part.node);
    const earlier = parts.get(key)?.find(({ node }) => node === part.node);
    const optional = part.optional && (earlier?.optional ?? true);
    parts.set(key, [...before, { ...part, optional }]);
  };
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType, optional: boolean): void => {
    for (const selection of set.selections) {
      const presence = presenceOf(model, selection);
      if (presence === 'never') continue;
      const isOptional = optional || presence === 'maybe';
      if (selection.kind === Kind.FIELD) {
        add((selection.alias ?? selection.name).value, {
          node: selection,
          parent,
          optional: isOptional,
        });
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragmentOf(model, selection.name.value)
          : selection;
      const condition = fragment.typeCondition?.name.value ?? parent.name;
      const type = model.schema.getType(condition) as GraphQLCompositeType;
      const applies = appliesTo(model, type, runtime);
      if (applies !== 'never') walk(fragment.selectionSet, type, isOptional || applies === 'maybe');
    }
  };
  for (const { set, optional } of sources) walk(set, declared, optional);
  return parts;
}

function fragmentOf({ document }: AnswerModel, name: string): FragmentDefinitionNode {
  const fragment = document.definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  if (!fragment) throw new Error(`There is no fragment ${name}.`);
  return fragment;
}

type Presence = 'certain' | 'maybe' | 'never';

function presenceOf({ variables }: AnswerModel, { directives = [] }: SelectionNode): Presence {
  let presence: Presence = 'certain';
  for (const { name, arguments: args = [] } of directives) {
    const given = args[0]?.value;
    const condition =
      given?.kind === Kind.VARIABLE
        ? variables?.[given.name.value]
        : given?.kind === Kind.BOOLEAN && given.value;
    if (condition === undefined) presence = 'maybe';
    else if (condition !== (name.value === 'include')) return 'never';
  }
  return presence;
}

function appliesTo(
  { schema }: AnswerModel,
  type: GraphQLCompositeType,
  runtime: Runtime,
): Presence {
  if (isObjectType(runtime)) {
    if (isObjectType(type)) return type === runtime ? 'certain' : 'never';
    return schema.isSubType(type, runtime) ? 'certain' : 'never';
  }
  const { unknownOf } = runtime;
  if (type === unknownOf) return 'certain';
  if (isObjectType(type)) return 'never';
  const isParent = isInterfaceType(unknownOf) && schema.isSubType(type, unknownOf);
  return isParent ? 'certain' : 'maybe';
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Whether some object on the way to a place of an answer has an abstract type, and no `__typename`
 * that is always there: then nothing tells which of its shapes it has.
 */
export function isUntold(
  model: AnswerModel,
  data: JsonValue,
  path: readonly (string | number)[],
): boolean {
  const root = rootTypeOf(model);
  return root ? isUntoldBelow(model, data, root, rootSources(model), path) : false;
}

function isUntoldBelow(
  model: AnswerModel,
  value: JsonValue,
  type: GraphQLOutputType,
  sources: readonly Source[],
  [step, ...rest]: readonly (string | number)[],
): boolean {
  if (step === undefined) return false;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const item = isList(value) ? (value[Number(step)] ?? null) : null;
    return isUntoldBelow(model, item, nullable.ofType, sources, rest);
  }
  if (!isCompositeType(nullable) || !isJsonObject(value)) return false;
  const known = isObjectType(nullable) ? [nullable] : model.schema.getPossibleTypes(nullable);
  const runtimes: Runtime[] = [...known];
  if (!isObjectType(nullable)) runtimes.push({ unknownOf: nullable });
  const fields = runtimes.map((runtime) => partsOf(model, runtime, nullable, sources));
  const told = [...(fields[0]?.keys() ?? [])].some((key) =>
    fields.every((parts) => isCertainTypename(parts.get(key))),
  );
  if (runtimes.length > 1 && !told) return true;
  return fields.some((parts, at) => {
    const field = parts.get(String(step)) ?? [];
    const below = field.flatMap(({ node: { selectionSet }, optional }) =>
      selectionSet ? { set: selectionSet, optional: optional && field.length > 1 } : [],
    );
    return field.some(({ node, parent }) => {
      const runtime = runtimes[at];
      const owner = runtime && isObjectType(runtime) ? runtime : parent;
      const definition =
        isObjectType(owner) || isInterfaceType(owner)
          ? owner.getFields()[node.name.value]
          : undefined;
      if (!definition) return false;
      return isUntoldBelow(model, value[String(step)] ?? null, definition.type, below, rest);
    });
  });
}

function isCertainTypename(parts: readonly Part[] | undefined): boolean {
  return (
    parts !== undefined &&
    parts.some(({ optional }) => !optional) &&
    parts.every(({ node }) => node.name.value === '__typename')
  );
}
