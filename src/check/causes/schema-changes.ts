import { isEnumType, isInputObjectType, type GraphQLSchema } from 'graphql';
import type { Place } from '../../core/diagnostic.ts';
import { placeOf } from '../../load/files/parse-document.ts';
import { withPlaces } from '../../load/sdl/build-sdl-schema.ts';
import { coordinateLine, coordinateOf } from '../surface/coordinates.ts';
import type { UsedSchema } from '../surface/surface.ts';

/** A change of an element of a schema that operations use. */
export interface SchemaChange {
  /** `Movie`, `Movie.title`, `Query.movie(id:)`, `Mood.SAD`. */
  readonly coordinate: string;
  /** One sentence. */
  readonly message: string;
  /** The definition now, or for a removed one that of its type. */
  readonly place?: Place;
}

/**
 * Returns what changed of the elements that operations used: the lines that differ in the schema now,
 * and the members that enums and input types have in addition.
 *
 * A field that is used now and was not before is no change of the schema.
 */
export function schemaChanges(
  old: UsedSchema | undefined,
  next: UsedSchema | undefined,
  schema: GraphQLSchema,
): readonly SchemaChange[] {
  if (!old || old.coordinates.length === 0) return [];
  const before = new Set(old.coordinates.map(coordinateOf));
  const complete = new Set(old.coordinates.map(typeNameOf).filter((name) => isInput(schema, name)));
  const changed = old.coordinates.flatMap((line) => changeOfLine(schema, line));
  const added = (next?.coordinates ?? []).flatMap((line) => {
    const coordinate = coordinateOf(line);
    if (before.has(coordinate) || !complete.has(typeNameOf(line))) return [];
    return [{ coordinate, message: addition(line, coordinate) }];
  });
  const changes = [...changed, ...added];
  if (changes.length === 0) return changes;
  const located = withPlaces(schema);
  return changes.map((change) => {
    const place = placeAt(located, change.coordinate);
    return place ? { ...change, place } : change;
  });
}

function typeNameOf(line: string): string {
  return /^\w+/.exec(line)?.[0] ?? '';
}

/** Of these types, all members are used. */
function isInput(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name);
  return isInputObjectType(type) || isEnumType(type);
}

function changeOfLine(schema: GraphQLSchema, line: string): readonly SchemaChange[] {
  const coordinate = coordinateOf(line);
  const now = coordinateLine(schema, coordinate);
  if (now === line) return [];
  const [before, after] = [textAfter(coordinate, line), now && textAfter(coordinate, now)];
  if (after !== undefined) {
    return [{ coordinate, message: `${coordinate} changed from ${before} to ${after}.` }];
  }
  const message =
    before === oneOf ? `${coordinate} is no longer ${oneOf}.` : `${coordinate} was removed.`;
  return [{ coordinate, message }];
}

const oneOf = '@oneOf';

function addition(line: string, coordinate: string): string {
  return textAfter(coordinate, line) === oneOf
    ? `${coordinate} is ${oneOf} now.`
    : `${line} was added.`;
}

function textAfter(coordinate: string, line: string): string {
  return line.slice(coordinate.length).replace(/^: /, '');
}

/** The place of an element; of a removed one, that of its type. */
function placeAt(schema: GraphQLSchema, coordinate: string): Place | undefined {
  const [typeName = '', memberName] = coordinate.replace(/\(.*/, '').split('.');
  const type = schema.getType(typeName);
  if (!type) return undefined;
  const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
  const members = isEnumType(type) ? type.getValues() : fields;
  const node = members.find(({ name }) => name === memberName)?.astNode ?? type.astNode;
  return node ? placeOf(node) : undefined;
}
