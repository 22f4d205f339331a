import schema from './schema.json' with { type: 'json' };

/**
 * The JSON Schema of a configuration: it validates configurations, editors complete from it, and
 * the documentation and the help of the command line are generated from it.
 *
 * `schema.json` is generated from the types of the options: `UPDATE_DOCS=1 npx vitest run test/config`.
 */
export const configSchema = schema as ConfigSchema;

export interface ConfigSchema extends OptionSchema {
  readonly properties: { readonly [name: string]: OptionSchema };
  readonly $defs: { readonly [name: string]: OptionSchema };
}

/** The subset of JSON Schema (draft-07, which editors support best) that describes options. */
export interface OptionSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  /** A default that depends on something else, in words. */
  readonly 'x-default'?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** Completes "must be" for values that do not match `pattern`; editors show it, too. */
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

/** Names of the options of an upstream: allowed at the top level, or below a name in `upstreams`. */
export const upstreamOptionNames: readonly string[] = Object.keys(
  configSchema.$defs['UpstreamOptions']?.properties ?? {},
);

/** Returns the schema of the option at a path, such as `['server', 'port']`. */
export function optionAt(path: readonly string[]): OptionSchema | undefined {
  return path.reduce<OptionSchema | undefined>(
    (parent, name) => parent && resolveRef(parent).properties?.[name],
    configSchema,
  );
}

/** Follows `$ref` once: no definition consists of a `$ref`. */
export function resolveRef(option: OptionSchema): OptionSchema {
  if (option.$ref === undefined) return option;
  return configSchema.$defs[option.$ref.slice('#/$defs/'.length)] ?? option;
}
