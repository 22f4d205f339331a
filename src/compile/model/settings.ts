import type { BindingRules } from '../../config/rules/header-rules.ts';
import type { ParamOptions, ToolOptions } from '../../config/upstream-options.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Place } from '../../core/diagnostic.ts';
import type { Profile } from '../../core/tool.ts';

/** The settings of a compile, with all defaults filled in. */
export interface CompileSettings extends BindingRules {
  readonly profile: Profile;
  readonly validation: 'strict' | 'lenient';
  readonly mutations: 'all' | 'explicit' | 'none';
  /** The same for mutations of manifests. @default 'none' */
  readonly manifestMutations?: 'all' | 'explicit' | 'none';
  /** JSON Schema of custom scalars, by scalar name. */
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  /** Settings by operation name. */
  readonly tools: ReadonlyMap<string, ToolOptions>;
  /** A prefix for all tool names. */
  readonly prefix: string;
  /** The name of the upstream of these tools. */
  readonly upstream: string;
  readonly nullAsAbsent: boolean;
  /** Whether tools need the scopes that the schema requires for their fields. */
  readonly scopesFromSchema: boolean;
  readonly maxSchemaNodes: number;
  /** The maximum length of a schema's compact JSON in bytes. */
  readonly maxSchemaBytes: number;
}

/** The settings of a gateway without configuration. */
export const defaultCompileSettings: CompileSettings = {
  profile: 'portable',
  validation: 'strict',
  mutations: 'all',
  scalars: new Map(),
  tools: new Map(),
  authenticatesCallers: false,
  bindableEnvironment: [],
  prefix: '',
  upstream: 'default',
  nullAsAbsent: false,
  scopesFromSchema: false,
  maxSchemaNodes: 1_500,
  maxSchemaBytes: 32_768,
};

/** The settings of one variable, from the configuration and `@mcpParam`. */
export interface ParamSettings {
  readonly options: ParamOptions;
  /** Returns the place of an option, or that of the variable's declaration. */
  readonly placeOf: (option: keyof ParamOptions) => Place;
}
