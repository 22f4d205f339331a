import type { GatewayError } from '../core/diagnostic.ts';

/** What the exit code of a command tells a script; documented in `docs/cli.md`. */
export const exitCodes = {
  ok: 0,
  findings: 1,
  usage: 2,
  unreachable: 3,
  contract: 4,
  bug: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each code means. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Done, with nothing to complain about.',
  findings:
    'Done, but not well: a tool answered an error, or something was found that the command was told to fail on, such as a skipped operation with `--strict`.',
  usage: 'Not done: a flag, argument or option is wrong, or the port is taken.',
  unreachable:
    'Not done: the schema could not be had, because the API or a file is missing or wrong.',
  contract:
    'Checked, and the contract is broken: the tools changed by more than `--fail-on` lets pass.',
  bug: 'Not done: a fault of the gateway itself. Please report it.',
};

/**
 * Codes of findings by how they begin, and the exit code of each; the first that matches counts,
 * for a wrong option is the cause of what follows.
 */
const byPrefix: readonly (readonly [prefix: string, code: ExitCode])[] = [
  ['CONFIG_', exitCodes.usage],
  ['CLI_', exitCodes.usage],
  ['LOCK_', exitCodes.usage],
  ['CHECK_', exitCodes.usage],
  ['GIT_', exitCodes.usage],
  ['GATEWAY_UNREACHABLE', exitCodes.unreachable],
  ['PORT_', exitCodes.usage],
  ['HOST_', exitCodes.usage],
  ['INTROSPECTION_', exitCodes.unreachable],
  ['SCHEMA_', exitCodes.unreachable],
  ['FILES_', exitCodes.unreachable],
];

/** The exit code for an error that a person can mend. */
export function exitCodeOf({ diagnostics }: GatewayError): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const found = byPrefix.find(([prefix]) => errors.some(({ code }) => code.startsWith(prefix)));
  return found?.[1] ?? exitCodes.findings;
}
