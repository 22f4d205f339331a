import { Option, type Command } from 'commander';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';
import {
  configVariable,
  flagNameOf,
  overrides,
  type Flags,
  type Override,
} from '../../config/overrides.ts';
import { optionAt } from '../../config/schema.ts';
import { configFileNames } from '../../config/source.ts';
import { ownMember } from '../../core/json.ts';
import { readCatalogOnce, type ReadCatalog } from '../../gateway/read-catalog.ts';
import {
  collect,
  switchOption,
  textOption,
  type CliContext,
  type OptionValues,
} from '../command/command.ts';
import { exampleConfig } from '../command/files.ts';

/**
 * Adds the options that select the configuration file and override options in it.
 *
 * Their help comes from the schema of the configuration.
 */
export function addSourceOptions(command: Command, serving: boolean): void {
  command.addOption(
    new Option(
      '-c, --config <file>',
      `Configuration file, or a folder that contains one. (default: ${configFileNames.join(', ')}; ${configVariable})`,
    ).conflicts('example'),
  );
  command.option('--example', 'Use the film API that ships with the gateway.');
  for (const override of overrides) {
    if (override.serving !== true || serving) command.addOption(optionOf(override));
  }
}

/** Loads the configuration that the options select. */
export async function loadSources(
  { folder, env }: CliContext,
  options: OptionValues,
): Promise<LoadedConfig> {
  const example = switchOption(options, 'example');
  const file = example ? exampleConfig : textOption(options, 'config');
  return await loadConfig({
    folder,
    env,
    flags: flagsOf(options),
    ...(file !== undefined && { file }),
    // variables for another API do not change the example
    ...(example && { ignore: ['endpoint', 'schema', 'operations'] }),
  });
}

/** Reads all tools, including those that `locked` keeps from being served. */
export async function readUnlocked(
  loaded: LoadedConfig,
  { env }: CliContext,
): Promise<ReadCatalog> {
  return await readCatalogOnce({ ...loaded, config: { ...loaded.config, locked: false }, env });
}

function optionOf(override: Override): Option {
  const { as } = override;
  const option = new Option(override.flag, helpOf(override));
  if (as !== 'globs' && as !== 'headers') return option;
  return option.argParser<readonly string[]>(collect);
}

function helpOf({ option, env, as, help }: Override): string {
  const { description = '', default: preset } = optionAt(option) ?? {};
  const repeatable = as === 'globs' || as === 'headers' ? ' Can be repeated.' : '';
  const isSwitch = as === 'on' || as === 'off';
  const presetText = typeof preset === 'string' ? preset : JSON.stringify(preset);
  const notes = [
    ...(presetText === undefined || isSwitch ? [] : [`default: ${presetText}`]),
    ...(env === undefined ? [] : [env]),
  ];
  const suffix = notes.length > 0 ? ` (${notes.join('; ')})` : '';
  return `${help ?? description}${repeatable}${suffix}`;
}

function flagsOf(options: OptionValues): Flags {
  const flags = overrides.flatMap((override) => {
    const values = valuesOf(override, options);
    return values === undefined ? [] : [[flagNameOf(override), values] as const];
  });
  return new Map(flags);
}

/** Returns the texts of a flag; a switch that is set has one empty text. */
function valuesOf(override: Override, options: OptionValues): readonly string[] | undefined {
  const value = ownMember(options, new Option(override.flag).attributeName());
  if (override.as === 'off') return value === false ? [''] : undefined;
  if (override.as === 'on') return value === true ? [''] : undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
