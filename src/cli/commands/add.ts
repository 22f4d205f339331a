import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { LoadedConfig } from '../../config/load.ts';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { didYouMean } from '../../core/suggest.ts';
import { calledFields, starterOperations } from '../../load/starters/starter-operations.ts';
import { fieldsLeft, keyOf } from '../../load/starters/root-fields.ts';
import { textOption, type CliCommand } from '../cli-command.ts';
import type { CliContext } from '../cli-context.ts';
import { cliError } from '../cli-error.ts';
import { commandName } from '../command-name.ts';
import { readUnlocked } from '../contract-source.ts';
import { exitCodes } from '../exit-codes.ts';
import { createPrinter, printTable } from '../output.ts';
import { counted } from '../print-catalog.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';
import { hasPlace, namedOperations, starterPath } from '../starter-files.ts';
import { writeNewFiles } from '../write-new-files.ts';

/** Writes operations to start from into a folder that is set up already. */
export const addCommand: CliCommand = {
  name: 'add',
  examples: [
    [
      'graphql-mcp-gateway add',
      'Lists the fields of the API that no operation was written for yet.',
    ],
    ['graphql-mcp-gateway add films,film', 'Writes an operation file for each of two fields.'],
  ],
  configure(command) {
    command
      .description(
        'Writes operations for root fields of the API, or lists those without one; never overwrites a file.',
      )
      .argument('[fields...]', 'Names of root fields, separated by commas or spaces.')
      .option('--upstream <name>', 'The upstream the fields are of, where there are several.');
    addSourceOptions(command, false);
  },
  async run({ context, args: fields, options }) {
    const loaded = await loadSources(context, options);
    const upstream = findUpstream(loaded, textOption(options, 'upstream'));
    const { schema, called } = await readSchema(loaded, upstream, context);
    if (fields.length === 0) {
      printFields(
        context,
        schema,
        new Set([...called, ...writtenFields(schema, upstream, loaded)]),
      );
      return exitCodes.ok;
    }
    const files = new Map(
      namedOperations(schema, fields, listThem).map(({ name, text }) => [
        starterPath(upstream, name),
        text,
      ]),
    );
    await writeNewFiles(loaded.baseDir, files, 'Edit it, or move it away.');
    printAdded(
      context,
      [...files.keys()].map((path) => shownPath(path, loaded, context)),
    );
    return exitCodes.ok;
  },
};

const listThem =
  'Nothing was written; "graphql-mcp-gateway add" without a name lists the fields there are.';

function findUpstream(
  { config: { upstreams } }: LoadedConfig,
  name: string | undefined,
): ResolvedUpstream {
  const [only, ...others] = upstreams.values();
  const found = name === undefined ? only : upstreams.get(name);
  if (found && (name !== undefined || others.length === 0)) return found;
  const names = [...upstreams.keys()];
  throw cliError(
    'CLI_UNKNOWN_UPSTREAM',
    name === undefined
      ? 'There are several upstreams, and none was named.'
      : `There is no upstream "${name}".${didYouMean(name, names)}`,
    `Give one of ${names.join(', ')} as --upstream.`,
  );
}

/** The schema of an upstream, and the keys of the root fields that its tools call. */
interface KnownSchema {
  readonly schema: GraphQLSchema;
  readonly called: ReadonlySet<string>;
}

async function readSchema(
  loaded: LoadedConfig,
  { name }: ResolvedUpstream,
  context: CliContext,
): Promise<KnownSchema> {
  const { schemas, compiled } = await readUnlocked(loaded, context);
  const schema = schemas.get(name);
  if (!schema) throw new Error(`upstream ${name} has no schema`);
  const tools = [...compiled.tools.values()].filter(({ upstream }) => upstream === name);
  const called = tools.flatMap(({ operation }) => [...calledFields(operation.document)]);
  return { schema, called: new Set(called) };
}

/** Root fields whose file is there, whether or not it could become a tool: it is not overwritten. */
function writtenFields(
  schema: GraphQLSchema,
  upstream: ResolvedUpstream,
  { baseDir }: LoadedConfig,
): readonly string[] {
  if (!hasPlace(upstream)) return [];
  const { operations } = starterOperations(schema);
  return operations
    .filter(({ name }) => existsSync(resolve(baseDir, starterPath(upstream, name))))
    .map(({ kind, field }) => keyOf(kind, field));
}

/** Lists the fields without an operation; the others only count. */
function printFields(
  { output }: CliContext,
  schema: GraphQLSchema,
  written: ReadonlySet<string>,
): void {
  const left = fieldsLeft(schema, written);
  const rows = left.map(({ kind, field: { name, description } }) => [
    { text: name, style: 'bold' as const },
    { text: kind },
    { text: firstSentence(description ?? '') },
  ]);
  const printer = createPrinter(output);
  printTable(printer, rows);
  const others = fieldsLeft(schema, new Set()).length - left.length;
  if (others === 0) return;
  if (left.length > 0) printer.line();
  const verb = others === 1 ? 'has' : 'have';
  printer.line(
    `${counted(others, left.length > 0 ? 'more field' : 'field')} ${verb} an operation already.`,
  );
}

function firstSentence(text: string): string {
  return (
    text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?]) /)[0] ?? ''
  );
}

function printAdded({ output, env }: CliContext, files: readonly string[]): void {
  const printer = createPrinter(output);
  printer.line(`Wrote ${counted(files.length, 'file')}:`);
  for (const file of files) printer.line(`  ${file}`);
  printer.line();
  printer.line(`Next: ${commandName(env)} inspect`);
}

function shownPath(path: string, { baseDir }: LoadedConfig, { folder }: CliContext): string {
  return relative(folder, resolve(baseDir, path)).split(sep).join('/');
}
