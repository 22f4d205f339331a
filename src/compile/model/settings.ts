import type { ParamOptions, ToolOptions } from '../../config/upstream-options.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Place } from '../../core/diagnostic.ts';
import type { Profile } from '../../core/tool.ts';

/** What compiling depends on beside the sources; resolved, every default filled in. */
export interface CompileSettings {
  readonly profile: Profile;
  readonly validation: 'strict' | 'lenient';
  readonly mutations: 'all' | 'explicit' | 'none';
  /** The same for mutations of manifests. @default 'none' */
  readonly manifestMutations?: 'all' | 'explicit' | 'none';
  /** JSON Schema of custom scalars, by scalar name. */
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  /** Settings by operation name. */
  readonly tools: ReadonlyMap<string, ToolOptions>;
  /** Put before every tool name. */
  readonly prefix: string;
  /** Name of the upstream that answers these tools. */
  readonly upstream: string;
  readonly nullAsAbsent: boolean;
  readonly maxSchemaNodes: number;
  /** Bytes of one schema, as compact JSON. */
  readonly maxSchemaBytes: number;
}

/** The settings of a gateway that was told nothing. */
export const defaultCompileSettings: CompileSettings = {
  profile: 'portable',
  validation: 'strict',
  mutations: 'all',
  scalars: new Map(),
  tools: new Map(),
  prefix: '',
  upstream: 'default',
  nullAsAbsent: false,
  maxSchemaNodes: 1_500,
  maxSchemaBytes: 32_768,
};

/** What is said of one variable, in the configuration or by `@mcpParam`. */
export interface ParamSettings {
  readonly options: ParamOptions;
  /** Where an option is written, or else where the variable is declared. */
  readonly placeOf: (option: keyof ParamOptions) => Place;
}
