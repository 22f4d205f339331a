import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { ProcessEnv } from '../../config/env.ts';
import { ownMember } from '../../core/json.ts';
import type { OutputStream } from '../output/printer.ts';
import type { ExitCode } from './errors.ts';

/** One command of the command line. */
export interface CliCommand {
  readonly name: string;
  /** Whether it runs if no command is named. */
  readonly isDefault?: boolean;
  /** Example command lines, each with its meaning. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** Declares arguments, options and help. */
  readonly configure: (command: Command) => void;
  /** Runs the command; throws a `GatewayError` for everything that the user can fix. */
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** The arguments and options of one run of a command. */
interface Invocation {
  readonly context: CliContext;
  readonly args: readonly string[];
  readonly options: OptionValues;
}

/** The process that a command runs in; tests pass their own. */
export interface CliContext {
  /** Absolute path of the current folder. */
  readonly folder: string;
  readonly env: ProcessEnv;
  readonly input: Readable;
  /** Standard output, for the requested output. */
  readonly output: OutputStream;
  /** Standard error, for everything else. */
  readonly errors: OutputStream;
  /** Calls `stop` when the process is asked to stop. */
  readonly onStop: (stop: () => Promise<void>) => void;
  /** Calls `restart` when the process is asked to restart without interruption. */
  readonly onRestart: (restart: () => Promise<void>) => void;
}

/** The command that starts the gateway again in the same way; npm sets a variable for `npx`. */
export function commandName(env: ProcessEnv): string {
  return env['npm_command'] === 'exec' ? 'npx graphql-mcp-gateway' : 'graphql-mcp-gateway';
}

/** Values of options by commander's names: `logLevel` for `--log-level`. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Returns the text of an option; undefined if it is not set. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = ownMember(options, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns whether a switch is set. */
export function switchOption(options: OptionValues, name: string): boolean {
  return ownMember(options, name) === true;
}

/** Collects the texts of an option that can be repeated, for commander. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Returns the texts of an option that can be repeated. */
export function listOption(options: OptionValues, name: string): readonly string[] {
  const value = ownMember(options, name);
  return Array.isArray(value) ? value.map(String) : [];
}
