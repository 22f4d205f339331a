import { profiles } from '../core/tool.ts';
import { choice, flag, globs, group, mapOf, text, type OptionSchema } from './option-schema.ts';
import { serverDefinitions } from './server-schema.ts';
import { toolDefinitions } from './tool-schema.ts';
import { upstreamDefinitions, upstreamProperties } from './upstream-schema.ts';

/** A schema with a root of its own. */
export interface ConfigSchema extends OptionSchema {
  readonly $schema: string;
  readonly title: string;
  readonly properties: { readonly [name: string]: OptionSchema };
  readonly $defs: { readonly [name: string]: OptionSchema };
}

/** Options of the gateway as a whole. */
const gatewayProperties: { readonly [name: string]: OptionSchema } = {
  name: text('Name of the server, as clients show it.', { default: 'graphql-mcp-gateway' }),
  instructions: text('Text that tells a model what the server is for; sent with the handshake.'),
  upstreams: mapOf(
    'Several GraphQL APIs in one gateway, by name. With `upstreams`, the top level has none of the upstream options (`schema`, `operations`, `endpoint`, …) itself.',
    { $ref: '#/$defs/UpstreamOptions' },
    {
      propertyNames: {
        type: 'string',
        pattern: '^[A-Za-z][A-Za-z0-9_]{0,31}$',
        patternErrorMessage: 'at most 32 letters, digits and underscores that start with a letter',
      },
    },
  ),
  profile: choice(
    'The dialect in which tool schemas are written: `portable` is what every client accepts, `full` is the most exact, `gemini` and `openai` are for clients of those models.',
    profiles,
    'portable',
  ),
  strict: flag('Whether anything that does not become a tool fails the start.', {
    default: false,
  }),
  locked: flag('Whether only a tool surface that the lock file allows is served.', {
    default: false,
  }),
  lockFile: text('The lock file of the tool surface.', { default: 'tools.lock.json' }),
  logLevel: choice(
    'What is logged to standard error: nothing below this.',
    ['error', 'warn', 'info', 'silent'],
    'info',
  ),
  server: group('Where and how the gateway is served.', 'ServerOptions'),
  auth: group('Who may call.', 'AuthOptions'),
  limits: group('Bounds on what is read, answered and advertised.', 'LimitOptions'),
  resources: flag("Whether the SDL and the operations' documents are served as MCP resources.", {
    default: false,
  }),
  prompts: globs('Globs of Markdown files with front matter, served as MCP prompts.'),
};

/**
 * Every option as JSON Schema: what a configuration is validated by, what editors complete from,
 * and what `docs/configuration.md` and the help of the command line are written from.
 */
export const configSchema: ConfigSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Configuration of graphql-mcp-gateway',
  type: 'object',
  properties: {
    $schema: text('The JSON Schema of this file, for editors.'),
    ...upstreamProperties,
    ...gatewayProperties,
  },
  additionalProperties: false,
  $defs: { ...upstreamDefinitions, ...toolDefinitions, ...serverDefinitions },
};

/** Names of the options that stand at the top level or below a name in `upstreams`. */
export const upstreamOptionNames: readonly string[] = Object.keys(upstreamProperties);

/** The schema of the option at a path of names, such as `['server', 'port']`. */
export function optionAt(path: readonly string[]): OptionSchema | undefined {
  return path.reduce<OptionSchema | undefined>(
    (schema, name) => schema && memberOf(resolveRef(schema), name),
    configSchema,
  );
}

/** Follows `$ref`, once: groups of options never refer to groups that are references. */
export function resolveRef(schema: OptionSchema): OptionSchema {
  if (schema.$ref === undefined) return schema;
  return configSchema.$defs[schema.$ref.slice('#/$defs/'.length)] ?? schema;
}

function memberOf(schema: OptionSchema, name: string): OptionSchema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  if (typeof schema.additionalProperties === 'object') return schema.additionalProperties;
  return schema.items;
}
