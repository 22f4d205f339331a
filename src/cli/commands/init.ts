import type { GraphQLSchema } from 'graphql';
import { printSchema } from 'graphql';
import { sourceOfOptions } from '../../config/config-source.ts';
import { configFileNames } from '../../config/find-config.ts';
import { prepareOptions } from '../../config/load-config.ts';
import { applySettings, readSettings, splitHeader } from '../../config/overrides.ts';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { GatewayError } from '../../core/gateway-error.ts';
import { createFilmApi } from '../../example/film-api.ts';
import { exampleEndpoint } from '../../gateway/create-executor.ts';
import { introspect } from '../../load/introspect.ts';
import { schemaOfIntrospection } from '../../load/introspection-result.ts';
import { starterOperations, type StarterOperation } from '../../load/starter-operations.ts';
import { listOption, type CliCommand } from '../cli-command.ts';
import type { CliContext } from '../cli-context.ts';
import { cliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { editorSchemaPath, headerReferences, initConfigText } from '../init-config.ts';
import { createPrinter } from '../output.ts';
import { packageFolder } from '../package-folder.ts';
import { counted } from '../print-catalog.ts';
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
        `Root fields to write operations for, separated by commas. (default: the first ${unaskedQueries} queries)`,
        collect,
      )
      .option(
        '--header <name:value>',
        'Header to send; its value goes into the environment, not into the file. Can be repeated.',
        collect,
      );
  },
  async run({ context, args: [given], options }) {
    const headers = listOption(options, 'header');
    const upstream = upstreamOf(given, headers, context);
    await refuseExisting(context.folder, [...configFileNames, schemaFile]);
    const schema = await schemaAt(upstream);
    const names = listOption(options, 'fields').flatMap((text) => text.split(','));
    const operations = chooseOperations(
      schema,
      names.map((name) => name.trim()),
    );
    const references = headerReferences(new Map(headers.map(splitHeader)));
    const config = initConfigText({
      endpoint: upstream.endpoint ?? '',
      headers: references.headers,
      editorSchema: editorSchemaPath(context.folder, packageFolder),
    });
    const files = new Map([
      ['gateway.yaml', config],
      [schemaFile, `${printSchema(schema)}\n`],
      ...operations.map(({ name, text }) => [`operations/${name}.graphql`, text] as const),
    ]);
    await writeNewFiles(context.folder, files);
    printNextSteps(context, [...files.keys()], references.variables);
    return exitCodes.ok;
  },
};

const schemaFile = 'schema/schema.graphql';

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Checks the endpoint and headers as any configuration's. */
function upstreamOf(
  given: string | undefined,
  headers: readonly string[],
  { folder, env }: CliContext,
): ResolvedUpstream {
  const flags = new Map([
    ...(given === undefined ? [] : [['--endpoint', [given]] as const]),
    ...(headers.length === 0 ? [] : [['--header', headers] as const]),
  ]);
  const settings = readSettings(flags, env, { current: folder, base: folder }).filter(
    ({ path: [option] }) => option === 'endpoint' || option === 'headers',
  );
  if (!settings.some(({ path: [option] }) => option === 'endpoint')) {
    throw cliError('CLI_NO_ENDPOINT', 'No API was named.', 'Give the URL of its endpoint.');
  }
  const { config } = prepareOptions(applySettings(sourceOfOptions({}), settings), env);
  const [upstream] = config.upstreams.values();
  if (!upstream) throw new Error('the only upstream is missing');
  return upstream;
}

async function schemaAt({ endpoint = '', headers }: ResolvedUpstream): Promise<GraphQLSchema> {
  if (endpoint === exampleEndpoint) return createFilmApi().schema;
  const answer = await introspect({ endpoint, headers, attempts: 3 });
  if (!answer.ok) throw new GatewayError([answer.problem]);
  const result = schemaOfIntrospection(answer.json);
  if (!result.ok) throw new GatewayError(result.diagnostics);
  return result.schema;
}

function chooseOperations(
  schema: GraphQLSchema,
  names: readonly string[],
): readonly StarterOperation[] {
  if (names.length === 0) {
    const { operations } = starterOperations(schema);
    return operations.filter(({ kind }) => kind === 'query').slice(0, unaskedQueries);
  }
  const { operations, unknown } = starterOperations(schema, names);
  if (unknown.length === 0) return operations;
  const hint = 'Nothing was written; check the names given as --fields.';
  throw new GatewayError(
    unknown.flatMap((message) => cliError('CLI_UNKNOWN_FIELD', message, hint).diagnostics),
  );
}

function printNextSteps(
  context: CliContext,
  files: readonly string[],
  variables: readonly string[],
): void {
  const printer = createPrinter(context.output);
  printer.line(`Wrote ${counted(files.length, 'file')}:`);
  for (const file of files) printer.line(`  ${file}`);
  printer.line();
  printer.line('Next:');
  for (const variable of variables) {
    printer.line(`  export ${variable}=…           the value you gave, for every command below`);
  }
  printer.line('  graphql-mcp-gateway inspect   shows the tools that these operations are');
  printer.line('  graphql-mcp-gateway           serves them');
}
