import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/config-schema.ts';
import type { OptionSchema } from '../../src/config/option-schema.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { isJsonObject, ownMember } from '../../src/core/json.ts';
import { logLevels } from '../../src/core/log.ts';
import { readDocumentedOptions, type DocumentedOption } from './options-source.ts';

const documented = readDocumentedOptions();

function groupSchema(group: string): OptionSchema {
  return group === 'GatewayOptions' ? configSchema : (configSchema.$defs[group] ?? {});
}

function schemaOf({ group, name }: DocumentedOption): OptionSchema | undefined {
  return groupSchema(group).properties?.[name];
}

/** The JSON a TypeScript literal in a `@default` stands for; undefined for words. */
function literalOf(preset: string): unknown {
  try {
    return JSON.parse(preset.replaceAll(/(?<=\d)_(?=\d)/g, '').replaceAll("'", '"'));
  } catch {
    return undefined;
  }
}

/** What the schema of a member of this TypeScript type looks like. */
const types: ReadonlyMap<string, object> = new Map<string, object>([
  ['string', { type: 'string' }],
  ['number', { type: 'integer' }],
  ['boolean', { type: 'boolean' }],
  ['string | boolean', { type: ['string', 'boolean'] }],
  ['string | readonly string[]', { type: ['string', 'array'], items: { type: 'string' } }],
  ['readonly string[]', { type: 'array', items: { type: 'string' } }],
  ['readonly unknown[]', { type: 'array' }],
  ['readonly TokenOptions[]', { type: 'array', items: { $ref: '#/$defs/TokenOptions' } }],
  ['readonly ContentOptions[]', { type: 'array', items: { $ref: '#/$defs/ContentOptions' } }],
  ['Profile', { enum: ['portable', 'full', 'gemini', 'openai'] }],
  ['PartialResults', { enum: ['REJECT', 'ACCEPT'] }],
]);

const memberTypes: ReadonlyMap<string, boolean | object> = new Map<string, boolean | object>([
  ['string', { type: 'string' }],
  ['unknown', true],
  ['JsonSchema', { type: 'object' }],
]);

function expectedSchema(type: string): object {
  const known = types.get(type);
  if (known) return known;
  const words = [...type.matchAll(/'(\w+)'/g)].map(([, word]) => word);
  if (words.length > 0) return { type: 'string', enum: words };
  const member = /^\{ readonly \[\w+: string\]: (\w+) \}$/.exec(type)?.[1];
  if (member === undefined) return { $ref: `#/$defs/${type}` };
  const additionalProperties = memberTypes.get(member) ?? { $ref: `#/$defs/${member}` };
  return { type: 'object', additionalProperties };
}

describe('the schema of the configuration', () => {
  it('has the options that options.ts documents, and no other', () => {
    const groups = new Set(documented.map(({ group }) => group));
    const fromTypes = documented.map(({ group, name }) => `${group}.${name}`);
    const fromSchema = [...groups].flatMap((group) =>
      Object.keys(groupSchema(group).properties ?? {}).map((name) => `${group}.${name}`),
    );
    const inherited = Object.keys(groupSchema('UpstreamOptions').properties ?? {});
    const own = fromSchema.filter(
      (path) => !inherited.some((name) => path === `GatewayOptions.${name}`),
    );
    expect(own.filter((path) => path !== 'GatewayOptions.$schema').sort()).toEqual(
      fromTypes.sort(),
    );
    expect([...groups].sort()).toEqual(
      ['GatewayOptions', ...Object.keys(configSchema.$defs)].sort(),
    );
  });

  it.each(documented)('describes $group.$name as its comment does', (option) => {
    expect(option.description).not.toBe('');
    expect(schemaOf(option)?.description).toBe(option.description);
  });

  it.each(documented)('has the type of $group.$name', (option) => {
    expect(schemaOf(option)).toMatchObject(expectedSchema(option.type));
    expect(groupSchema(option.group).required?.includes(option.name) ?? false).toBe(
      !option.optional,
    );
  });

  it.each(documented)('has the default of $group.$name', (option) => {
    const schema = schemaOf(option);
    const literal = option.preset === undefined ? undefined : literalOf(option.preset);
    const inWords = schema?.['x-default'];
    expect(schema?.default ?? (inWords && literalOf(inWords))).toEqual(literal);
    expect(inWords).toBe(schema?.default === undefined ? option.preset : undefined);
  });

  it('names the levels that the log knows', () => {
    expect(configSchema.properties['logLevel']?.enum).toEqual(logLevels);
  });
});

describe('resolveConfig', () => {
  const resolved: unknown = resolveConfig({});
  const upstream = resolveConfig({}).upstreams.get('default');
  const wholes: ReadonlyMap<string, unknown> = new Map<string, unknown>([
    ['GatewayOptions', resolved],
    ['UpstreamOptions', upstream],
    ['IntrospectionOptions', upstream?.introspection],
    ['HttpOptions', upstream?.http],
    ['ServerOptions', resolveConfig({}).server],
    ['AuthOptions', resolveConfig({}).auth],
    ['LimitOptions', resolveConfig({}).limits],
  ]);
  const withDefault = documented
    .filter(({ group }) => wholes.has(group))
    .filter((option) => schemaOf(option)?.default !== undefined);

  it.each(withDefault)('fills in the documented default of $group.$name', (option) => {
    const whole = wholes.get(option.group);
    expect(isJsonObject(whole) && ownMember(whole, option.name)).toEqual(schemaOf(option)?.default);
  });
});
