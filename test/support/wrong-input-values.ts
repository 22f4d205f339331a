import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  typeFromAST,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  isRequiredInputField,
} from 'graphql';

type Path = readonly (string | number)[];

/** A value with one fault. */
export interface WrongValue {
  readonly value: unknown;
  /** The fault and its place. */
  readonly fault: string;
  readonly path: Path;
}

/** Yields variables with one fault, for each possible fault. */
export function wrongVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly WrongValue[] {
  const members = variableDefinitions.map(({ variable, type, defaultValue }) => ({
    name: variable.name.value,
    type: typeFromAST(schema, type) as GraphQLInputType,
    hasDefault: defaultValue !== undefined,
  }));
  return wrongMembers(variables, members, []);
}

interface Member {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

function wrongMembers(
  value: Readonly<Record<string, unknown>>,
  members: readonly Member[],
  path: Path,
): readonly WrongValue[] {
  const unknown = { ...value, unknownName: 1 };
  return [
    { value: unknown, fault: 'an unknown name', path: [...path, 'unknownName'] },
    ...members.flatMap((member) => wrongMember(value, member, path)),
  ];
}

function wrongMember(
  value: Readonly<Record<string, unknown>>,
  { name, type, hasDefault }: Member,
  path: Path,
): readonly WrongValue[] {
  const at = [...path, name];
  const given = Object.hasOwn(value, name) ? value[name] : undefined;
  const { [name]: _, ...others } = value;
  const isRequired = isNonNullType(type) && !hasDefault;
  const wrongs = given === undefined || given === null ? [] : wrongValues(given, type, at);
  return [
    ...(isRequired ? [{ value: others, fault: 'missing', path: at }] : []),
    ...(isRequired ? [{ value: { ...value, [name]: null }, fault: 'null', path: at }] : []),
    ...wrongs.map((wrong) => ({ ...wrong, value: { ...value, [name]: wrong.value } })),
  ];
}

function wrongValues(value: unknown, type: GraphQLInputType, path: Path): readonly WrongValue[] {
  if (isNonNullType(type)) return wrongValues(value, type.ofType, path);
  if (isListType(type) && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const isStrict = isNonNullType(type.ofType);
    return items.flatMap((item, index) => {
      const at = [...path, index];
      const within = item === null ? [] : wrongValues(item, type.ofType, at);
      const wrongs = isStrict ? [...within, { value: null, fault: 'null', path: at }] : within;
      return wrongs.map((wrong) => ({ ...wrong, value: items.with(index, wrong.value) }));
    });
  }
  if (isInputObjectType(type)) return wrongObjects(value as Record<string, unknown>, type, path);
  // only the API knows the values of a custom scalar
  if (isScalarType(type) && !isSpecifiedScalarType(type)) return [];
  const wrongs = isEnumType(type) ? ['happy', 1, true] : (wrongLeaves.get(String(type)) ?? []);
  return [...wrongs, { nowhere: { to: 'be found' } }].map((wrong) => ({
    value: wrong,
    fault: `${JSON.stringify(wrong)} for ${String(type)}`,
    path,
  }));
}

const wrongLeaves = new Map<string, readonly unknown[]>([
  ['Int', ['five', '1e3', 1.5, 2_147_483_648, true, [[1], []]]],
  ['Float', ['one', false]],
  ['String', [5, true]],
  ['Boolean', ['True', 1]],
  ['ID', [1.5, true]],
]);

function wrongObjects(
  value: Readonly<Record<string, unknown>>,
  type: GraphQLInputObjectType,
  path: Path,
): readonly WrongValue[] {
  const fields = Object.values(type.getFields());
  const members = fields.map((field) => ({
    name: field.name,
    type: field.type,
    // graphql 17 has no `defaultValue`, but a predicate for required fields
    hasDefault: isNonNullType(field.type) && !isRequiredInputField(field),
  }));
  const text = { value: 'no object', fault: 'text for an object', path };
  const within = wrongMembers(value, members, path);
  return type.isOneOf ? [text, ...within, ...wrongChoices(value, fields, path)] : [text, ...within];
}

/** Yields a `@oneOf` value with no member, and one with a second valid member. */
function wrongChoices(
  value: Readonly<Record<string, unknown>>,
  fields: readonly GraphQLInputField[],
  path: Path,
): readonly WrongValue[] {
  const rival = fields.find(({ name, type }) => !Object.hasOwn(value, name) && isListType(type));
  const two = rival
    ? [{ value: { ...value, [rival.name]: [] }, fault: 'two of a one-of', path }]
    : [];
  return [{ value: {}, fault: 'none of a one-of', path }, ...two];
}
