import type { FragmentDefinitionNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Diagnostic, Place } from '../core/diagnostic.ts';

/** An operation as written, with every fragment it can see; not yet checked against a schema. */
export interface OperationSource {
  readonly operation: OperationDefinitionNode;
  /**
   * Fragments in scope, by name: those of the file, its imports, and the shared ones, the nearest
   * winning. Only those the operation reaches need to be valid.
   */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The name to use when the operation has none: the file's name without its ending. */
  readonly fallbackName: string;
  readonly place: Place;
  /** Where the operation was found; a manifest's mutations are not served unless asked. */
  readonly origin: 'file' | 'manifest' | 'config';
  /** The id that a persisted-query manifest gives the operation. */
  readonly persistedId?: string;
}

/** Everything that is read before compiling, for one upstream. */
export interface Sources {
  readonly schema: GraphQLSchema;
  readonly operations: readonly OperationSource[];
  /** Findings of reading: unreadable files, fields defined twice, unresolved imports. */
  readonly diagnostics: readonly Diagnostic[];
}
