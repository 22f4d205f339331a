import { printSchema, type GraphQLSchema } from 'graphql';
import { prepareOptions } from '../../config/load.ts';
import { applySettings, readSettings, splitHeader } from '../../config/overrides.ts';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { configFileNames, sourceOfOptions } from '../../config/source.ts';
import { fieldsLeft, keyOf, likelyQueries } from '../../load/starters/root-fields.ts';
import {
  starterOperations,
  type StarterOperation,
} from '../../load/starters/starter-operations.ts';
import {
  collect,
  commandName,
  listOption,
  textOption,
  type CliCommand,
  type CliContext,
} from '../command/command.ts';
import { cliError, exitCodes } from '../command/errors.ts';
import { packageFolder, rejectExisting, writeNewFiles } from '../command/files.ts';
import { createPrinter, pluralize, printTable, printWrittenFiles } from '../output/printer.ts';
import { fetchSchema } from '../setup/fetch-schema.ts';
import {
  editorSchemaPath,
  formatStarterConfig,
  referToHeaders,
  serverName,
} from '../setup/starter-config.ts';
import { listFields, operationsForFields } from '../setup/starter-files.ts';

/** Number of queries that operations are written for by default. */
const defaultQueries = 5;

/** Sets up a folder for an API: configuration, schema and starter operations. */
export const initCommand: CliCommand = {
  name: 'init',
  examples: [
    [
      'graphql-mcp-gateway init https://api.example.com/graphql --fields films,film',
      'Write gateway.yaml, the schema, and an operation for each of two fields.',
    ],
    [
      `graphql-mcp-gateway init https://api.example.com/graphql --header 'Authorization: Bearer \${env:API_TOKEN}'`,
      'Introspect with a token that stays in the environment.',
    ],
  ],
  configure(command) {
    command
      .description(
        'Introspect an API, and write a configuration and starter operations; never overwrites a file.',
      )
      .argument('[endpoint]', 'URL of the GraphQL API. (default: GRAPHQL_MCP_ENDPOINT)')
      .option(
        '-f, --fields <names>',
        `Root fields to write operations for, separated by commas. (default: ${defaultQueries} queries for the main types of the API)`,
        collect,
      )
      .option(
        '--header <name:value>',
        'Header to send; the file refers to an environment variable for its value. Can be repeated.',
        collect,
      )
      .option(
        '--ca-file <file>',
        "File of PEM certificates that are trusted in addition to the system's.",
      );
  },
  async run({ context, args: [endpoint], options }) {
    const headers = listOption(options, 'header');
    const caFile = textOption(options, 'caFile');
    const upstream = upstreamOf({ endpoint, headers, caFile }, context);
    await rejectExisting(context.folder, configFileNames, useAdd);
    await rejectExisting(context.folder, [schemaFile], moveAway);
    const schema = await fetchSchema(upstream, context, endpoint);
    const operations = chooseOperations(schema, listOption(options, 'fields'));
    const references = referToHeaders(new Map(headers.map(splitHeader)));
    const config = formatStarterConfig({
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
    printWrittenFiles(createPrinter(context.output), [...files.keys()]);
    printNextSteps(context, schema, operations, references.variables);
    return exitCodes.ok;
  },
};

const schemaFile = 'schema/schema.graphql';

const useAdd =
  'Run "graphql-mcp-gateway add" to write operations for more fields, or run init in another folder.';
const moveAway = 'Move it away, or run init in another folder.';

/** The API on the command line. */
interface ApiArguments {
  readonly endpoint: string | undefined;
  readonly headers: readonly string[];
  readonly caFile: string | undefined;
}

/** Validates the arguments like a configuration. */
function upstreamOf(
  { endpoint, headers, caFile }: ApiArguments,
  { folder, env }: CliContext,
): ResolvedUpstream {
  const flags = new Map([
    ...(endpoint === undefined ? [] : [['--endpoint', [endpoint]] as const]),
    ...(caFile === undefined ? [] : [['--ca-file', [caFile]] as const]),
    ...(headers.length === 0 ? [] : [['--header', headers] as const]),
  ]);
  const settings = readSettings(flags, env, { current: folder, base: folder })
    .filter(({ path: [option = ''] }) => ['endpoint', 'headers', 'http'].includes(String(option)))
    // the endpoint is an argument here, not a flag
    .map((each) => (each.label === '--endpoint' ? { ...each, label: 'endpoint' } : each));
  if (!settings.some(({ path: [option] }) => option === 'endpoint')) {
    throw cliError('CLI_NO_ENDPOINT', 'No API was passed.');
  }
  const { config } = prepareOptions(applySettings(sourceOfOptions({}), settings), env);
  const [upstream] = config.upstreams.values();
  if (!upstream) throw new Error('the only upstream is missing');
  return upstream;
}

function chooseOperations(
  schema: GraphQLSchema,
  fields: readonly string[],
): readonly StarterOperation[] {
  if (fields.length > 0) {
    const hint = `Nothing was written; the API has ${listFields(schema)}.`;
    return operationsForFields(schema, fields, hint);
  }
  return starterOperations(schema, likelyQueries(schema, defaultQueries)).operations;
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
    ...variables.map((each) => [`export ${each}=…`, 'the value of the header'] as const),
    [`${name} inspect`, 'show the tools'],
    ...(callable ? [[`${name} call ${callable.name}`, 'call one'] as const] : []),
    [`${name} serve`, 'serve them, and show how to add them to a client'],
    ...(more > 0
      ? [[`${name} add`, `list ${pluralize(more, 'more field')} of the API`] as const]
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
