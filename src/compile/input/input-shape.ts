import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { scalarRuleOf, type ScalarRule } from '../scalars.ts';
import { constraintsOf, type Constraints } from './constraints.ts';
import { defaultOf, type Default } from './default-value.ts';

/** What a value may be, whatever profile it is written in. */
export type InputShape = ScalarShape | EnumShape | ListShape | ObjectShape;

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly name: string;
  readonly description: string | undefined;
  readonly rule: ScalarRule;
}

export interface EnumShape {
  readonly kind: 'enum';
  readonly name: string;
  readonly description: string | undefined;
  readonly values: readonly EnumMember[];
  readonly names: ReadonlySet<string>;
}

export interface EnumMember {
  readonly name: string;
  readonly description: string | undefined;
  readonly deprecated: string | undefined;
}

export interface ListShape {
  readonly kind: 'list';
  readonly item: InputValue;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string;
  readonly description: string | undefined;
  /** Exactly one field must be given, and not null. */
  readonly oneOf: boolean;
  /** Made at first use, for input types may hold themselves. */
  readonly fields: ReadonlyMap<string, FieldShape>;
}

/** A shape in a place. */
export interface InputValue {
  readonly shape: InputShape;
  readonly nullable: boolean;
}

export interface FieldShape extends InputValue {
  readonly description: string | undefined;
  readonly deprecated: string | undefined;
  readonly default: Default | undefined;
  readonly constraints: Constraints;
}

/** Derives shapes; equal types are the same shape as long as it lives. */
export interface InputShapes {
  /** JSON Schema of custom scalars, by name: what the configuration says. */
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  of(type: GraphQLInputType): InputValue;
}

export function createInputShapes(scalars: ReadonlyMap<string, JsonSchema>): InputShapes {
  const named = new Map<GraphQLInputType, InputShape>();
  const of = (type: GraphQLInputType): InputValue =>
    isNonNullType(type)
      ? { shape: shapeOf(type.ofType), nullable: false }
      : { shape: shapeOf(type), nullable: true };
  const shapeOf = (type: GraphQLInputType): InputShape => {
    if (isListType(type)) return { kind: 'list', item: of(type.ofType) };
    const known = named.get(type);
    if (known) return known;
    const shape = makeShape(type);
    named.set(type, shape);
    return shape;
  };
  const makeShape = (type: GraphQLInputType): InputShape => {
    if (isInputObjectType(type)) return objectShape(type, shapes);
    if (isEnumType(type)) return enumShape(type);
    if (isListType(type) || isNonNullType(type)) throw new Error('wrappers have no name');
    const description = type.description ?? undefined;
    return { kind: 'scalar', name: type.name, description, rule: scalarRuleOf(type, scalars) };
  };
  const shapes = { scalars, of };
  return shapes;
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

function objectShape(type: GraphQLInputObjectType, shapes: InputShapes): ObjectShape {
  let fields: ReadonlyMap<string, FieldShape> | undefined;
  return {
    kind: 'object',
    name: type.name,
    description: type.description ?? undefined,
    oneOf: type.isOneOf,
    get fields() {
      fields ??= new Map(
        Object.values(type.getFields()).map((field) => [field.name, fieldShape(field, shapes)]),
      );
      return fields;
    },
  };
}

function fieldShape(field: GraphQLInputField, shapes: InputShapes): FieldShape {
  return {
    ...shapes.of(field.type),
    description: field.description ?? undefined,
    deprecated: field.deprecationReason ?? undefined,
    default: defaultOf(field, shapes.scalars),
    constraints: constraintsOf(field.astNode?.directives),
  };
}

/** Whether a value may be left out: it may be null, or there is a value to take instead. */
export function isOptional({
  nullable,
  default: preset,
}: Pick<FieldShape, 'nullable' | 'default'>) {
  return nullable || preset !== undefined;
}
