/** Fields of each entity: name, type of the field, and the filter for it. */
const fields: readonly (readonly [name: string, type: string, filter: string])[] = [
  ['id', 'Int!', 'IntFilter'],
  ['name', 'String!', 'StringFilter'],
  ['description', 'String', 'StringFilter'],
  ['code', 'String!', 'StringFilter'],
  ['price', 'BigFloat', 'BigFloatFilter'],
  ['amount', 'Int!', 'IntFilter'],
  ['isActive', 'Boolean!', 'BooleanFilter'],
  ['status', 'Status!', 'StatusFilter'],
  ['createdAt', 'Datetime!', 'DatetimeFilter'],
  ['updatedAt', 'Datetime', 'DatetimeFilter'],
  ['comment', 'String', 'StringFilter'],
  ['details', 'JSON', 'JSONFilter'],
];

const entities = ['Actor', 'Category', 'Customer', 'Film', 'Rental'] as const;

const comparisons = [
  ['isNull', 'Is null (if `true` is specified) or is not null (if `false` is specified).'],
  ['equalTo', 'Equal to the specified value.'],
  ['notEqualTo', 'Not equal to the specified value.'],
  ['distinctFrom', 'Not equal to the specified value, treating null like an ordinary value.'],
  ['in', 'Included in the specified list.'],
  ['notIn', 'Not included in the specified list.'],
  ['lessThan', 'Less than the specified value.'],
  ['lessThanOrEqualTo', 'Less than or equal to the specified value.'],
  ['greaterThan', 'Greater than the specified value.'],
  ['greaterThanOrEqualTo', 'Greater than or equal to the specified value.'],
] as const;

function filterInput(type: string): string {
  const lines = comparisons.map(([name, text]) => {
    const value =
      name === 'isNull' ? 'Boolean' : name.toLowerCase().endsWith('in') ? `[${type}!]` : type;
    return `  "${text}"\n  ${name}: ${value}`;
  });
  return `input ${type}Filter {\n${lines.join('\n')}\n}`;
}

function plural(entity: string): string {
  return entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`;
}

function entitySdl(entity: string, index: number): string {
  const other = entities[(index + 1) % entities.length] ?? 'Actor';
  const all = plural(entity);
  const filters = fields.map(
    ([name, , filter]) => `  "Filter by the object’s \`${name}\` field."\n  ${name}: ${filter}`,
  );
  const orders = fields.flatMap(([name]) => {
    const upper = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    return [`  ${upper}_ASC`, `  ${upper}_DESC`];
  });
  return `
type ${entity} implements Node {
  nodeId: ID!
${fields.map(([name, type]) => `  ${name}: ${type}`).join('\n')}
  ${other.toLowerCase()}: ${other}
  related(first: Int, after: Cursor, orderBy: [${plural(other)}OrderBy!] = [NATURAL]): ${plural(other)}Connection!
}
type ${all}Connection { nodes: [${entity}]! edges: [${all}Edge!]! pageInfo: PageInfo! totalCount: Int! }
type ${all}Edge { cursor: Cursor node: ${entity} }
enum ${all}OrderBy {
  NATURAL
${orders.join('\n')}
  PRIMARY_KEY_ASC
  PRIMARY_KEY_DESC
}
"A filter to be used against \`${entity}\` object types. All fields are combined with a logical ‘and.’"
input ${entity}Filter {
${filters.join('\n')}
  "Checks for all expressions in this list."
  and: [${entity}Filter!]
  "Checks for any expressions in this list."
  or: [${entity}Filter!]
  "Negates the expression."
  not: ${entity}Filter
}
input ${entity}Input {
${fields.map(([name, type]) => `  ${name}: ${type}`).join('\n')}
}
input ${entity}Patch {
${fields.map(([name, type]) => `  ${name}: ${type.replace('!', '')}`).join('\n')}
}
input Create${entity}Input { clientMutationId: String ${entity.toLowerCase()}: ${entity}Input! }
input Update${entity}Input { clientMutationId: String id: Int! patch: ${entity}Patch! }
type ${entity}Payload { clientMutationId: String ${entity.toLowerCase()}: ${entity} edge(orderBy: [${all}OrderBy!] = [PRIMARY_KEY_ASC]): ${all}Edge }
extend type Query {
  ${entity.toLowerCase()}(id: Int!): ${entity}
  "Reads a set of \`${entity}\`."
  all${all}(
    first: Int
    last: Int
    offset: Int
    before: Cursor
    after: Cursor
    "The method to use when ordering \`${entity}\`."
    orderBy: [${all}OrderBy!] = [PRIMARY_KEY_ASC]
    "A filter to be used in determining which values should be returned."
    filter: ${entity}Filter
  ): ${all}Connection
}
extend type Mutation {
  "Creates a single \`${entity}\`."
  create${entity}(input: Create${entity}Input!): ${entity}Payload
  "Updates a single \`${entity}\` using a unique key and a patch."
  update${entity}(input: Update${entity}Input!): ${entity}Payload
}`;
}

/**
 * An API of the structure that PostGraphile and Keystone generate from tables: Relay connections, large
 * filter inputs, and enums of orders; four root fields for each of five tables.
 */
export const relaySdl = `
scalar BigFloat
scalar Cursor
scalar Datetime
scalar JSON
enum Status { DRAFT PUBLISHED ARCHIVED }
interface Node { nodeId: ID! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: Cursor endCursor: Cursor }
${['Int', 'String', 'BigFloat', 'Boolean', 'Datetime', 'JSON', 'Status'].map(filterInput).join('\n')}
type Query { node(nodeId: ID!): Node }
type Mutation { noop: Boolean }
${entities.map(entitySdl).join('\n')}
`;

/** Root fields for which there are starter operations: twenty. */
export const relayFields: readonly string[] = entities.flatMap((entity) => [
  entity.toLowerCase(),
  `all${plural(entity)}`,
  `create${entity}`,
  `update${entity}`,
]);
