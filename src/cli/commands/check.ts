import { relative } from 'node:path';
import { Option } from 'commander';
import { checkCatalog } from '../../check/check-catalog.ts';
import { reportFormats } from '../../check/report/format-report.ts';
import { formatLock } from '../../check/surface/lock.ts';
import { rulesFileName } from '../../check/rules/read-rules.ts';
import type { Report } from '../../check/report/report.ts';
import { surfaceOf } from '../../check/surface/compile-surface.ts';
import { cutText } from '../../core/text.ts';
import type { Catalog } from '../../core/tool.ts';
import { packageVersion } from '../../gateway/package-version.ts';
import { readCheckRules } from '../check-options.ts';
import { collect, listOption, switchOption, type CliCommand } from '../cli-command.ts';
import { findAgainst, lockPathOf, readUnlocked, readLockToUpdate } from '../contract-source.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { createPrinter } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import { readTargets, writeReport } from '../report-output.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';

/** Compares the tools with those that others rely on. */
export const checkCommand: CliCommand = {
  name: 'check',
  examples: [
    ['graphql-mcp-gateway check', 'Compares the tools with tools.lock.json.'],
    ['graphql-mcp-gateway check --update', 'Writes tools.lock.json, and says what changed.'],
    ['graphql-mcp-gateway check --against main --explain', 'Compares with a git revision.'],
    [
      'graphql-mcp-gateway check --format github --format sarif=contract.sarif',
      'Annotates a pull request, and writes a file for code scanning.',
    ],
  ],
  configure(command) {
    command
      .description('Finds out whether a change of the sources breaks those who call the tools.')
      .option(
        '--against <what>',
        'What to compare with: a lock file, a git revision, or the URL of a running gateway. (default: the lock file)',
      )
      .option('--update', 'Writes the lock file; changes do not fail then.')
      .addOption(
        new Option(
          '--fail-on <severity>',
          'Fails on changes of this severity or worse. (default: breaking)',
        ).choices(['breaking', 'dangerous', 'any', 'never']),
      )
      .addOption(
        new Option(
          '--lint-fail-on <severity>',
          'Fails on findings of the compiler of this severity or worse. (default: error)',
        ).choices(['error', 'warning', 'never']),
      )
      .option('--token-budget <tokens>', 'Fails when the list of tools costs more.')
      .option('--explain', 'Ties each change to what made it.')
      .addOption(
        new Option(
          '--format <format>',
          `How the report is written: ${Object.keys(reportFormats).join(', ')}; with =file, into a file. Can be repeated. (default: text)`,
        ).argParser<readonly string[]>(collect),
      )
      .option(
        '--rules <file>',
        `Says when a check fails, and what is allowed and why. (default: ${rulesFileName})`,
      )
      .option('--token <token>', 'Bearer token for the running gateway.');
    addSourceOptions(command, false);
  },
  async run({ context, options }) {
    const targets = readTargets(listOption(options, 'format'));
    const loaded = await loadSources(context, options);
    const rules = await readCheckRules(loaded, context, options);
    const { catalog, schemas } = await readUnlocked(loaded, context);
    const gateway = packageVersion();
    const updates = switchOption(options, 'update');
    const old = updates
      ? await readLockToUpdate(loaded, context)
      : await findAgainst(loaded, context, options);
    const report = checkCatalog({
      catalog,
      schemas,
      gateway,
      old: old.surface,
      against: old.name,
      againstKind: old.kind,
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

/** An operation that is no tool is not in the lock, which whoever wrote it is to know. */
function withoutSkipped({ skipped }: Catalog): string {
  const names = [...new Set(skipped.map(({ tool, place }) => tool ?? place?.file ?? 'a source'))];
  if (names.length === 0) return '';
  const more = names.length - maxNames;
  const told = names.slice(0, maxNames).map((name) => cutText(name, 100));
  return ` without what is skipped: ${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const maxNames = 8;

/** A broken contract has a code of its own: it is what a pull request is stopped for. */
function exitCodeOfReport({ failures }: Report): ExitCode {
  if (failures.some(({ kind }) => kind === 'contract')) return exitCodes.contract;
  return failures.length > 0 ? exitCodes.findings : exitCodes.ok;
}
