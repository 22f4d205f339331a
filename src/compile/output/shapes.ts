import {
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { collectFields, type Selection, type SelectionContext } from './collect-fields.ts';
import { leafSchemaOf } from './leaves.ts';
import {
  mergeField,
  type FieldLookup,
  type LeafPositions,
  type ObjectField,
} from './merge-field.ts';
import { type ObjectRef, leafPosition, unionOf } from './position.ts';
import { runtimeTypesOf, type RuntimeType } from './conditions.ts';

/** The fields of objects of some runtime types. */
export interface Shape {
  /** Names of the known types that have this shape, sorted. */
  readonly types: readonly string[];
  /** Whether unknown types have this shape, too. */
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, ObjectField>;
}

/** Derives answers from selections; all operations of a scope share the results. */
export interface Shapes {
  /** Returns the object of an operation's selection set. */
  root(type: GraphQLCompositeType, set: SelectionSetNode): ObjectRef;
  /** Returns the distinct shapes of an object. */
  of(object: ObjectRef): readonly Shape[];
}

type CustomScalars = ReadonlyMap<string, JsonSchema>;

interface ShapesState {
  readonly context: SelectionContext;
  readonly lookup: FieldLookup;
  readonly scalars: CustomScalars;
  readonly leaves: Map<GraphQLLeafType, LeafPositions>;
  readonly setIds: Map<SelectionSetNode, number>;
  readonly objects: Map<string, ObjectRef>;
  readonly shapes: Map<ObjectRef, readonly Shape[]>;
}

/** Creates the derivation for operations of one schema and scope. */
export function createShapes(context: SelectionContext, scalars: CustomScalars): Shapes {
  const state: ShapesState = {
    context,
    lookup: {
      schema: context.schema,
      leafOf: (type) => leafPositions(state, type),
      objectOf: (type, selections) => objectRef(state, type, selections),
    },
    scalars,
    leaves: new Map(),
    setIds: new Map(),
    objects: new Map(),
    shapes: new Map(),
  };
  return {
    root: (type, set) => objectRef(state, type, [{ set, conditional: false }]),
    of(object) {
      const known = state.shapes.get(object);
      if (known) return known;
      const shapes = deriveShapes(state, object);
      state.shapes.set(object, shapes);
      return shapes;
    },
  };
}

function objectRef(
  state: ShapesState,
  type: GraphQLCompositeType,
  selections: readonly Selection[],
): ObjectRef {
  const parts = selections.map(
    ({ set, conditional }) => `${idOf(state, set)}${conditional ? '*' : ''}`,
  );
  const key = `${type.name}{${parts.join(',')}}`;
  const known = state.objects.get(key);
  if (known) return known;
  const object = { key, type, selections };
  state.objects.set(key, object);
  return object;
}

function idOf({ setIds }: ShapesState, set: SelectionSetNode): number {
  const id = setIds.get(set) ?? setIds.size;
  setIds.set(set, id);
  return id;
}

/** Derives the shapes of an object; runtime types with the same fields share one. */
function deriveShapes(state: ShapesState, object: ObjectRef): readonly Shape[] {
  const { schema } = state.context;
  if (isObjectType(object.type)) {
    const fields = fieldsOf(state, object, { kind: 'known', type: object.type });
    return [{ types: [object.type.name], open: false, fields }];
  }
  const groups = new Map<string, { types: string[]; open: boolean; fields: Shape['fields'] }>();
  for (const runtime of runtimeTypesOf(object.type, schema)) {
    const fields = fieldsOf(state, object, runtime);
    const key = keyOf(fields);
    const group = groups.get(key) ?? { types: [], open: false, fields };
    if (runtime.kind === 'known') group.types.push(runtime.type.name);
    else group.open = true;
    groups.set(key, group);
  }
  return [...groups.values()];
}

function keyOf(fields: Shape['fields']): string {
  const parts = [...fields].map(
    ([name, { required, isTypename, position }]) =>
      `${name}${required ? '!' : ''}${isTypename ? '#' : ''}:${position.key}`,
  );
  return parts.sort().join();
}

function fieldsOf(state: ShapesState, object: ObjectRef, runtime: RuntimeType): Shape['fields'] {
  const collected = collectFields(state.context, runtime, object.type, object.selections);
  const fields = new Map<string, ObjectField>();
  for (const [name, occurrences] of collected) {
    fields.set(name, mergeField(state.lookup, runtime, occurrences));
  }
  return fields;
}

function leafPositions({ leaves, scalars }: ShapesState, type: GraphQLLeafType): LeafPositions {
  const known = leaves.get(type);
  if (known) return known;
  const leaf = { key: type.name, schema: leafSchemaOf(type, scalars) };
  const positions = { plain: leafPosition(leaf, false), orNull: leafPosition(leaf, true) };
  leaves.set(type, positions);
  return positions;
}

/** One response name of several shapes. */
export interface MergedField extends ObjectField {
  /** The names of the known types that have it. */
  readonly types: readonly string[];
}

/**
 * Merges shapes into one with all their keys; keys required in all shapes are required.
 */
export function mergeShapes(shapes: readonly Shape[]): ReadonlyMap<string, MergedField> {
  const found = new Map<string, { readonly field: ObjectField; readonly shape: Shape }[]>();
  for (const shape of shapes) {
    for (const [name, field] of shape.fields) {
      const entries = found.get(name) ?? [];
      entries.push({ field, shape });
      found.set(name, entries);
    }
  }
  return new Map(
    [...found].flatMap(([name, entries]) => {
      const [first, ...rest] = entries.map(({ field }) => field);
      if (first === undefined) return [];
      const field: MergedField = {
        required: entries.length === shapes.length && entries.every(({ field }) => field.required),
        isTypename: entries.every(({ field }) => field.isTypename),
        position: unionOf([first.position, ...rest.map(({ position }) => position)]),
        types: [...new Set(entries.flatMap(({ shape }) => shape.types))].sort(),
      };
      return [[name, field] as const];
    }),
  );
}
