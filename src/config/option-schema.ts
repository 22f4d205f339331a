/**
 * The part of JSON Schema (draft-07, which editors know best) that describes options, and one
 * small function for each kind of option.
 */
export interface OptionSchema {
  readonly $ref?: string;
  readonly type?: OptionType | readonly OptionType[];
  readonly description?: string;
  readonly default?: unknown;
  /** A default that depends on something else, in words. */
  readonly 'x-default'?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** What `pattern` asks for, to follow "must be"; editors show it too. */
  readonly patternErrorMessage?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: OptionSchema;
  readonly properties?: { readonly [name: string]: OptionSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | OptionSchema;
  readonly propertyNames?: OptionSchema;
}

type OptionType = 'object' | 'array' | 'string' | 'integer' | 'boolean';

/** What an option may say beside its description. */
type Details = Omit<OptionSchema, 'type' | 'description'>;

/** A text that is not empty. */
export function text(description: string, details: Details = {}): OptionSchema {
  return { type: 'string', description, minLength: 1, ...details };
}

/** One of a few words. */
export function choice(description: string, words: readonly string[], preset: string) {
  return { type: 'string', description, enum: words, default: preset } satisfies OptionSchema;
}

/** True or false. */
export function flag(description: string, details: Details = {}): OptionSchema {
  return { type: 'boolean', description, ...details };
}

/** A number of things: whole, and no less than one unless said otherwise. */
export function count(description: string, details: Details = {}): OptionSchema {
  return { type: 'integer', description, minimum: 1, ...details };
}

/** A duration in milliseconds; above this maximum, timers of JavaScript fire at once. */
export function duration(description: string, details: Details = {}): OptionSchema {
  return { type: 'integer', description, minimum: 0, maximum: 2_147_483_647, ...details };
}

/** One glob or several. */
export function globs(description: string, details: Details = {}): OptionSchema {
  const items: OptionSchema = { type: 'string', minLength: 1 };
  return { type: ['string', 'array'], description, minLength: 1, items, ...details };
}

/** A list of texts. */
export function texts(description: string, details: Details = {}): OptionSchema {
  return { type: 'array', description, items: { type: 'string', minLength: 1 }, ...details };
}

/** An object whose keys are names from outside. */
export function mapOf(
  description: string,
  additionalProperties: boolean | OptionSchema,
  details: Details = {},
): OptionSchema {
  return { type: 'object', description, additionalProperties, ...details };
}

/** A group of options, defined once below `$defs`. */
export function group(description: string, name: string): OptionSchema {
  return { description, $ref: `#/$defs/${name}` };
}

/** An object that has these members and no other. */
export function members(
  description: string,
  properties: { readonly [name: string]: OptionSchema },
  required: readonly string[] = [],
): OptionSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
