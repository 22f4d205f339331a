import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Kind, parse } from 'graphql';
import {
  type CallContext,
  anonymous,
  type ExecutionOutcome,
  type Executor,
} from '../../src/core/call.ts';
import type { JsonSchema, ObjectSchema } from '../../src/core/json-schema.ts';
import type { ArgumentProblem, BoundVariable, Tool } from '../../src/core/tool.ts';
import { createHttpExecutor, type HttpExecutorOptions } from '../../src/execute/http-executor.ts';
import { closeLater } from './servers.ts';

/** Members of a tool that a test can set; the others have defaults. */
export interface ToolFixture extends Partial<Omit<Tool, 'operation'>> {
  readonly bound?: readonly BoundVariable[];
  readonly persistedId?: string;
  readonly takesFiles?: boolean;
  /** Schema of `data`; the envelope around it is the compiler's. */
  readonly data?: JsonSchema;
}

/** Makes a tool of one operation without compiling it against a schema. */
export function toolFixture(document: string, fixture: ToolFixture = {}): Tool {
  const { bound = [], persistedId, takesFiles = false, data, ...rest } = fixture;
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || !definition.name) {
    throw new Error('not a named operation');
  }
  const rootFields = definition.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [(selection.alias ?? selection.name).value] : [],
  );
  const name = definition.name.value;
  const kind = definition.operation === 'mutation' ? 'mutation' : 'query';
  const outputSchema = envelopeSchema(data ?? { type: ['object', 'null'] });
  return {
    name,
    title: name,
    description: name,
    annotations: {
      readOnlyHint: kind === 'query',
      destructiveHint: kind === 'mutation',
      idempotentHint: kind === 'query',
      openWorldHint: true,
    },
    inputSchema: { type: 'object', properties: {} },
    outputSchema,
    operation: {
      name,
      kind,
      document,
      hash: createHash('sha256').update(document).digest('hex'),
      rootFields,
      bound,
      takesFiles,
      ...(persistedId === undefined ? {} : { persistedId }),
    },
    partialResults: 'REJECT',
    scopes: [],
    tags: [],
    hidden: false,
    upstream: 'default',
    place: { file: 'operations/test.graphql', line: 1, column: 1 },
    estimatedTokens: 0,
    prepareArguments: (given) => ({ ok: true, variables: given as Record<string, unknown> }),
    checkOutput: checkAgainst(outputSchema),
    fitsAnswer: () => false,
    contract: () => ({
      input: { type: 'object', properties: {} },
      output: outputSchema,
      leafSchema: () => undefined,
    }),
    ...rest,
  };
}

/** The envelope that the output compiler writes around the schema of `data`. */
function envelopeSchema(data: JsonSchema): ObjectSchema {
  const errors: JsonSchema = {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        path: { type: 'array', items: { type: ['string', 'integer'] } },
        classification: { type: 'string' },
        extensions: { type: 'object' },
      },
      required: ['message'],
    },
  };
  return {
    type: 'object',
    properties: { data, errors, extensions: { type: 'object' } },
    required: ['data'],
  };
}

/** A check against a schema, as the compiler makes one. */
function checkAgainst(schema: JsonSchema): (value: unknown) => readonly ArgumentProblem[] {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => ({
      path: instancePath.split('/').slice(1),
      message: `${message}.`,
    }));
  };
}

/** The context of an anonymous call without headers. */
export function callContext(rest: Partial<CallContext> = {}): CallContext {
  return {
    caller: anonymous,
    headers: new Headers(),
    signal: new AbortController().signal,
    ...rest,
  };
}

/** An executor without jitter, closed after the test; its deadline only ends what hangs. */
export function testExecutor(options: HttpExecutorOptions): Executor {
  const executor = createHttpExecutor({ timeoutMs: 60_000, random: () => 0, ...options });
  closeLater(() => executor.close());
  return executor;
}

/** Calls a tool. */
export function callTool(
  executor: Executor,
  tool: Tool,
  variables: Readonly<Record<string, unknown>> = {},
  context: Partial<CallContext> = {},
): Promise<ExecutionOutcome> {
  return executor.execute({ tool, variables }, callContext(context));
}

/** The data of a response; a failure is the failure itself. */
export function dataOf(outcome: ExecutionOutcome): unknown {
  return outcome.kind === 'response' ? outcome.body.data : outcome;
}

/** A signed-in caller. */
export function known(subject: string, claims: Readonly<Record<string, unknown>> = {}) {
  return { subject, claims: new Map(Object.entries(claims)), scopes: [] };
}
