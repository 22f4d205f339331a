/**
 * The subset of JSON Schema the gateway writes.
 *
 * Every keyword has the same meaning in draft-07 and in 2020-12, because clients use either.
 * Members without a value are omitted: a `null` member makes clients drop a whole tool list.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  /** Protocol revision 2026-07-28: the header a client mirrors this argument in. */
  readonly 'x-mcp-header'?: string;
}

/** The JSON types that `type` may name. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** A schema with an object root, the only root that every client accepts. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: JsonSchema };
}
