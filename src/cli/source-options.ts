import { Option, type Command } from 'commander';
import { configFileNames } from '../config/source.ts';
import { optionAt } from '../config/schema.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import {
  configVariable,
  flagNameOf,
  overrides,
  type Flags,
  type Override,
} from '../config/overrides.ts';
import { ownMember } from '../core/json.ts';
import { collect, switchOption, textOption, type GivenOptions } from './cli-command.ts';
import type { CliContext } from './cli-context.ts';
import { exampleConfig } from './package-folder.ts';

/**
 * Adds the options that say what is served: the configuration file, and what wins over it.
 *
 * Their help is the text of the configuration's schema.
 */
export function addSourceOptions(command: Command, serving: boolean): void {
  command.addOption(
    new Option(
      '-c, --config <file>',
      `Configuration file, or a folder that has one. (default: ${configFileNames.join(', ')}; ${configVariable})`,
    ).conflicts('example'),
  );
  command.option('--example', 'Uses the film API that ships with the gateway.');
  for (const override of overrides) {
    if (override.serving !== true || serving) command.addOption(optionOf(override));
  }
}

/** Loads the configuration that the options ask for. */
export async function loadSources(
  { folder, env }: CliContext,
  options: GivenOptions,
): Promise<LoadedConfig> {
  const example = switchOption(options, 'example');
  const file = example ? exampleConfig : textOption(options, 'config');
  return await loadConfig({
    folder,
    env,
    flags: givenFlags(options),
    ...(file !== undefined && { file }),
    // the example stays what it is, whatever API the environment names
    ...(example && { ignore: ['endpoint', 'schema', 'operations'] }),
  });
}

function optionOf(override: Override): Option {
  const { as } = override;
  const option = new Option(override.flag, helpOf(override));
  if (as !== 'globs' && as !== 'headers') return option;
  return option.argParser<readonly string[]>(collect);
}

function helpOf({ option, env, as, help }: Override): string {
  const { description = '', default: preset } = optionAt(option) ?? {};
  const repeated = as === 'globs' || as === 'headers' ? ' Can be repeated.' : '';
  const isSwitch = as === 'on' || as === 'off';
  const shown = typeof preset === 'string' ? preset : JSON.stringify(preset);
  const notes = [
    ...(shown === undefined || isSwitch ? [] : [`default: ${shown}`]),
    ...(env === undefined ? [] : [env]),
  ];
  return `${help ?? description}${repeated}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

function givenFlags(options: GivenOptions): Flags {
  const given = overrides.flatMap((override) => {
    const values = valuesOf(override, options);
    return values === undefined ? [] : [[flagNameOf(override), values] as const];
  });
  return new Map(given);
}

/** The texts of a flag; a switch that was given has one, and it is empty. */
function valuesOf(override: Override, options: GivenOptions): readonly string[] | undefined {
  const value = ownMember(options, new Option(override.flag).attributeName());
  if (override.as === 'off') return value === false ? [''] : undefined;
  if (override.as === 'on') return value === true ? [''] : undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}
