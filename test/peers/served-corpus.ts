import { parse, type GraphQLSchema } from 'graphql';
import type { Executor } from '../../src/core/call.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Profile, Tool } from '../../src/core/tool.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { seededChoices, type Choices } from '../support/choices.ts';
import { corpusFolder, loadCorpus } from '../support/corpus.ts';
import { randomAnswer } from '../support/random-answer.ts';
import { randomInputValues } from '../support/random-variables.ts';

/** A public API's operations, served by the gateway before an API that answers at random. */
export interface ServedCorpus {
  /** Of the MCP endpoint. */
  readonly url: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** What the API answered last, by tool. */
  readonly answers: ReadonlyMap<string, JsonObject>;
  /** Arguments that a tool takes. */
  readonly argumentsFor: (tool: Tool) => Record<string, unknown>;
  close(): Promise<void>;
}

/** Makes of a legal answer what the API answers. */
export type Distort = (answer: JsonObject) => JsonObject;

const mishaps = { nullOutOf: 12, errorOutOf: 60 };

/** Serves a corpus on a socket. */
export async function serveCorpus(
  name: string,
  profile: Profile,
  distort: Distort = (answer) => answer,
): Promise<ServedCorpus> {
  const { schema } = await loadCorpus(name);
  const answers = new Map<string, JsonObject>();
  const gateway = await createGateway({
    schema: 'schema/*.graphql',
    operations: 'operations/**/*.graphql',
    baseDir: corpusFolder(name),
    executor: createRandomApi(schema, answers, distort),
    env: {},
    profile,
    // it is the client that looks
    validateOutput: 'off',
    limits: { maxResultBytes: 50_000_000 },
    server: { port: 0, drainMs: 100 },
  });
  const server = await gateway.listen();
  const choices = seededChoices(2);
  return {
    url: `${server.url}/mcp`,
    tools: gateway.catalog.tools,
    answers,
    argumentsFor: (tool) => argumentsFor(schema, tool, choices),
    async close() {
      await server.close();
      await gateway.close();
    },
  };
}

function createRandomApi(
  schema: GraphQLSchema,
  answers: Map<string, JsonObject>,
  distort: Distort,
): Executor {
  const choices = seededChoices(1);
  return {
    execute({ tool, variables }) {
      const document = parse(tool.operation.document);
      const body = distort(randomAnswer({ schema, document, variables }, choices, mishaps));
      answers.set(tool.name, body);
      return Promise.resolve({ kind: 'response', body });
    },
    close: () => Promise.resolve(),
  };
}

/** What custom scalars take is the API's affair: some values are refused. */
function argumentsFor(schema: GraphQLSchema, tool: Tool, choices: Choices) {
  const [operation] = parse(tool.operation.document).definitions;
  if (operation?.kind !== 'OperationDefinition') throw new Error('There is no operation.');
  for (let attempt = 0; attempt < 20; attempt++) {
    const args = randomInputValues(schema, operation, choices);
    if (tool.prepareArguments(args).ok) return args;
  }
  throw new Error(`No arguments were found for ${tool.name}.`);
}
