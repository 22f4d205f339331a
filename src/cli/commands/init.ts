import { type GraphQLSchema, printSchema } from 'graphql';
import { sourceOfOptions, configFileNames } from '../../config/source.ts';
import { prepareOptions } from '../../config/load.ts';
import { applySettings, readSettings, splitHeader } from '../../config/overrides.ts';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { fieldsLeft, keyOf, likelyQueries } from '../../load/starters/root-fields.ts';
import { starterOperations, type StarterOperation } from '../../load/starters/starter-operations.ts';
import { collect, listOption, textOption, type CliCommand } from '../cli-command.ts';
import type { CliContext } from '../cli-context.ts';
import { cliError } from '../cli-error.ts';
import { commandName } from '../command-name.ts';
import { exitCodes } from '../exit-codes.ts';
import { fetchSchema } from '../fetch-schema.ts';
import { editorSchemaPath, headerReferences, initConfigText, serverName } from '../init-config.ts';
import { createPrinter, printTable } from '../output.ts';
import { packageFolder } from '../package-folder.ts';
import { counted } from '../print-catalog.ts';
import { fieldsThereAre, namedOperations } from '../starter-files.ts';
import { refuseExisting, writeNewFiles } from '../write-new-files.ts';

/** Queries that operations are written for when no field is named. */
const unaskedQueries = 5;

/** Sets up a folder for an API: configuration, schema, and operations to start from. */
export const initCommand: CliCommand = {
  name: 'init',
  examples: [
    [
      'graphql-mcp-gateway init https://api.example.com/graphql --fields films,film',
      'Writes gateway.yaml, the schema, and an operation for each of two fields.',
    ],
    [
      `graphql-mcp-gateway init https://api.example.com/graphql --header 'Authorization: Bearer \${env:API_TOKEN}'`,
      'Introspects with a token that stays in the environment.',
    ],
  ],
  configure(command) {
    command
      .description(
        'Asks an API for its schema, and writes a configuration and operations to start from; never overwrites a file.',
      )
      .argument('[endpoint]', 'URL of the GraphQL API. (default: GRAPHQL_MCP_ENDPOINT)')
      .option(
        '-f, --fields <names>',
        `Root fields to write operations for, separated by commas. (default: ${unaskedQueries} queries for what the API is mostly about)`,
        collect,
      )
      .option(
        '--header <name:value>',
        'Header to send; its value goes into the environment, not into the file. Can be repeated.',
        collect,
      )
      .option('--ca-file <file>', "File of PEM certificates trusted beside the system's.");
  },
  async run({ context, args: [given], options }) {
    const headers = listOption(options, 'header');
    const caFile = textOption(options, 'caFile');
    const upstream = upstreamOf({ endpoint: given, headers, caFile }, context);
    await refuseExisting(context.folder, configFileNames, useAdd);
    await refuseExisting(context.folder, [schemaFile], moveAway);
    const schema = await fetchSchema(upstream, context, given);
    const operations = chooseOperations(schema, listOption(options, 'fields'));
    const references = headerReferences(new Map(headers.map(splitHeader)));
    const config = initConfigText({
      name: serverName(upstream.endpoint ?? '', context.folder),
      endpoint: upstream.endpoint ?? '',
      headers: references.headers,
      caFile: upstream.http.caFile,
      editorSchema: editorSchemaPath(context.folder, packageFolder),
    });
    const files = new Map([
      ['gateway.yaml', config],
      [schemaFile, `${printSchema(schema)}\n`],
      ...operations.map(({ name, text }) => [`operations/${name}.graphql`, text] as const),
    ]);
    await writeNewFiles(context.folder, files, moveAway);
    printWritten(context, [...files.keys()]);
    printNextSteps(context, schema, operations, references.variables);
    return exitCodes.ok;
  },
};

const schemaFile = 'schema/schema.graphql';

const useAdd =
  'Write operations for more fields with "graphql-mcp-gateway add", or run init in another folder.';
const moveAway = 'Move it away, or run init in another folder.';

/** What the command line says of the API. */
interface Given {
  readonly endpoint: string | undefined;
  readonly headers: readonly string[];
  readonly caFile: string | undefined;
}

/** Checks what was given like every configuration. */
function upstreamOf(
  { endpoint, headers, caFile }: Given,
  { folder, env }: CliContext,
): ResolvedUpstream {
  const flags = new Map([
    ...(endpoint === undefined ? [] : [['--endpoint', [endpoint]] as const]),
    ...(caFile === undefined ? [] : [['--ca-file', [caFile]] as const]),
    ...(headers.length === 0 ? [] : [['--header', headers] as const]),
  ]);
  const settings = readSettings(flags, env, { current: folder, base: folder })
    .filter(({ path: [option = ''] }) => ['endpoint', 'headers', 'http'].includes(String(option)))
    // it is an argument here, and no flag
    .map((each) => (each.label === '--endpoint' ? { ...each, label: 'endpoint' } : each));
  if (!settings.some(({ path: [option] }) => option === 'endpoint')) {
    throw cliError('CLI_NO_ENDPOINT', 'No API was named.', 'Give the URL of its endpoint.');
  }
  const { config } = prepareOptions(applySettings(sourceOfOptions({}), settings), env);
  const [upstream] = config.upstreams.values();
  if (!upstream) throw new Error('the only upstream is missing');
  return upstream;
}

function chooseOperations(
  schema: GraphQLSchema,
  named: readonly string[],
): readonly StarterOperation[] {
  if (named.length > 0) {
    return namedOperations(schema, named, `Nothing was written; ${fieldsThereAre(schema)}.`);
  }
  return starterOperations(schema, likelyQueries(schema, unaskedQueries)).operations;
}

function printWritten({ output }: CliContext, files: readonly string[]): void {
  const printer = createPrinter(output);
  printer.line(`Wrote ${counted(files.length, 'file')}:`);
  for (const file of files) printer.line(`  ${file}`);
}

function printNextSteps(
  { env, output }: CliContext,
  schema: GraphQLSchema,
  operations: readonly StarterOperation[],
  variables: readonly string[],
): void {
  const name = commandName(env);
  const callable = operations.find(
    ({ kind, needsArguments }) => kind === 'query' && !needsArguments,
  );
  const written = new Set(operations.map(({ kind, field }) => keyOf(kind, field)));
  const more = fieldsLeft(schema, written).length;
  const steps: readonly (readonly [line: string, meaning: string])[] = [
    ...variables.map((each) => [`export ${each}=…`, 'the value you gave'] as const),
    [`${name} inspect`, 'shows the tools that these operations are'],
    ...(callable ? [[`${name} call ${callable.name}`, 'calls one'] as const] : []),
    [`${name} serve`, 'serves them, and says how to add them to a client'],
    ...(more > 0
      ? [[`${name} add`, `lists ${counted(more, 'more field')} to write operations for`] as const]
      : []),
  ];
  const printer = createPrinter(output);
  printer.line();
  printer.line('Next:');
  printTable(
    printer,
    steps.map((step) => step.map((text) => ({ text }))),
  );
}
