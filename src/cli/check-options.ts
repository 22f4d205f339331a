import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { defaultRules, type CheckRules } from '../check/rules/check-rules.ts';
import { readRules, rulesFileName } from '../check/rules/read-rules.ts';
import type { LintFailOn } from '../check/report/report.ts';
import type { FailOn } from '../check/diff/severity.ts';
import type { LoadedConfig } from '../config/load.ts';
import { cliError } from './cli-error.ts';
import { textOption, type GivenOptions } from './cli-command.ts';
import type { CliContext } from './cli-context.ts';
import { isFile } from './contract-source.ts';

/** The rules of a check: flags over the file, which lies beside the configuration. */
export async function readCheckRules(
  loaded: LoadedConfig,
  context: CliContext,
  options: GivenOptions,
): Promise<CheckRules> {
  const written = await rulesInFile(loaded, context, textOption(options, 'rules'));
  const budget = textOption(options, 'tokenBudget');
  return {
    ...written,
    // commander has checked the choices
    failOn: (textOption(options, 'failOn') as FailOn | undefined) ?? written.failOn,
    lintFailOn: (textOption(options, 'lintFailOn') as LintFailOn | undefined) ?? written.lintFailOn,
    tokenBudget: budget === undefined ? written.tokenBudget : readBudget(budget),
  };
}

async function rulesInFile(
  { baseDir }: LoadedConfig,
  { folder }: CliContext,
  asked: string | undefined,
): Promise<CheckRules> {
  const path = asked === undefined ? join(baseDir, rulesFileName) : resolve(folder, asked);
  const name = relative(folder, path);
  if (await isFile(path)) return readRules(await readFile(path, 'utf8'), name);
  if (asked === undefined) return defaultRules;
  const hint = 'Check the path given as --rules.';
  throw cliError('CLI_NO_RULES', `There is no file of rules ${name}.`, hint);
}

function readBudget(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const hint = 'Give a whole number of tokens, such as --token-budget 20000.';
  throw cliError('CLI_WRONG_BUDGET', `"${text}" is no token budget.`, hint);
}
