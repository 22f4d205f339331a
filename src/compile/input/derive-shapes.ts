import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLNamedInputType,
  type GraphQLScalarType,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { getOrCreate, lazy } from '../../core/memo.ts';
import { scalarRuleOf } from '../model/scalars.ts';
import { formatValue } from '../model/format-value.ts';
import { createValidator, type Validator } from '../model/validators.ts';
import { textKinds, type ScalarRule } from '../model/well-known-scalars.ts';
import { readConstraints, withBounds } from './constraints.ts';
import { defaultOf } from './defaults.ts';
import {
  objectHolders,
  type Constraints,
  type EnumShape,
  type FieldShape,
  type InputShape,
  type InputValue,
  type ListShape,
  type ObjectShape,
  type ScalarShape,
} from './shapes.ts';
import { uploadSchema } from './write-field.ts';

/** Derives the shape of a type. */
export type DeriveShape = (type: GraphQLInputType) => InputValue;

/** Creates a function that derives one shape for each named type, and for each list of it. */
export function createShapeDeriver(scalars: ReadonlyMap<string, JsonSchema>): DeriveShape {
  const nullableLists = new Map<InputShape, ListShape>();
  const nonNullLists = new Map<InputShape, ListShape>();
  const namedShapes = new Map<GraphQLNamedInputType, InputShape>();

  function derive(type: GraphQLInputType): InputValue {
    return isNonNullType(type)
      ? { shape: shapeOf(type.ofType), nullable: false }
      : { shape: shapeOf(type), nullable: true };
  }

  function shapeOf(type: GraphQLList<GraphQLInputType> | GraphQLNamedInputType): InputShape {
    if (!isListType(type)) return getOrCreate(namedShapes, type, deriveNamed);
    // each `[T]` of a document is a type of its own
    const item = derive(type.ofType);
    const lists = item.nullable ? nullableLists : nonNullLists;
    return getOrCreate(lists, item.shape, () => ({ kind: 'list', item }));
  }

  function deriveNamed(type: GraphQLNamedInputType): InputShape {
    if (isInputObjectType(type)) return objectShape(type, derive);
    return isEnumType(type) ? enumShape(type) : scalarShape(type, scalars);
  }

  return derive;
}

function scalarShape(
  type: GraphQLScalarType,
  scalars: ReadonlyMap<string, JsonSchema>,
): ScalarShape {
  const rule = scalarRuleOf(type, scalars);
  const schema = rule.kind === 'upload' ? uploadSchema : rule.schema;
  return {
    kind: 'scalar',
    name: type.name,
    description: type.description ?? undefined,
    rule,
    checkSchema: schema && createValidator(schema),
    checkKeywords: ruleCheck(rule),
  };
}

/** Creates the check of a rule's text or bounds; undefined if it has none. */
function ruleCheck({ kind, hint, keywords, accepts }: ScalarRule): Validator | undefined {
  const check = keywords && createValidator(keywords);
  if (hint === undefined || !textKinds.has(kind)) return check;
  if (!accepts && !check) return undefined;
  const isValid = (value: unknown): boolean =>
    accepts ? accepts.test(String(value)) : check?.(value).length === 0;
  // in a sentence, "Date" is "date" and "UUID" stays
  const expected = hint.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()).slice(0, -1);
  return (value) =>
    isValid(value)
      ? []
      : [{ path: [], message: `Expected ${expected}, received ${formatValue(value)}.` }];
}

function enumShape(type: GraphQLEnumType): EnumShape {
  const values = type.getValues().map(({ name, description, deprecationReason }) => ({
    name,
    description: description ?? undefined,
    deprecationReason: deprecationReason ?? undefined,
  }));
  return {
    kind: 'enum',
    name: type.name,
    description: type.description ?? undefined,
    values,
    names: new Set(values.map(({ name }) => name)),
  };
}

function objectShape(type: GraphQLInputObjectType, derive: DeriveShape): ObjectShape {
  const fields = lazy(() => {
    const shapes = Object.values(type.getFields()).map((field) => fieldShape(field, type, derive));
    return new Map(shapes.map((shape) => [shape.name, shape]));
  });
  const required = lazy(() =>
    [...fields().values()].filter(({ optional }) => !optional).map(({ name }) => name),
  );
  const holders = lazy(() => objectHolders(fields().values()));
  return {
    kind: 'object',
    name: type.name,
    description: type.description ?? undefined,
    oneOf: type.isOneOf,
    get fields() {
      return fields();
    },
    get required() {
      return required();
    },
    get holders() {
      return holders();
    },
  };
}

function fieldShape(
  field: GraphQLInputField,
  { isOneOf }: GraphQLInputObjectType,
  derive: DeriveShape,
): FieldShape {
  const { shape, nullable } = derive(field.type);
  const fallback = defaultOf(field, shape);
  const constraints = readConstraints(field.astNode?.directives, shape);
  return {
    name: field.name,
    shape,
    nullable,
    description: field.description ?? undefined,
    deprecationReason: field.deprecationReason ?? undefined,
    default: fallback,
    constraints,
    checkConstraints: constraintCheck(shape, constraints),
    optional: nullable || fallback !== undefined,
    isAlternative: isOneOf,
    dropsNull: !nullable && fallback !== undefined,
  };
}

/** Creates the check of a field's constraints; undefined if there are none. */
export function constraintCheck(
  shape: InputShape,
  { bounds }: Constraints,
): FieldShape['checkConstraints'] {
  if (Object.keys(bounds).length === 0) return undefined;
  return createValidator(withBounds({}, shape, bounds));
}
