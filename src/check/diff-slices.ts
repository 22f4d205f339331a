import { diff, CriticalityLevel, type Change as InspectorChange } from '@graphql-inspector/core';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { Place } from '../core/place.ts';
import { placeOf } from '../load/place-of.ts';
import type { SchemaSlice } from './print-slice.ts';
import { schemaOfSlice, sliceSchema } from './schema-slice.ts';

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
  schema: GraphQLSchema,
  documents: readonly string[],
): Promise<readonly SchemaChange[]> {
  if (earlier.length === 0) return [];
  const now = sliceSchema(schema, documents, earlier);
  if (now.join('\n') === earlier.join('\n')) return [];
  const changes = await diff(schemaOfSlice(earlier), schemaOfSlice(now));
  return changes.flatMap((change) => {
    const { path, message, criticality } = change;
    const isNews = criticality.level === CriticalityLevel.NonBreaking && isAddition(change);
    if (path === undefined || isNews) return [];
    const place = placeAt(schema, path);
    return { coordinate: path, message: `${message}.`, ...(place && { place }) };
  });
}

const additions: ReadonlySet<string> = new Set([
  'FIELD_ADDED',
  'TYPE_ADDED',
  'FIELD_ARGUMENT_ADDED',
  'OBJECT_TYPE_INTERFACE_ADDED',
]);

function isAddition({ type }: InspectorChange): boolean {
  return additions.has(type);
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
