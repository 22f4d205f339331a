import type { JsonSchema, JsonType, ObjectSchema } from '../../core/json-schema.ts';
import type { ProfileRules } from '../profiles/profile.ts';
import type { Argument } from './arguments.ts';
import { isOptional, type FieldShape, type InputShape, type InputValue } from './input-shape.ts';
import type { EnumShape, ObjectShape, ScalarShape } from './input-shape.ts';
import { describeField } from './part-text.ts';
import { writeScalar } from './write-scalar.ts';

/** How much of the shapes is written; less where the whole is over the budget. */
export interface Extent {
  /** How often a type that holds itself is written inside itself. */
  readonly recursion: number;
  /** How deep objects are written; deeper ones are open. */
  readonly depth: number;
  /** Most members of an enum; a larger one is text. */
  readonly enumMembers: number;
  readonly descriptions: boolean;
}

/** Thrown by the writer alone, when a schema grows beyond its nodes. */
export class TooManyNodes extends Error {}

/** Writes arguments as the schema of an object, or throws `TooManyNodes`. */
export function writeInput(
  given: readonly Argument[],
  rules: ProfileRules,
  extent: Extent,
  maxNodes: number,
): ObjectSchema {
  const writer = new InputWriter(rules, extent, maxNodes);
  const properties = given.map(
    (argument) => [argument.name, writer.property(argument, 0)] as const,
  );
  const required = given.filter((argument) => rules.allRequired || !isOptional(argument));
  const defs = writer.definitions();
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(rules.closedObjects && { additionalProperties: false }),
    ...(defs && { $defs: defs }),
  };
}

class InputWriter {
  readonly #rules: ProfileRules;
  readonly #extent: Extent;
  readonly #maxNodes: number;
  /** Types that `$ref`s name, and how deep they stand. */
  readonly #referred = new Map<ObjectShape, number>();
  /** Types on the way from the root to what is being written. */
  readonly #path: ObjectShape[] = [];
  #nodes = 1;

  constructor(rules: ProfileRules, extent: Extent, maxNodes: number) {
    this.#rules = rules;
    this.#extent = extent;
    this.#maxNodes = maxNodes;
  }

  property(field: Argument | FieldShape, depth: number): JsonSchema {
    const { keywords, nullableInputs, allRequired } = this.#rules;
    // where every property is required null must stay possible, which a mirrored one may not be
    const header = 'mcpHeader' in field && !allRequired ? field.mcpHeader : undefined;
    const examples = 'examples' in field ? field.examples : [];
    const nullable = nullableInputs && isOptional(field) && header === undefined;
    const schema = this.#value({ shape: field.shape, nullable }, depth);
    const description = this.#extent.descriptions ? describeField(field, this.#rules) : undefined;
    return {
      ...schema,
      ...(description !== undefined && { description: joined(description, schema.description) }),
      ...(keywords && field.constraints),
      ...(keywords && field.default && { default: field.default.value }),
      ...(keywords && field.deprecated !== undefined && { deprecated: true }),
      ...(keywords && examples.length > 0 && { examples }),
      ...(header !== undefined && { 'x-mcp-header': header }),
    };
  }

  definitions(): { readonly [name: string]: JsonSchema } | undefined {
    // a map that grows while it is walked: definitions refer to others
    const written: (readonly [string, JsonSchema])[] = [];
    for (const [shape, depth] of this.#referred) {
      written.push([shape.name, this.#object(shape, depth)]);
    }
    if (written.length === 0) return undefined;
    return Object.fromEntries(written.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #value({ shape, nullable }: InputValue, depth: number): JsonSchema {
    this.#nodes += 1;
    if (this.#nodes > this.#maxNodes) throw new TooManyNodes();
    const schema = this.#shape(shape, depth);
    return nullable ? orNull(schema) : schema;
  }

  #shape(shape: InputShape, depth: number): JsonSchema {
    switch (shape.kind) {
      case 'scalar':
        return this.#scalar(shape);
      case 'enum':
        return this.#enum(shape);
      case 'list':
        return { type: 'array', items: this.#item(shape.item, depth) };
      case 'object':
        return this.#rules.references === 'defs'
          ? this.#reference(shape, depth)
          : this.#inline(shape, depth);
    }
  }

  #item({ shape, nullable }: InputValue, depth: number): JsonSchema {
    return this.#value({ shape, nullable: nullable && this.#rules.nullableInputs }, depth);
  }

  #scalar({ rule }: ScalarShape): JsonSchema {
    return writeScalar(rule, this.#rules);
  }

  #enum({ values }: EnumShape): JsonSchema {
    if (values.length > this.#extent.enumMembers) return { type: 'string' };
    return { type: 'string', enum: values.map(({ name }) => name) };
  }

  /** Definitions are written later: a chain of types may be longer than the stack is deep. */
  #reference(shape: ObjectShape, depth: number): JsonSchema {
    if (!this.#referred.has(shape)) {
      if (depth >= this.#extent.depth) return openObject(shape);
      this.#referred.set(shape, depth + 1);
    }
    return { $ref: `#/$defs/${shape.name}` };
  }

  #inline(shape: ObjectShape, depth: number): JsonSchema {
    const within = this.#path.filter((outer) => outer === shape).length;
    if (depth >= this.#extent.depth || within > this.#extent.recursion) return openObject(shape);
    this.#path.push(shape);
    const schema = this.#object(shape, depth + 1);
    this.#path.pop();
    return schema;
  }

  #object(shape: ObjectShape, depth: number): JsonSchema {
    const fields = [...shape.fields.values()];
    const names = [...shape.fields.keys()];
    const { allRequired, closedObjects, references } = this.#rules;
    const strictOneOf = shape.oneOf && references === 'defs';
    const properties = fields.map((field, index) => {
      const nullable = strictOneOf ? false : field.nullable;
      return [names[index] ?? '', this.property({ ...field, nullable }, depth)] as const;
    });
    const required = names.filter(
      (_, index) =>
        allRequired || !isOptional(fields[index] ?? { nullable: true, default: undefined }),
    );
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      ...(closedObjects && { additionalProperties: false }),
      ...(strictOneOf && { minProperties: 1, maxProperties: 1 }),
    };
  }
}

function joined(description: string, more: string | undefined): string {
  return more === undefined ? description : `${description} ${more}`;
}

/** An object whose fields are told in words; the gateway still checks them. */
function openObject({ name, fields }: ObjectShape): JsonSchema {
  const names = [...fields.keys()];
  const some = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '');
  return { type: 'object', properties: {}, description: `Same shape as ${name}: ${some}.` };
}

/**
 * A schema that also takes null. Where more than the type would refuse null, it stands in an `anyOf`:
 * a `null` member of an enum is refused by some clients, and `["string", "null"]` with an enum
 * refuses null.
 */
function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (refusingNull.some((keyword) => schema[keyword] !== undefined)) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  if (type === undefined) return schema;
  const types = [type].flat() as readonly JsonType[];
  return types.includes('null') ? schema : { ...schema, type: [...types, 'null'] };
}

const refusingNull = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'not'] as const;
