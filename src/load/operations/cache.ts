import type { OperationDefinitionNode } from 'graphql';
import type { DocumentCache, DocumentReader } from '../files/document-reader.ts';
import type { EndpointSchema } from '../introspection/endpoint-schema.ts';
import type { FragmentScope } from '../files/imports.ts';
import type { FoundOperations, OperationSource } from './operation-sources.ts';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { SourceFolders } from '../files/find-files.ts';
import type { LoadedSchema } from '../sdl/load-schema.ts';

/** A manifest as parsed from a text. */
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

/** What loading files needs beside the globs. */
export interface FileContext {
  readonly folders: SourceFolders;
  readonly reader: DocumentReader;
  readonly cache: LoadCache;
}
