import type { ScalarRule } from '../model/well-known-scalars.ts';
import type { Validator } from '../model/validators.ts';
import type { Constraints } from './constraints.ts';
import type { Default } from './default-value.ts';

/** What a value may be, whatever profile it is written in. */
export type InputShape = ScalarShape | EnumShape | ListShape | ObjectShape;

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly name: string;
  readonly description: string | undefined;
  readonly rule: ScalarRule;
  /** Checks the configured schema of the scalar. */
  readonly checkSchema: Validator | undefined;
  /** Checks the keywords that the scalar has in profiles with keywords. */
  readonly checkKeywords: Validator | undefined;
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
  /** Why it is deprecated; undefined when it is not. */
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
  /** Names of the fields that must be given. */
  readonly required: readonly string[];
  /** Whether some field is sent by another name than agents see. */
  readonly renames: boolean;
  /** Its fields that hold objects. */
  readonly holders: readonly ObjectHolder[];
}

/** A field that holds an object, or a list of them. */
export interface ObjectHolder {
  readonly field: FieldShape;
  readonly held: ObjectShape;
}

/** A shape in a place. */
export interface InputValue {
  readonly shape: InputShape;
  readonly nullable: boolean;
}

/** A shape under a name: an input field, or an argument of a tool. */
export interface FieldShape extends InputValue {
  /** The name that agents see. */
  readonly name: string;
  /** The name that it has in GraphQL: the variable's, or the input field's. */
  readonly sentAs: string;
  readonly description: string | undefined;
  /** Why it is deprecated; undefined when it is not. */
  readonly deprecated: string | undefined;
  /** What is taken when nothing is given. */
  readonly default: Default | undefined;
  readonly constraints: Constraints;
  /** Checks the constraints, in profiles with keywords. */
  readonly checkConstraints: Validator | undefined;
  /** It may be left out: it may be null, or there is a value to take instead. */
  readonly optional: boolean;
  /** It is one of the fields of a `@oneOf`. */
  readonly isAlternative: boolean;
  /** Null would be an error, though leaving it out is none: null then counts as absent. */
  readonly dropsNull: boolean;
}

/** The fields that hold objects, required ones first. */
export function holdersAmong(fields: Iterable<FieldShape>): readonly ObjectHolder[] {
  const [required, optional]: [ObjectHolder[], ObjectHolder[]] = [[], []];
  for (const field of fields) {
    const held = objectWithin(field.shape);
    if (held) (field.optional ? optional : required).push({ field, held });
  }
  return [...required, ...optional];
}

/** The object that a value is or lists, at whatever depth; undefined where there is none. */
export function objectWithin(shape: InputShape): ObjectShape | undefined {
  if (shape.kind === 'list') return objectWithin(shape.item.shape);
  return shape.kind === 'object' ? shape : undefined;
}
