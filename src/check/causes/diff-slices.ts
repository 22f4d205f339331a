import { diff, CriticalityLevel, type Change as InspectorChange } from '@graphql-inspector/core';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { Place } from '../../core/diagnostic.ts';
import { placeOf } from '../../load/place-of.ts';
import { withPlaces } from '../../load/sdl/schema-of-files.ts';
import type { SchemaSlice } from '../surface/print-slice.ts';
import { resliceSchema, schemaOfSlice } from '../surface/schema-slice.ts';
import { cutSlice, differingNames, typesOf, type SliceTypes } from '../surface/slice-types.ts';

/** A change of the part of a schema that operations use. */
export interface SchemaChange {
  /** `Movie`, `Movie.title`, `Query.movie.id`, `Mood.SAD`. */
  readonly coordinate: string;
  /** One sentence. */
  readonly message: string;
  /** Where the definition stands now, or else the type it was removed from. */
  readonly place?: Place;
}

/**
 * Finds what changed of a schema, as far as operations use it or did.
 *
 * A field that is used now and was not before is no change of the schema: it is left out, like the
 * types it brings along.
 */
export async function diffSlices(
  earlier: SchemaSlice,
  next: SchemaSlice,
  schema: GraphQLSchema,
): Promise<readonly SchemaChange[]> {
  if (earlier.length === 0) return [];
  const [before, now] = sidesOf(typesOf(earlier), typesOf(next), schema);
  if (before === undefined || now === undefined) return [];
  const changes = await diff(before, now);
  const located = withPlaces(schema);
  return changes.flatMap((change) => {
    const { path, message, criticality } = change;
    if (path === undefined) return [];
    if (criticality.level !== CriticalityLevel.Breaking) {
      if (additions.has(change.type) || isUnknown(before, path)) return [];
    }
    const coordinate = interfaceOf(change) ?? path;
    const place = placeAt(located, coordinate);
    return { coordinate, message: `${plainly(message)}.`, ...(place && { place }) };
  });
}

/** How the library words a default value on one side only, and how people would. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/ default value changed from 'undefined' to ('.*')$/s, ' has the default value $1 now'],
  [/ default value changed from ('.*') to 'undefined'$/s, ' lost its default value $1'],
  [
    /^Default value for (.*) changed from ('.*') to 'undefined'$/s,
    'Default value $2 was removed from $1',
  ],
];

function plainly(message: string): string {
  const found = wordings.find(([pattern]) => pattern.test(message));
  return found ? message.replace(...found) : message;
}

/** What was used before, and what there is of it now: of types that differ, and nothing without any. */
function sidesOf(
  earlier: SliceTypes,
  next: SliceTypes,
  schema: GraphQLSchema,
): readonly GraphQLSchema[] {
  const used = differingNames(earlier, next);
  if (used.size === 0) return [];
  const before = cutSlice(used, [earlier, next]);
  const now = typesOf(resliceSchema(schema, [before, cutSlice(used, [next, earlier])]));
  const differing = new Set([...differingNames(earlier, now)].filter((name) => used.has(name)));
  if (differing.size === 0) return [];
  return [
    schemaOfSlice(cutSlice(differing, [earlier, next, now])),
    schemaOfSlice(cutSlice(differing, [now, next, earlier])),
  ];
}

const additions: ReadonlySet<string> = new Set([
  'FIELD_ADDED',
  'TYPE_ADDED',
  'FIELD_ARGUMENT_ADDED',
]);

/** What an interface is implemented by decides about answers that are declared as the interface. */
function interfaceOf({ meta }: InspectorChange): string | undefined {
  const { addedInterfaceName, removedInterfaceName } = meta as Readonly<Record<string, unknown>>;
  const name = addedInterfaceName ?? removedInterfaceName;
  return typeof name === 'string' ? name : undefined;
}

/** Whether nothing that was used before is meant: a directive, say, of a field that is used now. */
function isUnknown(before: GraphQLSchema, coordinate: string): boolean {
  const [typeName = '', memberName = ''] = coordinate.split('.');
  const type = before.getType(typeName);
  if (type === undefined) return true;
  const hasFields = isObjectType(type) || isInterfaceType(type);
  return hasFields && memberName !== '' && !Object.hasOwn(type.getFields(), memberName);
}

/** Where a coordinate is defined; for one that is gone, where it was. */
function placeAt(schema: GraphQLSchema, coordinate: string): Place | undefined {
  const [typeName = '', memberName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const member = type && membersOf(type).get(memberName);
  const node = member?.astNode ?? type?.astNode;
  return node ? placeOf(node) : undefined;
}

function membersOf(type: GraphQLNamedType) {
  if (isEnumType(type)) return mapByName(type.getValues());
  if (isInputObjectType(type)) return mapByName(Object.values(type.getFields()));
  const hasFields = isObjectType(type) || isInterfaceType(type);
  return mapByName(hasFields ? Object.values(type.getFields()) : []);
}

function mapByName<Member extends { readonly name: string }>(members: readonly Member[]) {
  return new Map(members.map((member) => [member.name, member]));
}
