import { comparePlaces, type Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex, compareText } from '../core/text.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { OperationSource, Sources } from '../load/operations/operation-sources.ts';
import { assembleCatalog, estimateTokens, skipsOperation } from './assemble-catalog.ts';
import { cachedToolsOf, storeTools, type CompileCache } from './cache.ts';
import {
  findUnknownScalars,
  findUnusedSettings,
  reportUndescribed,
} from './catalog-diagnostics.ts';
import { compileOperations } from './compile-operations.ts';
import type { CompileSettings } from './model/settings.ts';
import { toolNamesOf, type NameRequest } from './names.ts';
import { createOperationReader, operationNameOf, type Operation } from './operation.ts';
import type { CompiledTool } from './tool.ts';

/**
 * Compiles operations into tools.
 *
 * It does no I/O and is deterministic: the same sources and settings give the same catalog, byte for
 * byte, in any order of the operations. With the cache of an earlier compile, only operations whose
 * text changed are compiled; the catalog is the same.
 */
export function compileCatalog(
  sources: Sources,
  settings: CompileSettings,
  cache?: CompileCache,
): Catalog {
  const { schema } = sources;
  const results = sortSources(sources.operations).map(createOperationReader(schema, settings));
  const operations = results.flatMap((result) => (result.ok ? result.operation : []));
  const compiled = compileChanged(operations, sources, settings, cache);
  const named = nameTools(compiled.tools, settings);
  const diagnostics = [
    ...sources.diagnostics,
    ...results.flatMap((result) =>
      result.ok ? result.operation.settings.diagnostics : result.diagnostics,
    ),
    ...compiled.diagnostics,
    ...[...compiled.tools.values()].flatMap((tool) => tool.diagnostics),
    ...named.diagnostics,
    ...findUnusedSettings(settings, schema, sources.operations.map(operationNameOf)),
    ...reportUndescribed(named.undescribed),
    ...findUnknownScalars(settings, schema, compiled.tools.keys()),
  ];
  const { profile } = settings;
  const skippedCount =
    sources.operations.length -
    named.hashes.size +
    sources.diagnostics.filter(skipsOperation).length;
  return assembleCatalog(
    { tools: [...named.hashes.keys()], diagnostics, skippedCount, profile },
    (listed) => {
      const lines = listed.map((tool) => `${tool.name} ${named.hashes.get(tool)?.()}`);
      return sha256Hex([profile, ...lines].join('\n'));
    },
  );
}

/** Sorts operations by name, then by place: operations of one name are in different places. */
function sortSources(operations: readonly OperationSource[]): readonly OperationSource[] {
  return operations.toSorted(
    (a, b) =>
      compareText(operationNameOf(a), operationNameOf(b)) || comparePlaces(a.place, b.place),
  );
}

interface CompiledTools {
  readonly tools: ReadonlyMap<Operation, CompiledTool>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Takes unchanged operations from the cache, and compiles the others. */
function compileChanged(
  operations: readonly Operation[],
  { schema }: Sources,
  settings: CompileSettings,
  cache: CompileCache | undefined,
): CompiledTools {
  const findCached = cachedToolsOf(cache?.last, schema, settings);
  const cached = new Map(operations.map((operation) => [operation, findCached(operation)]));
  const changed = operations.filter((operation) => cached.get(operation) === undefined);
  const results = compileOperations(changed, schema, settings);
  const diagnostics: Diagnostic[] = [];
  const tools = new Map<Operation, CompiledTool>();
  for (const [operation, cachedTool] of cached) {
    const result = results.get(operation);
    const tool = cachedTool ?? (result?.ok ? result.tool : undefined);
    if (tool) tools.set(operation, tool);
    else if (result?.ok === false) diagnostics.push(...result.diagnostics);
  }
  if (cache) storeTools(cache, schema, settings, tools);
  return { tools, diagnostics };
}

interface NamedTools {
  /** The tools, each with the hash of what clients see of it without its name. */
  readonly hashes: ReadonlyMap<Tool, () => string>;
  readonly undescribed: readonly Operation[];
  readonly diagnostics: readonly Diagnostic[];
}

function nameTools(
  tools: ReadonlyMap<Operation, CompiledTool>,
  settings: CompileSettings,
): NamedTools {
  const requests = new Map<NameRequest, readonly [Operation, CompiledTool]>();
  for (const [operation, tool] of tools) {
    const { name: operationName, settings: toolSettings } = operation;
    const request = {
      operationName,
      explicitName: toolSettings.options.name,
      place: toolSettings.namePlace,
    };
    requests.set(request, [operation, tool]);
  }
  const diagnostics: Diagnostic[] = [];
  const hashes = new Map<Tool, () => string>();
  const undescribed: Operation[] = [];
  for (const [request, outcome] of toolNamesOf([...requests.keys()], settings.prefix)) {
    const compiled = requests.get(request);
    if (!outcome.ok) diagnostics.push(outcome.diagnostic);
    if (!outcome.ok || !compiled) continue;
    const [operation, tool] = compiled;
    hashes.set(finishTool(outcome.name, operation, tool), tool.hash);
    if (!tool.isDescribed) undescribed.push(operation);
  }
  return { hashes, undescribed, diagnostics };
}

function finishTool(name: string, { source }: Operation, { members, bytes }: CompiledTool): Tool {
  return { name, ...members, place: source.place, estimatedTokens: estimateTokens(name, bytes) };
}
