import { isJsonObject } from '../../src/core/json.ts';
import type { ObjectSchema } from '../../src/core/json-schema.ts';
import type { ArgumentProblem, Catalog, Tool } from '../../src/core/tool.ts';

const noArguments: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };

const envelope: ObjectSchema = {
  type: 'object',
  properties: { data: { type: ['object', 'null'] }, errors: { type: 'array', items: {} } },
};

/** A tool of the fixture; everything but its name has a value that does no harm. */
export function fixtureTool(name: string, more: Partial<Tool> = {}): Tool {
  const title = name.replaceAll('_', ' ');
  return {
    name,
    title,
    description: `Runs ${title}.`,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: noArguments,
    outputSchema: envelope,
    operation: {
      name,
      kind: 'query',
      document: `query ${name} { ${name} }`,
      hash: name.padEnd(64, '0'),
      rootFields: [name],
      bound: [],
      takesFiles: false,
    },
    partialResults: 'REJECT',
    scopes: [],
    tags: [],
    hidden: false,
    upstream: 'default',
    place: { file: `operations/${name}.graphql`, line: 1, column: 1 },
    estimatedTokens: 100,
    prepareArguments: (given) => ({ ok: true, variables: isJsonObject(given) ? given : {} }),
    checkOutput: () => [],
    fitsAnswer: () => false,
    contract: () => ({ input: noArguments, output: envelope, leafSchema: () => undefined }),
    ...more,
  };
}

/** Takes one required string, `id`. */
const orderTool = fixtureTool('order', {
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'Id of the order.' } },
    required: ['id'],
    additionalProperties: false,
  },
  prepareArguments(given) {
    const id = isJsonObject(given) ? given.id : undefined;
    if (typeof id === 'string') return { ok: true, variables: { id } };
    const problem: ArgumentProblem = { path: ['id'], message: 'id must be string' };
    return { ok: false, problems: [problem] };
  },
});

/** Its arguments are repeated in headers: a string, an integer, a boolean, one below another. */
const routedTool = fixtureTool('routed_op', {
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      shard: { type: 'integer', 'x-mcp-header': 'Shard' },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
      target: {
        type: 'object',
        properties: { tenant: { type: 'string', 'x-mcp-header': 'Tenant' } },
      },
    },
    required: ['region'],
    additionalProperties: false,
  },
});

/** The tools that the golden transcripts speak of, in their order, and more behind them. */
const fixtureTools: readonly Tool[] = [
  fixtureTool('ping_op'),
  fixtureTool('fail_op'),
  orderTool,
  routedTool,
  fixtureTool('slow_op'),
  fixtureTool('bug_op'),
  fixtureTool('media_op'),
  fixtureTool('text_op', { outputSchema: undefined } as unknown as Partial<Tool>),
  fixtureTool('admin_op', { scopes: ['orders:read', 'orders:write'] }),
  fixtureTool('hidden_op', { hidden: true }),
];

export function fixtureCatalog(
  tools: readonly Tool[] = fixtureTools,
  fingerprint = 'f'.repeat(64),
): Catalog {
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    skipped: [],
    skippedCount: 0,
    diagnostics: [],
    profile: 'portable',
    fingerprint,
    estimatedTokens: tools.length * 100,
  };
}
