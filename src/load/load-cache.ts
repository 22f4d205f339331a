import type { OperationDefinitionNode } from 'graphql';
import type { DocumentCache } from './document-reader.ts';
import type { EndpointSchema } from './introspection/endpoint-schema.ts';
import type { FragmentScope } from './fragment-scope.ts';
import type { CachedManifest } from './load-manifests.ts';
import type { LoadedSchema } from './load-schema.ts';
import type { OperationSource } from './sources.ts';

/**
 * What one load leaves for the next, so that a reload parses only what changed and hands out the
 * same objects for what did not. It holds no more than the sources of the last load.
 */
export interface LoadCache {
  /** Files of operations. */
  readonly documents: DocumentCache;
  /** Files of the schema, which are parsed without places. */
  readonly schemaDocuments: DocumentCache;
  /** Scopes by the absolute path of their file; the shared one under the empty name. */
  readonly scopes: Map<string, FragmentScope>;
  readonly operations: WeakMap<OperationDefinitionNode, OperationSource>;
  /** Parsed manifests, by absolute path. */
  readonly manifests: Map<string, CachedManifest>;
  /** The schema of files. */
  schema: LoadedSchema | undefined;
  /** The schema of the endpoint, until it is refreshed. */
  endpointSchema: EndpointSchema | undefined;
}

export function createLoadCache(): LoadCache {
  return {
    documents: new Map(),
    schemaDocuments: new Map(),
    scopes: new Map(),
    operations: new WeakMap(),
    manifests: new Map(),
    schema: undefined,
    endpointSchema: undefined,
  };
}

/** The earlier scope when it says the same, so that what hangs on it stays the same too. */
export function reuseScope(
  scopes: Map<string, FragmentScope>,
  name: string,
  next: FragmentScope,
): FragmentScope {
  const known = scopes.get(name);
  const same =
    known !== undefined &&
    hasSameEntries(known.fragments, next.fragments) &&
    known.ambiguous.size === 0 &&
    next.ambiguous.size === 0;
  const kept = same ? known : next;
  scopes.set(name, kept);
  return kept;
}

function hasSameEntries<Value>(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
): boolean {
  return a === b || (a.size === b.size && [...a].every(([name, value]) => b.get(name) === value));
}
