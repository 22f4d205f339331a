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
import { scalarRuleOf } from '../model/scalars.ts';
import { createValidator } from '../model/validators.ts';
import { constraintsOf, type Constraints } from './constraints.ts';
import { defaultOf } from './default-value.ts';
import {
  holdersAmong,
  type EnumShape,
  type FieldShape,
  type InputShape,
  type InputValue,
  type ListShape,
  type ObjectShape,
  type ScalarShape,
} from './input-shape.ts';
import { shownFieldName } from './shown-name.ts';
import { withBounds } from './with-bounds.ts';
import { uploadSchema } from './write-leaf.ts';

/** Derives the shapes of types. */
export type DeriveShape = (type: GraphQLInputType) => InputValue;

/** Makes a deriver that gives a named type the same shape every time. */
export function createShapeDeriver(scalars: ReadonlyMap<string, JsonSchema>): DeriveShape {
  const named = new Map<GraphQLNamedInputType, InputShape>();
  const lists = {
    ofNullable: new Map<InputShape, ListShape>(),
    of: new Map<InputShape, ListShape>(),
  };

  function derive(type: GraphQLInputType): InputValue {
    return isNonNullType(type)
      ? { shape: shapeOf(type.ofType), nullable: false }
      : { shape: shapeOf(type), nullable: true };
  }

  function shapeOf(type: GraphQLList<GraphQLInputType> | GraphQLNamedInputType): InputShape {
    if (isListType(type)) return listOf(derive(type.ofType));
    const known = named.get(type);
    if (known) return known;
    const shape = namedShape(type);
    named.set(type, shape);
    return shape;
  }

  /** A document's `[T]` is another type each time, and the same shape. */
  function listOf(item: InputValue): ListShape {
    const known = item.nullable ? lists.ofNullable : lists.of;
    const shape = known.get(item.shape) ?? { kind: 'list', item };
    known.set(item.shape, shape);
    return shape;
  }

  function namedShape(type: GraphQLNamedInputType): InputShape {
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
    checkKeywords: rule.keywords && createValidator(rule.keywords),
  };
}

function enumShape(type: GraphQLEnumType): EnumShape {
  const values = type.getValues().map(({ name, description, deprecationReason }) => ({
    name,
    description: description ?? undefined,
    deprecated: deprecationReason ?? undefined,
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
  let fields: ReadonlyMap<string, FieldShape> | undefined;
  let required: readonly string[] | undefined;
  let renames: boolean | undefined;
  let holders: ObjectShape['holders'] | undefined;
  return {
    kind: 'object',
    name: type.name,
    description: type.description ?? undefined,
    oneOf: type.isOneOf,
    get fields() {
      fields ??= fieldShapes(type, derive);
      return fields;
    },
    get required() {
      required ??= [...this.fields.values()].flatMap(({ name, optional }) =>
        optional ? [] : name,
      );
      return required;
    },
    get renames() {
      renames ??= [...this.fields.values()].some(({ name, sentAs }) => name !== sentAs);
      return renames;
    },
    get holders() {
      holders ??= holdersAmong(this.fields.values());
      return holders;
    },
  };
}

function fieldShapes(
  type: GraphQLInputObjectType,
  derive: DeriveShape,
): ReadonlyMap<string, FieldShape> {
  const fields = type.getFields();
  const shapes = Object.values(fields).map((field) => fieldShape(field, type, derive));
  return new Map(shapes.map((shape) => [shape.name, shape]));
}

function fieldShape(
  field: GraphQLInputField,
  holder: GraphQLInputObjectType,
  derive: DeriveShape,
): FieldShape {
  const { shape, nullable } = derive(field.type);
  const preset = defaultOf(field, shape);
  const constraints = constraintsOf(field.astNode?.directives, shape);
  const optional = nullable || preset !== undefined;
  return {
    name: shownFieldName(field, optional, holder),
    sentAs: field.name,
    shape,
    nullable,
    description: field.description ?? undefined,
    deprecated: field.deprecationReason ?? undefined,
    default: preset,
    constraints,
    checkConstraints: constraintCheck(shape, constraints),
    optional,
    isAlternative: holder.isOneOf,
    // a null member of a @oneOf is how models say that it is not the one
    dropsNull: holder.isOneOf || (!nullable && preset !== undefined),
  };
}

/** Makes what checks the constraints of a value; undefined where there are none. */
export function constraintCheck(
  shape: InputShape,
  { bounds }: Constraints,
): FieldShape['checkConstraints'] {
  for (const _ in bounds) return createValidator(withBounds({}, shape, bounds));
  return undefined;
}
