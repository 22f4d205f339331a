import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { configSchema, type OptionSchema } from '../../src/config/schema.ts';
import { isJsonObject, ownMember } from '../../src/core/json.ts';
import { logLevels } from '../../src/core/log.ts';
import { expectGenerated } from '../docs/generated.ts';
import { schemaOfOptions } from './option-types.ts';

describe('the schema of the configuration', () => {
  it.each(['src/config/schema.json', 'docs/gateway.schema.json'])(
    'is generated from the types of the options: %s',
    async (file) => {
      const schema = schemaOfOptions();
      expect(Object.keys(schema.properties)).toContain('endpoint');
      await expectGenerated(file, JSON.stringify(schema));
    },
  );

  it('is a valid JSON Schema', () => {
    expect(new Ajv().validateSchema(configSchema)).toBe(true);
  });

  it('has the levels of the log', () => {
    expect(configSchema.properties['logLevel']?.enum).toEqual(logLevels);
  });
});

describe('resolveConfig', () => {
  const config = resolveConfig({});
  const upstream = config.upstreams.get('default');
  const { UpstreamOptions, IntrospectionOptions, HttpOptions, ServerOptions, AuthOptions } =
    configSchema.$defs;
  const groups: readonly (readonly [OptionSchema | undefined, unknown])[] = [
    [{ properties: withoutUpstreamOptions() }, config],
    [UpstreamOptions, upstream],
    [IntrospectionOptions, upstream?.introspection],
    [HttpOptions, upstream?.http],
    [ServerOptions, config.server],
    [AuthOptions, config.auth],
    [configSchema.$defs['LimitOptions'], config.limits],
  ];
  const presets = groups.flatMap(([schema, resolved]) =>
    Object.entries(schema?.properties ?? {})
      .filter(([, option]) => option.default !== undefined)
      .map(([name, option]) => [name, option.default, resolved] as const),
  );

  function withoutUpstreamOptions() {
    const inherited = configSchema.$defs['UpstreamOptions']?.properties ?? {};
    const own = Object.entries(configSchema.properties).filter(([name]) => !(name in inherited));
    return Object.fromEntries(own);
  }

  it.each(presets)('fills in the documented default of %s', (name, preset, resolved) => {
    expect(isJsonObject(resolved) && ownMember(resolved, name)).toEqual(preset);
  });
});
