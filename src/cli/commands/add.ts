import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { LoadedConfig } from '../../config/load.ts';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { didYouMean } from '../../core/suggest.ts';
import { calledFields, starterOperations } from '../../load/starters/starter-operations.ts';
import { fieldsLeft, keyOf } from '../../load/starters/root-fields.ts';
import { commandName, textOption, type CliCommand, type CliContext } from '../command/command.ts';
import { cliError, exitCodes } from '../command/errors.ts';
import { writeNewFiles } from '../command/files.ts';
import { createPrinter, pluralize, printTable, printWrittenFiles } from '../output/printer.ts';
import { hasOperationFolder, operationsForFields, starterPath } from '../setup/starter-files.ts';
import { addSourceOptions, loadSources, readUnlocked } from '../sources/sources.ts';

/** Writes starter operations for an existing configuration. */
export const addCommand: CliCommand = {
  name: 'add',
  examples: [
    ['graphql-mcp-gateway add', 'List the fields of the API without an operation.'],
    ['graphql-mcp-gateway add films,film', 'Write an operation file for each of two fields.'],
  ],
  configure(command) {
    command
      .description(
        'Write operations for root fields of the API, or list fields without one; never overwrites a file.',
      )
      .argument('[fields...]', 'Names of root fields, separated by commas or spaces.')
      .option('--upstream <name>', 'Upstream of the fields, if there are several.');
    addSourceOptions(command, false);
  },
  async run({ context, args: fields, options }) {
    const loaded = await loadSources(context, options);
    const upstream = findUpstream(loaded, textOption(options, 'upstream'));
    const { schema, called } = await readSchema(loaded, upstream, context);
    if (fields.length === 0) {
      printFields(context, schema, [...called, ...writtenFields(schema, upstream, loaded)]);
      return exitCodes.ok;
    }
    const operations = operationsForFields(schema, fields, listHint);
    const files = new Map(
      operations.map(({ name, text }) => [starterPath(upstream, name), text] as const),
    );
    await writeNewFiles(loaded.baseDir, files, 'Edit it, or move it away.');
    const paths = [...files.keys()].map((path) =>
      relative(context.folder, resolve(loaded.baseDir, path)).split(sep).join('/'),
    );
    const printer = createPrinter(context.output);
    printWrittenFiles(printer, paths);
    printer.line();
    printer.line(`Next: ${commandName(context.env)} inspect`);
    return exitCodes.ok;
  },
};

const listHint =
  'Nothing was written; run "graphql-mcp-gateway add" without a name to list the fields.';

function findUpstream(
  { config: { upstreams } }: LoadedConfig,
  name: string | undefined,
): ResolvedUpstream {
  const [first, ...others] = upstreams.values();
  const upstream = name === undefined && others.length === 0 ? first : upstreams.get(name ?? '');
  if (upstream) return upstream;
  const names = [...upstreams.keys()];
  throw cliError(
    'CLI_UNKNOWN_UPSTREAM',
    name === undefined
      ? 'There are several upstreams, and none was selected.'
      : `Unknown upstream "${name}".${didYouMean(name, names)}`,
    { hint: `Pass one of ${names.join(', ')} as --upstream.` },
  );
}

/** Reads the schema of an upstream, and the keys of the root fields that its tools call. */
async function readSchema(
  loaded: LoadedConfig,
  { name }: ResolvedUpstream,
  context: CliContext,
): Promise<{ readonly schema: GraphQLSchema; readonly called: readonly string[] }> {
  const { schemas, compiled } = await readUnlocked(loaded, context);
  const schema = schemas.get(name);
  if (!schema) throw new Error(`upstream ${name} has no schema`);
  const tools = [...compiled.tools.values()].filter(({ upstream }) => upstream === name);
  return { schema, called: tools.flatMap((tool) => [...calledFields(tool.operation.document)]) };
}

/** Returns root fields whose operation file exists, even if it could not become a tool. */
function writtenFields(
  schema: GraphQLSchema,
  upstream: ResolvedUpstream,
  { baseDir }: LoadedConfig,
): readonly string[] {
  if (!hasOperationFolder(upstream)) return [];
  const { operations } = starterOperations(schema);
  return operations
    .filter(({ name }) => existsSync(resolve(baseDir, starterPath(upstream, name))))
    .map(({ kind, field }) => keyOf(kind, field));
}

/** Lists the fields without an operation, and counts the others. */
function printFields(
  { output }: CliContext,
  schema: GraphQLSchema,
  written: readonly string[],
): void {
  const missing = fieldsLeft(schema, new Set(written));
  const rows = missing.map(({ kind, field: { name, description } }) => [
    { text: name, style: 'bold' as const },
    { text: kind },
    { text: firstSentence(description ?? '') },
  ]);
  const printer = createPrinter(output);
  printTable(printer, rows);
  const others = fieldsLeft(schema, new Set()).length - missing.length;
  if (others === 0) return;
  if (missing.length > 0) printer.line();
  const fields = pluralize(others, missing.length > 0 ? 'more field' : 'field');
  printer.line(`${fields} already ${others === 1 ? 'has' : 'have'} an operation.`);
}

function firstSentence(text: string): string {
  const [sentence = ''] = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /);
  return sentence;
}
