import { TokenKind, type ASTNode, type GraphQLSchema } from 'graphql';
import { formatPlace } from '../core/diagnostic.ts';
import { stableJson } from '../core/json.ts';
import type { CompileSettings } from './model/settings.ts';
import type { Operation } from './operation.ts';
import type { CompiledTool } from './tool.ts';

/** The tools of the last compile, so that the next one only compiles operations that changed. */
export interface CompileCache {
  last: CachedCompile | undefined;
}

interface CachedCompile {
  readonly schema: GraphQLSchema;
  readonly settings: string;
  readonly tools: ReadonlyMap<string, CachedTool>;
}

interface CachedTool {
  readonly inputs: CompileInputs;
  readonly tool: CompiledTool;
}

/** Everything that a compiled tool depends on: texts, and nodes that were not parsed from a text. */
type CompileInputs = readonly (string | ASTNode)[];

/** Creates an empty cache. */
export function createCompileCache(): CompileCache {
  return { last: undefined };
}

/**
 * Returns the function that finds the tool of an unchanged operation; the texts of its fragments count.
 *
 * The cache is empty for another schema or other settings. Schemas are compared by identity, because
 * the loader only creates a new object for a new text.
 */
export function cachedToolsOf(
  last: CompileCache['last'],
  schema: GraphQLSchema,
  settings: CompileSettings,
): (operation: Operation) => CompiledTool | undefined {
  if (last?.schema !== schema || last.settings !== settingsKeyOf(settings)) return () => undefined;
  const { tools } = last;
  return (operation) => {
    const cached = tools.get(keyOf(operation));
    if (!cached) return undefined;
    const inputs = inputsOf(operation, settings, cached.tool);
    const isUnchanged =
      inputs.length === cached.inputs.length &&
      inputs.every((input, at) => input === cached.inputs[at]);
    if (!isUnchanged) return undefined;
    releaseSource(cached.tool);
    return cached.tool;
  };
}

/** Replaces the tools in the cache. */
export function storeTools(
  cache: CompileCache,
  schema: GraphQLSchema,
  settings: CompileSettings,
  tools: ReadonlyMap<Operation, CompiledTool>,
): void {
  cache.last = {
    schema,
    settings: settingsKeyOf(settings),
    tools: new Map(
      [...tools].map(([operation, tool]) => [
        keyOf(operation),
        { inputs: inputsOf(operation, settings, tool), tool },
      ]),
    ),
  };
}

/**
 * Prints the document of a tool. Until then the tool refers to its parsed definitions, and so to all
 * tokens of their file; after several reloads, to those of each version of the file.
 */
function releaseSource({ members }: CompiledTool): void {
  void members.operation.document;
}

function keyOf({ source, name }: Operation): string {
  return `${source.place.file}\n${name}`;
}

/** The settings of single tools are compared per tool. */
function settingsKeyOf(settings: CompileSettings): string {
  const { scalars, tools: _, ...others } = settings;
  return stableJson({ ...others, scalars: [...scalars] });
}

function inputsOf(
  { source, name, fragments }: Operation,
  settings: CompileSettings,
  { diagnostics }: CompiledTool,
): CompileInputs {
  return [
    source.persistedId ?? '',
    stableJson(settings.tools.get(name) ?? {}),
    // diagnostics contain places, which change with the lines above
    diagnostics.length > 0 ? formatPlace(source.place) : '',
    textOf(source.operation),
    ...fragments.map(textOf),
  ];
}

/** Returns a definition as written, with the comments above it; a node without text as it is. */
function textOf(node: ASTNode): string | ASTNode {
  const { loc } = node;
  if (!loc) return node;
  let first = loc.startToken;
  while (first.prev?.kind === TokenKind.COMMENT) first = first.prev;
  return loc.source.body.slice(first.start, loc.end);
}
