import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  type DefinitionNode,
} from 'graphql';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { memoize, memoizeWeakly } from '../../core/memo.ts';
import { compareText } from '../../core/text.ts';
import type { BoundVariable, Catalog, LeafSchema, Tool } from '../../core/tool.ts';
import { createFragmentScopes, type Fragments } from '../../core/walk-selections.ts';
import { coordinateLine, usedElements, type UsedElements } from './coordinates.ts';
import { createMeaningReader } from '../operation/operation-meaning.ts';
import { createOperationHasher } from '../operation/operation-hash.ts';
import { argumentNames, argumentTypes, storeArguments, storeInputTypes } from './store-input.ts';
import { createResultStore, type Selections } from './store-result.ts';
import type {
  LeafSchemas,
  StoredContract,
  Surface,
  SurfaceTool,
  ToolInternals,
  UsedSchema,
} from './surface.ts';

/** What a surface is made from in addition to the catalog. */
export interface SurfaceContext {
  /** Version of this gateway. */
  readonly gateway: string;
  /** By upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
}

/** Returns the surface of a compiled catalog; `schemas` must have the upstreams of all tools. */
export function surfaceOf(catalog: Catalog, { gateway, schemas }: SurfaceContext): Surface {
  const readDocument = createDocumentReader();
  const internalsOf = createInternalsReader();
  const parsed = [...catalog.tools.values()].map((tool): ParsedTool => ({
    tool,
    document: readDocument(tool.operation.document),
  }));
  const tools = new Map<string, SurfaceTool>();
  const used = new Map<string, UsedSchema>();
  for (const [upstream, schema] of schemas) {
    const own = parsed.filter(({ tool }) => tool.upstream === upstream);
    const stored = storeContracts(own, schema);
    used.set(upstream, stored.used);
    for (const { tool, document } of own) {
      const contract = stored.contracts.get(tool);
      const internal = internalsOf({ tool, document }, schema, contract);
      tools.set(tool.name, { ...published(tool), ...(contract && { contract }), internal });
    }
  }
  return {
    tools: new Map([...tools].sort(([one], [other]) => compareText(one, other))),
    gateway,
    profile: catalog.profile,
    tokens: listedTokens(catalog),
    schemas: used,
  };
}

/** Returns what the tool list costs a model, in tokens; hidden tools are not listed. */
export function listedTokens({ tools }: Catalog): number {
  const listed = [...tools.values()].filter(({ hidden }) => !hidden);
  return listed.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
}

interface ParsedTool {
  readonly tool: Tool;
  readonly document: DocumentNode;
}

function published(tool: Tool): SurfaceTool {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  const output = outputSchema && { outputSchema };
  return { name, title, description, annotations, inputSchema, ...output };
}

type InternalsReader = (
  parsed: ParsedTool,
  schema: GraphQLSchema,
  contract: StoredContract | undefined,
) => ToolInternals;

function createInternalsReader(): InternalsReader {
  const operationHash = createOperationHasher();
  const meaningOf = createMeaningReader();
  return ({ tool, document }, schema, contract) => {
    const { operation, upstream, partialResults, scopes, hidden } = tool;
    const written = Object.keys(contract?.input ?? tool.inputSchema.properties);
    const names = argumentNames(document, operation, written.map(withoutMark));
    const { calls, rootFields } = meaningOf(document, schema, names);
    return {
      kind: operation.kind,
      operation: operation.name,
      operationHash: operationHash(document, schema),
      calls,
      ...(rootFields.length > 0 && { rootFields }),
      upstream,
      partialResults,
      scopes: [...scopes].sort(),
      hidden,
      bound: operation.bound.map(bindingText).sort(),
    };
  };
}

/** Without the mark of what is optional. */
function withoutMark(name: string): string {
  return name.replace('?', '');
}

function bindingText({ variable, from, name }: BoundVariable): string {
  return `${variable}: ${from} ${name}`;
}

interface StoredContracts {
  readonly contracts: ReadonlyMap<Tool, StoredContract>;
  readonly used: UsedSchema;
}

function storeContracts(tools: readonly ParsedTool[], schema: GraphQLSchema): StoredContracts {
  const contracts = new Map<Tool, StoredContract>();
  const definitions = new Map<string, JsonSchema>();
  const fragmentsOf = createFragmentScopes();
  const selections: Selections = new Map();
  let leafSchema: LeafSchema = () => undefined;
  const storeOf = memoizeWeakly((fragments: Fragments) =>
    createResultStore(schema, fragments, (...leaf) => leafSchema(...leaf), selections),
  );
  let envelope: ObjectSchema | undefined;
  for (const { tool, document } of tools) {
    const written = tool.contract(document);
    ({ leafSchema } = written);
    const types = argumentTypes(document, tool.operation, written.input);
    const input = storeArguments(written.input, types, leafSchema);
    for (const [name, one] of Object.entries(written.input.$defs ?? {})) definitions.set(name, one);
    const output =
      tool.outputSchema &&
      storeResult(schema, document, written.output, storeOf(fragmentsOf(document)));
    envelope ??= { ...written.output, properties: { ...written.output.properties, data: {} } };
    contracts.set(tool, { input, ...(output && { output }) });
  }
  const elements = usedElements(
    schema,
    tools.map(({ document }) => document),
  );
  const lines = [...elements.coordinates].flatMap((one) => coordinateLine(schema, one) ?? []);
  const used: UsedSchema = {
    coordinates: lines.sort(compareText),
    inputs: storeInputTypes(definitions, schema, leafSchema),
    selections: Object.fromEntries(selections),
    leafTypes: leafTypesOf(elements, leafSchema),
    ...(envelope && { envelope }),
  };
  return { contracts, used };
}

function storeResult(
  schema: GraphQLSchema,
  document: DocumentNode,
  { properties }: ObjectSchema,
  store: ReturnType<typeof createResultStore>,
): StoredContract['output'] {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  const data = properties['data'];
  return root && data ? store(data, [[root, operation.selectionSet]]) : undefined;
}

/** Scalars and enums as values of arguments and results; the values of enums are coordinates. */
function leafTypesOf(
  { inputLeaves, outputLeaves }: UsedElements,
  leafSchema: LeafSchema,
): UsedSchema['leafTypes'] {
  const names = [...new Set([...inputLeaves, ...outputLeaves])];
  const entries = names.map((name): readonly [string, LeafSchemas] => {
    const input = inputLeaves.has(name) ? leafSchema(name, 'input') : undefined;
    const output = outputLeaves.has(name) ? leafSchema(name, 'output') : undefined;
    const { description: _, ...plain } = output ?? {};
    const isEnum = input?.enum !== undefined;
    return [name, { ...(input && !isEnum && { input }), ...(output && { output: plain }) }];
  });
  return Object.fromEntries(entries.filter(([, leaf]) => Object.keys(leaf).length > 0));
}

/** Parses the documents of tools. */
export type DocumentReader = (text: string) => DocumentNode;

/**
 * Creates a reader of documents. Tools of one API share most of their fragments: equal definitions are
 * parsed once, and are the same node in all documents.
 */
export function createDocumentReader(): DocumentReader {
  const read = memoize(parseDefinition);
  return (text) => {
    try {
      return { kind: Kind.DOCUMENT, definitions: text.split(/\n\n(?=fragment )/).map(read) };
    } catch {
      // a string in the operation contains what looks like the start of a fragment
      return parse(text, { noLocation: true });
    }
  };
}

function parseDefinition(text: string): DefinitionNode {
  const [definition, ...others] = parse(text, { noLocation: true }).definitions;
  if (!definition || others.length > 0) throw new Error('expected one definition');
  return definition;
}
