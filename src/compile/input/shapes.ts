import type { JsonValue } from '../../core/json.ts';
import type { Bounds } from '../model/bounds.ts';
import type { Validator } from '../model/validators.ts';
import type { ScalarRule } from '../model/well-known-scalars.ts';

/** The values of an input type, independent of the profile that a schema is written in. */
export type InputShape = ScalarShape | EnumShape | ListShape | ObjectShape;

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly name: string;
  readonly description: string | undefined;
  readonly rule: ScalarRule;
  /** Checks the configured schema of the scalar. */
  readonly checkSchema: Validator | undefined;
  /** Checks the format, the bounds and the pattern of the scalar. */
  readonly checkKeywords: Validator | undefined;
}

export interface EnumShape {
  readonly kind: 'enum';
  readonly name: string;
  readonly description: string | undefined;
  readonly values: readonly EnumMember[];
  readonly names: ReadonlySet<string>;
}

interface EnumMember {
  readonly name: string;
  readonly description: string | undefined;
  readonly deprecationReason: string | undefined;
}

export interface ListShape {
  readonly kind: 'list';
  readonly item: InputValue;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string;
  readonly description: string | undefined;
  readonly oneOf: boolean;
  /** By name; created at first use, because input types can contain themselves. */
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** The names of the fields that cannot be omitted. */
  readonly required: readonly string[];
  /** The fields that contain objects. */
  readonly holders: readonly ObjectHolder[];
}

/** A field that contains an object, or a list of objects. */
export interface ObjectHolder {
  readonly field: FieldShape;
  readonly object: ObjectShape;
}

export interface InputValue {
  readonly shape: InputShape;
  readonly nullable: boolean;
}

/** An input field, or an argument of a tool. */
export interface FieldShape extends InputValue {
  readonly name: string;
  readonly description: string | undefined;
  readonly deprecationReason: string | undefined;
  /** The value that the API uses if the field is omitted. */
  readonly default: Default | undefined;
  readonly constraints: Constraints;
  /** Checks the bounds of the constraints. */
  readonly checkConstraints: Validator | undefined;
  /** Whether it can be omitted: it is nullable, or it has a default. */
  readonly optional: boolean;
  /** Whether it is a field of a `@oneOf` input object. */
  readonly isAlternative: boolean;
  /** Whether null is an error although omission is not; null then counts as omission. */
  readonly dropsNull: boolean;
}

/** An argument of a tool; its `name` is the public one. */
export interface Argument extends FieldShape {
  /** The name of the GraphQL variable. */
  readonly variable: string;
  readonly examples: readonly unknown[];
  readonly mcpHeader: string | undefined;
}

/** The default of a field; null is a default too. */
export interface Default {
  /** The JSON value, coerced to its type; computed at first use. */
  readonly value: JsonValue;
}

/** The constraints that directives put on the values of an argument or input field. */
export interface Constraints {
  readonly bounds: Bounds;
  /** A pattern that some validators cannot read: it is only described in text. */
  readonly textPattern?: string;
  /** A fractional `multipleOf`, which validators get wrong: it is only described in text. */
  readonly textMultiple?: number;
}

export const unconstrained: Constraints = { bounds: {} };

/** Returns the fields that contain objects, required ones first. */
export function objectHolders(fields: Iterable<FieldShape>): readonly ObjectHolder[] {
  const [required, optional]: [ObjectHolder[], ObjectHolder[]] = [[], []];
  for (const field of fields) {
    const object = objectIn(field.shape);
    if (object) (field.optional ? optional : required).push({ field, object });
  }
  return [...required, ...optional];
}

/** Returns the object that a value is or lists, at any depth of lists; undefined for leaves. */
export function objectIn(shape: InputShape): ObjectShape | undefined {
  if (shape.kind === 'list') return objectIn(shape.item.shape);
  return shape.kind === 'object' ? shape : undefined;
}

/** Returns the shapes and all shapes within them, each once. */
export function reachableShapes(shapes: readonly InputShape[]): ReadonlySet<InputShape> {
  // iteration includes what is added meanwhile, and types can contain each other
  const reached = new Set(shapes);
  for (const shape of reached) {
    if (shape.kind === 'list') reached.add(shape.item.shape);
    if (shape.kind === 'object') {
      for (const field of shape.fields.values()) reached.add(field.shape);
    }
  }
  return reached;
}
