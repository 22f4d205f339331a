import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Option } from 'commander';
import { checkCatalog } from '../../check/check-catalog.ts';
import type { FailOn } from '../../check/diff/severity.ts';
import { reportFormats } from '../../check/report/format-report.ts';
import type { LintFailOn, Report } from '../../check/report/report.ts';
import { defaultRules, type CheckRules } from '../../check/rules/check-rules.ts';
import { readRules, rulesFileName } from '../../check/rules/read-rules.ts';
import { formatLock } from '../../check/surface/lock.ts';
import { surfaceOf } from '../../check/surface/compile-surface.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { cutText, listTexts } from '../../core/text.ts';
import type { Catalog } from '../../core/tool.ts';
import { packageVersion } from '../../gateway/package-version.ts';
import {
  collect,
  listOption,
  switchOption,
  textOption,
  type CliCommand,
  type CliContext,
  type OptionValues,
} from '../command/command.ts';
import { cliError, exitCodes, type ExitCode } from '../command/errors.ts';
import { isFile, replaceFile } from '../command/files.ts';
import { createPrinter } from '../output/printer.ts';
import { parseTargets, writeReport } from '../output/report.ts';
import { findBaseline, lockPathOf, readCurrentLock } from '../sources/baseline.ts';
import { addSourceOptions, loadSources, readUnlocked } from '../sources/sources.ts';

/** Compares the tools with a baseline that clients depend on. */
export const checkCommand: CliCommand = {
  name: 'check',
  examples: [
    ['graphql-mcp-gateway check', 'Compare the tools with tools.lock.json.'],
    ['graphql-mcp-gateway check --update', 'Write tools.lock.json, and report the changes.'],
    ['graphql-mcp-gateway check --against main --explain', 'Compare with a git revision.'],
    [
      'graphql-mcp-gateway check --format github --format sarif=contract.sarif',
      'Annotate a pull request, and write a file for code scanning.',
    ],
  ],
  configure(command) {
    command
      .description('Check whether source changes break clients of the tools.')
      .option(
        '--against <what>',
        'Baseline: a lock file, a git revision, or the URL of a running gateway. (default: the lock file)',
      )
      .option('--update', 'Write the lock file; changes do not fail the check.')
      .addOption(
        new Option(
          '--fail-on <severity>',
          'Fail on changes of this severity or higher. (default: breaking)',
        ).choices(['breaking', 'dangerous', 'any', 'never']),
      )
      .addOption(
        new Option(
          '--lint-fail-on <severity>',
          'Fail on diagnostics of the compiler of this severity or higher. (default: error)',
        ).choices(['error', 'warning', 'never']),
      )
      .option('--token-budget <tokens>', 'Fail if the tool list costs more tokens.')
      .option('--explain', 'Show the cause of each change (schema, operation, configuration).')
      .addOption(
        new Option(
          '--format <format>',
          `Format of the report: ${Object.keys(reportFormats).join(', ')}; =file writes it to a file. Can be repeated. (default: text)`,
        ).argParser<readonly string[]>(collect),
      )
      .option(
        '--rules <file>',
        `File of rules: when the check fails, and allowed changes with reasons. (default: ${rulesFileName})`,
      )
      .option('--token <token>', 'Bearer token for the running gateway.');
    addSourceOptions(command, false);
  },
  async run({ context, options }) {
    const targets = parseTargets(listOption(options, 'format'));
    const loaded = await loadSources(context, options);
    const rules = await loadCheckRules(loaded, context, options);
    const { catalog, schemas } = await readUnlocked(loaded, context);
    const gateway = packageVersion();
    const updates = switchOption(options, 'update');
    const baseline = updates
      ? await readCurrentLock(loaded, context)
      : await findBaseline(loaded, context, options);
    const report = checkCatalog({
      catalog,
      schemas,
      gateway,
      old: baseline.surface,
      against: baseline.name,
      againstKind: baseline.kind,
      rules: updates ? { ...rules, failOn: 'never' } : rules,
      explain: switchOption(options, 'explain'),
    });
    if (updates) {
      const path = lockPathOf(loaded);
      await replaceFile(path, formatLock(surfaceOf(catalog, { gateway, schemas })));
      createPrinter(context.errors).line(
        `Wrote ${relative(context.folder, path)}${withoutSkipped(catalog)}.`,
      );
    }
    await writeReport(report, targets, context);
    return exitCodeOfReport(report);
  },
};

/** Names skipped operations, which are missing in the lock. */
function withoutSkipped({ skipped }: Catalog): string {
  const names = [...new Set(skipped.map(({ tool, place }) => tool ?? place?.file ?? 'a source'))];
  if (names.length === 0) return '';
  const list = listTexts(
    names.map((name) => cutText(name, 100)),
    { max: 8 },
  );
  return ` without skipped operations: ${list}`;
}

/** A broken contract has its own code, so that CI can tell it from other failures. */
function exitCodeOfReport({ failures }: Report): ExitCode {
  if (failures.some(({ kind }) => kind === 'contract')) return exitCodes.contract;
  return failures.length > 0 ? exitCodes.findings : exitCodes.ok;
}

/** Reads the rules of a check: flags override the rules file, which is next to the configuration. */
async function loadCheckRules(
  loaded: LoadedConfig,
  context: CliContext,
  options: OptionValues,
): Promise<CheckRules> {
  const rules = await readRulesFile(loaded, context, textOption(options, 'rules'));
  const budget = textOption(options, 'tokenBudget');
  return {
    ...rules,
    // commander validates the choices
    failOn: (textOption(options, 'failOn') as FailOn | undefined) ?? rules.failOn,
    lintFailOn: (textOption(options, 'lintFailOn') as LintFailOn | undefined) ?? rules.lintFailOn,
    tokenBudget: budget === undefined ? rules.tokenBudget : parseBudget(budget),
  };
}

async function readRulesFile(
  { baseDir }: LoadedConfig,
  { folder }: CliContext,
  requested: string | undefined,
): Promise<CheckRules> {
  const path = requested === undefined ? join(baseDir, rulesFileName) : resolve(folder, requested);
  const name = relative(folder, path);
  if (await isFile(path)) return readRules(await readFile(path, 'utf8'), name);
  if (requested === undefined) return defaultRules;
  throw cliError('CLI_NO_RULES', `The rules file ${name} does not exist.`);
}

function parseBudget(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw cliError('CLI_WRONG_BUDGET', `"${text}" is not a token budget.`);
}
