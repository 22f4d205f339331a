import {
  isCompositeType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema, JsonType } from '../../core/json-schema.ts';
import { getOrCreate } from '../../core/memo.ts';
import type { LeafSchema } from '../../core/tool.ts';
import { fragmentOf, responseNameOf, type Fragments } from '../../core/walk-selections.ts';
import { fieldOf, typeOfField } from '../operation/selection-types.ts';
import { ownersOf } from './coordinates.ts';
import { isSameSchema } from './same-schema.ts';
import type { StoredFields } from './surface.ts';
import {
  commonType,
  isNonNull,
  itemType,
  namedType,
  schemaOfType,
  type TypeText,
} from './type-text.ts';

/** A type, and what is selected of it. */
type Selected = readonly [type: GraphQLCompositeType, set: SelectionSetNode];

/** Writes the schema of an object in terms of the coordinates of its fields. */
export type StoreFields = (schema: JsonSchema, selected: readonly Selected[]) => StoredFields;

/** What fragments select, by the fragment's name; stored once for all tools. */
export type Selections = Map<string, StoredFields>;

/**
 * Creates the writer for results of one schema and one set of fragments. What a fragment selects is added
 * to `selections`, and referred to.
 *
 * A field is stored by its coordinates if the schema follows from their types; otherwise the schema is
 * stored as it is. So what is stored always means what the compiler wrote.
 */
export function createResultStore(
  schema: GraphQLSchema,
  fragments: Fragments,
  leafSchema: LeafSchema,
  selections: Selections,
): StoreFields {
  // tools share the schemas of objects that are selected alike
  const stored = new WeakMap<JsonSchema, StoredFields>();
  const context: Context = { schema, fragments, leafSchema, selections, store };
  return store;

  function store(written: JsonSchema, selected: readonly Selected[]): StoredFields {
    const existing = stored.get(written);
    if (existing) return existing;
    const fields = storeObject(context, written, selected);
    stored.set(written, fields);
    return fields;
  }
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly leafSchema: LeafSchema;
  readonly selections: Selections;
  readonly store: StoreFields;
}

function storeObject(
  context: Context,
  written: JsonSchema,
  selected: readonly Selected[],
): StoredFields {
  if (written.anyOf) {
    const branches = written.anyOf.filter(({ type }) => type !== 'null');
    return { $anyOf: branches.map((branch) => storeObject(context, branch, selected)) };
  }
  const fields = selectedFields(context, selected, typesOfBranch(written));
  const required = new Set(written.required);
  const entries = Object.entries(written.properties ?? {}).map(([name, property]) => {
    const key = required.has(name) ? name : `${name}?`;
    return [key, storeField(context, property, fields.get(name))] as const;
  });
  return Object.fromEntries(entries);
}

/** The types that an alternative is for, by its `__typename`; undefined if that says nothing. */
function typesOfBranch({ properties = {} }: JsonSchema): ReadonlySet<string> | undefined {
  for (const { const: only, enum: names } of Object.values(properties)) {
    if (only !== undefined || names !== undefined)
      return new Set([...(names ?? []), only ?? ''] as string[]);
  }
  return undefined;
}

/** The field of a response name, on all types that may have it. */
interface SelectedField {
  readonly coordinates: Set<string>;
  /** The type of all of them; undefined if they differ. */
  type: TypeText | undefined;
  /** Names of the types whose `__typename` it is. */
  readonly typenames: Set<string>;
  readonly inner: Selected[];
}

function storeField(
  context: Context,
  written: JsonSchema,
  field: SelectedField | undefined,
): StoredFields[string] {
  if (!field) return { $schema: written };
  const { coordinates, typenames, type } = field;
  if (typenames.size > 0) {
    const isText = coordinates.size === 0 && isPlainText(written);
    return isText ? [...typenames].sort().join(' | ') : { $schema: written };
  }
  const $field = [...coordinates].sort().join(' | ');
  const stored = type === undefined ? undefined : storeTyped(context, written, type, field.inner);
  if (stored === undefined) return { $field, $schema: written };
  return stored === 'leaf' ? $field : { $field, ...stored };
}

function isPlainText(schema: JsonSchema): boolean {
  return Object.keys(schema).every(
    (keyword) => keyword === 'description' || (keyword === 'type' && schema.type === 'string'),
  );
}

/** The fields of an object of this type; undefined if the schema does not follow from the type. */
function storeTyped(
  context: Context,
  written: JsonSchema,
  type: TypeText,
  inner: readonly Selected[],
): StoredFields | 'leaf' | undefined {
  if (inner.length === 0) {
    const leaf = context.leafSchema(namedType(type), 'output');
    return leaf && isSameSchema(written, schemaOfType(type, leaf, 'output')) ? 'leaf' : undefined;
  }
  const item = itemType(type);
  if (item !== undefined) {
    const isList = hasOnly(written, 'array', isNonNull(type), ['items']);
    return isList && written.items ? storeTyped(context, written.items, item, inner) : undefined;
  }
  if (written.anyOf) {
    const isNullable = written.anyOf.at(-1)?.type === 'null';
    return isNullable === isNonNull(type) ? undefined : storeShared(context, written, inner);
  }
  const isObject = hasOnly(written, 'object', isNonNull(type), ['properties', 'required']);
  return isObject && written.properties ? storeShared(context, written, inner) : undefined;
}

/** Refers to a fragment that selects all of it, unless another fragment has the same name. */
function storeShared(
  { store, selections }: Context,
  written: JsonSchema,
  selected: readonly Selected[],
): StoredFields {
  const fields = store(written, selected);
  const name = onlySpreadOf(selected);
  if (name === undefined) return fields;
  const shared = getOrCreate(selections, name, () => fields);
  return shared === fields || isSameSchema(shared, fields) ? { $selection: name } : fields;
}

function onlySpreadOf([first, ...others]: readonly Selected[]): string | undefined {
  const [only, ...more] = first?.[1].selections ?? [];
  if (others.length > 0 || more.length > 0 || only?.kind !== Kind.FRAGMENT_SPREAD) return undefined;
  return only.name.value;
}

function hasOnly(
  schema: JsonSchema,
  type: JsonType,
  nonNull: boolean,
  keywords: readonly string[],
): boolean {
  return (
    isSameSchema(schema.type, nonNull ? type : [type, 'null']) &&
    Object.keys(schema).every((keyword) => keyword === 'type' || keywords.includes(keyword))
  );
}

/** The fields that selections select on one level, by response name. */
function selectedFields(
  { schema, fragments }: Context,
  selected: readonly Selected[],
  only: ReadonlySet<string> | undefined,
): ReadonlyMap<string, SelectedField> {
  const fields = new Map<string, SelectedField>();
  const entered = new Map<GraphQLCompositeType, Set<SelectionSetNode>>();
  const visit = (parent: GraphQLCompositeType, set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = responseNameOf(selection);
        addField(getOrCreate(fields, name, createField), schema, parent, selection, only);
        continue;
      }
      const fragment = fragmentOf(selection, fragments);
      const enteredSets = getOrCreate(entered, parent, () => new Set<SelectionSetNode>());
      if (!fragment || enteredSets.has(fragment.selectionSet)) continue;
      enteredSets.add(fragment.selectionSet);
      const condition = fragment.typeCondition?.name.value;
      const type = condition === undefined ? parent : schema.getType(condition);
      if (isCompositeType(type)) visit(type, fragment.selectionSet);
    }
  };
  for (const [type, set] of selected) visit(type, set);
  return fields;
}

function createField(): SelectedField {
  return { coordinates: new Set(), type: undefined, typenames: new Set(), inner: [] };
}

function addField(
  field: SelectedField,
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  node: FieldNode,
  only: ReadonlySet<string> | undefined,
): void {
  const name = node.name.value;
  if (name === '__typename') {
    field.typenames.add(parent.name);
    return;
  }
  for (const owner of ownersOf(schema, parent)) {
    const own = fieldOf(owner, name);
    if (!own || only?.has(owner.name) === false) continue;
    const type = String(own.type);
    const isFirst = field.coordinates.size === 0;
    field.coordinates.add(`${owner.name}.${name}`);
    field.type = isFirst ? type : field.type && commonType(field.type, type);
  }
  const inner = typeOfField(node, parent);
  if (node.selectionSet && inner) field.inner.push([inner, node.selectionSet]);
}
