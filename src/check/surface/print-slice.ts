import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  printType,
  GraphQLScalarType,
  GraphQLUnionType,
  isScalarType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { compareText } from '../../core/text.ts';

/** The part of a schema that operations use, as lines of SDL without descriptions. */
export type SchemaSlice = readonly string[];

/** Types by name, with the members of each that are used; all of them for enums and inputs. */
export interface UsedMembers {
  readonly types: Map<string, Set<string>>;
  /** `Type.field(argument:)`. */
  readonly args: Set<string>;
}

/** Prints types with the members that are used, sorted by name, a line each, without descriptions. */
export function printSlice(schema: GraphQLSchema, used: UsedMembers): SchemaSlice {
  const names = [...used.types.keys()].sort(compareText);
  const lines = names.flatMap((name) => {
    const type = schema.getType(name);
    return type ? printType(cutType(type, used)).split('\n') : [];
  });
  return [...rootLines(schema, used), ...lines.filter((line) => line !== '')];
}

/** Root types that are not called Query and Mutation are named. */
function rootLines(schema: GraphQLSchema, { types }: UsedMembers): readonly string[] {
  const roots = [
    ['query', 'Query', schema.getQueryType()],
    ['mutation', 'Mutation', schema.getMutationType()],
  ] as const;
  const shown = roots.filter(([, , type]) => type && types.has(type.name));
  if (shown.every(([, usual, type]) => type?.name === usual)) return [];
  return ['schema {', ...shown.map(([kind, , type]) => `  ${kind}: ${type?.name}`), '}'];
}

function cutType(type: GraphQLNamedType, used: UsedMembers): GraphQLNamedType {
  const description = undefined;
  if (isObjectType(type)) {
    return new GraphQLObjectType({ ...type.toConfig(), description, ...cutMembers(type, used) });
  }
  if (isInterfaceType(type)) {
    return new GraphQLInterfaceType({ ...type.toConfig(), description, ...cutMembers(type, used) });
  }
  if (isInputObjectType(type)) {
    const config = type.toConfig();
    return new GraphQLInputObjectType({ ...config, description, fields: plain(config.fields) });
  }
  if (isEnumType(type)) {
    const config = type.toConfig();
    return new GraphQLEnumType({ ...config, description, values: plain(config.values) });
  }
  if (isUnionType(type)) {
    const config = type.toConfig();
    return new GraphQLUnionType({ ...config, description, types: sortByName(config.types) });
  }
  return isScalarType(type) ? new GraphQLScalarType({ ...type.toConfig(), description }) : type;
}

function cutMembers(type: GraphQLObjectType | GraphQLInterfaceType, { types, args }: UsedMembers) {
  const { fields, interfaces } = type.toConfig();
  const members = types.get(type.name);
  const kept = Object.entries(fields)
    .filter(([name]) => members?.has(name))
    .map(([name, field]) => {
      const used = Object.entries(field.args ?? {}).filter(([argument]) =>
        args.has(`${type.name}.${name}(${argument}:)`),
      );
      return [name, { ...field, args: plain(Object.fromEntries(used)) }] as const;
    });
  return {
    fields: plain(Object.fromEntries(kept)),
    interfaces: sortByName(interfaces.filter(({ name }) => types.has(name))),
  };
}

/** Members by name, without descriptions. */
function plain<Member extends object>(members: { readonly [name: string]: Member }) {
  const sorted = Object.entries(members).sort(([one], [other]) => compareText(one, other));
  return Object.fromEntries(
    sorted.map(([name, member]) => [name, { ...member, description: undefined }]),
  );
}

function sortByName<Type extends { readonly name: string }>(
  types: readonly Type[],
): readonly Type[] {
  return [...types].sort((one, other) => compareText(one.name, other.name));
}
