import type { Command } from 'commander';
import { ownMember } from '../core/json.ts';
import type { CliContext } from './cli-context.ts';
import type { ExitCode } from './exit-codes.ts';

/** One command of the command line. */
export interface CliCommand {
  readonly name: string;
  /** Whether it is what runs when no command is named. */
  readonly isDefault?: boolean;
  /** Command lines to learn from, each with what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** Declares arguments, options and help. */
  readonly configure: (command: Command) => void;
  /** Runs it; what a person can mend is thrown as a `GatewayError`. */
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** A command as it was called. */
interface Invocation {
  readonly context: CliContext;
  readonly args: readonly string[];
  readonly options: GivenOptions;
}

/** Values of options by the names commander gives them: `logLevel` for `--log-level`. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** The text of an option; undefined when it was not given. */
export function textOption(options: GivenOptions, name: string): string | undefined {
  const value = ownMember(options, name);
  return typeof value === 'string' ? value : undefined;
}

/** Whether a switch was given. */
export function switchOption(options: GivenOptions, name: string): boolean {
  return ownMember(options, name) === true;
}

/** Puts the texts of an option that can be repeated into a list, for commander. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The texts of an option that can be repeated. */
export function listOption(options: GivenOptions, name: string): readonly string[] {
  const value = ownMember(options, name);
  return Array.isArray(value) ? value.map(String) : [];
}
