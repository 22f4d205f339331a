import type { OperationDefinitionNode } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { DocumentCache, DocumentReader } from '../files/document-reader.ts';
import type { SourceFolders } from '../files/find-files.ts';
import type { FragmentScope } from '../files/imports.ts';
import type { EndpointSchema } from '../introspection/endpoint-schema.ts';
import type { LoadedSchema } from '../sdl/load-schema.ts';
import type { FoundOperations, OperationSource } from './operation-sources.ts';

/** A parsed manifest. */
export interface CachedManifest {
  readonly text: string;
  readonly entries: readonly ParsedEntry[];
  readonly problems: readonly Diagnostic[];
}

/** An entry with its operations. */
export interface ParsedEntry extends FoundOperations {
  readonly id: string;
  readonly body: string;
  readonly place: Place;
}

/**
 * The state between two loads: a reload parses changed sources only, and returns the same objects
 * for unchanged ones. It keeps no more than the sources of the last load.
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

/** Returns the earlier scope if it is equal, so that everything derived from it stays the same. */
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

/** The context of loading files. */
export interface FileContext {
  readonly folders: SourceFolders;
  readonly reader: DocumentReader;
  readonly cache: LoadCache;
}
