import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLInputField,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { Tool } from '../../core/tool.ts';
import type { SchemaPosition } from '../diff/change.ts';
import { argumentTypes } from '../surface/argument-types.ts';

/** A place in a schema: a type, a field, or (`below`) also everything within. */
export interface Coordinate {
  readonly at: string;
  readonly below: boolean;
}

/**
 * The places in the schema that may decide about a path of a tool's arguments or answers, then those
 * that may decide about the steps above it, up to the root: `Movie.title`, then `Query.movie` and the
 * type `Movie`.
 *
 * A last step that the schema does not have is named all the same: it may be what was removed.
 */
export function coordinatesAt(
  tool: Tool,
  document: DocumentNode,
  schema: GraphQLSchema,
  position: SchemaPosition,
  path: string,
): readonly (readonly Coordinate[])[] {
  const steps = path.replaceAll('[]', '').split('.').filter(Boolean);
  const levels =
    position === 'input'
      ? inputLevels(tool, document, schema, steps)
      : outputLevels(document, schema, steps);
  return levels.reverse();
}

function inputLevels(
  tool: Tool,
  document: DocumentNode,
  schema: GraphQLSchema,
  [first, ...rest]: readonly string[],
): (readonly Coordinate[])[] {
  const argument = argumentTypes(tool, document, schema).get(first ?? '');
  if (!argument) return [];
  let type: GraphQLNamedType = getNamedType(argument);
  const levels = [ofType(type)];
  for (const step of rest) {
    if (!isInputObjectType(type)) break;
    const field: GraphQLInputField | undefined = type.getFields()[step];
    const own: Coordinate = { at: `${type.name}.${field?.name ?? step}`, below: true };
    levels.push(field ? [own, ...ofType(getNamedType(field.type))] : [own]);
    if (!field) break;
    type = getNamedType(field.type);
  }
  return levels;
}

/** Of a type itself: its members decide about places of their own, but those of an enum. */
function ofType(type: GraphQLNamedType): readonly Coordinate[] {
  return [
    { at: type.name, below: isEnumType(type) },
    ...(isInputObjectType(type) ? [{ at: `${type.name}.@oneOf`, below: false }] : []),
  ];
}

/** What is selected of a type. */
type Selected = readonly [type: GraphQLCompositeType, set: SelectionSetNode];

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function outputLevels(
  document: DocumentNode,
  schema: GraphQLSchema,
  [data, ...steps]: readonly string[],
): (readonly Coordinate[])[] {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root || data !== 'data') return [];
  const named = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  const fragments = new Map(named.map((node) => [node.name.value, node]));
  const levels: (readonly Coordinate[])[] = [];
  let selected: readonly Selected[] = [[root, operation.selectionSet]];
  for (const step of steps) {
    const fields = selected.flatMap((part) => fieldsOf({ schema, fragments }, part, step));
    levels.push(
      fields.length === 0
        ? selected.flatMap(([type]) => ofAbsent(schema, type, step))
        : fields.flatMap(({ coordinates }) => coordinates),
    );
    if (fields.length === 0) break;
    selected = fields.flatMap(({ inner }) => (inner ? [inner] : []));
  }
  return levels;
}

/** What is not selected any more may be a field that is no longer there, by its own name. */
function ofAbsent(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  name: string,
): readonly Coordinate[] {
  const owners = isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
  return owners.map((owner) => ({ at: `${owner.name}.${name}`, below: true }));
}

interface FoundField {
  readonly coordinates: readonly Coordinate[];
  readonly inner: Selected | undefined;
}

function fieldsOf(
  document: Document,
  [parent, set]: Selected,
  responseName: string,
): readonly FoundField[] {
  return set.selections.flatMap((selection): readonly FoundField[] => {
    if (selection.kind === Kind.FIELD) {
      const { alias, name, selectionSet } = selection;
      if ((alias ?? name).value !== responseName) return [];
      return foundField(document, parent, name.value, selectionSet);
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.fragments.get(selection.name.value);
    if (!fragment) return [];
    const condition = fragment.typeCondition?.name.value;
    const type = condition === undefined ? parent : document.schema.getType(condition);
    if (!isCompositeType(type)) return [];
    return fieldsOf(document, [type, fragment.selectionSet], responseName);
  });
}

function foundField(
  { schema }: Document,
  parent: GraphQLCompositeType,
  name: string,
  set: SelectionSetNode | undefined,
): readonly FoundField[] {
  if (name === '__typename') {
    const types = isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
    return [{ coordinates: types.flatMap(ofType), inner: undefined }];
  }
  if (!isObjectType(parent) && !isInterfaceType(parent)) return [];
  const field = new Map(Object.entries(parent.getFields())).get(name);
  if (!field) return [];
  const type = getNamedType(field.type);
  // an answer follows the object's own type, which may be narrower than its interface's
  const owners = isInterfaceType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
  const own = owners.map((owner): Coordinate => ({ at: `${owner.name}.${name}`, below: true }));
  const inner: Selected | undefined = set && isCompositeType(type) ? [type, set] : undefined;
  return [{ coordinates: [...own, ...ofType(type)], inner }];
}
