import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  Kind,
  type FragmentSpreadNode,
} from 'graphql';
import { type Diagnostic, type Place, formatPlace } from '../../core/diagnostic.ts';
import { spreadsOf } from '../../core/walk-selections.ts';
import type { FragmentScope } from '../files/imports.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';

/** An operation with all fragments in scope, before validation. */
export interface OperationSource {
  readonly operation: OperationDefinitionNode;
  /**
   * Fragments in scope, by name: those of the file, its imports, and the shared ones; the nearest
   * takes precedence. Only those that the operation reaches must be valid.
   */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The name of an anonymous operation: the file name without its extension. */
  readonly fallbackName: string;
  readonly place: Place;
  /** The kind of source; mutations of manifests are not served by default. */
  readonly origin: 'file' | 'manifest' | 'config';
  /** The id that a persisted-query manifest gives the operation. */
  readonly persistedId?: string;
}

/** The input of the compiler, for one upstream. */
export interface Sources {
  readonly schema: GraphQLSchema;
  readonly operations: readonly OperationSource[];
  /** Diagnostics of reading: unreadable files, duplicate fields, unresolved imports. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The operations of one text, and their diagnostics. */
export interface FoundOperations {
  readonly operations: readonly OperationSource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The common properties of the operations of one text. */
export interface OperationContext extends Pick<
  OperationSource,
  'fallbackName' | 'origin' | 'place' | 'persistedId'
> {
  readonly scope: FragmentScope;
  /** Operations of the last load by node; unchanged ones are reused. */
  readonly earlier: WeakMap<OperationDefinitionNode, OperationSource>;
}

/**
 * Creates operation sources from the definitions of one text, subscriptions included; the compiler
 * decides which become tools.
 */
export function operationSources(
  definitions: readonly { readonly kind: string }[],
  context: OperationContext,
): FoundOperations {
  const operations = definitions.filter(isOperation);
  const unnamed = operations.filter(({ name }) => !name);
  const refused = new Map<OperationDefinitionNode, Diagnostic>();
  if (unnamed.length > 1) {
    for (const operation of unnamed) refused.set(operation, reportUnnamed(operation, context));
  }
  for (const operation of operations) {
    const unclear = refused.has(operation) ? undefined : findUnclearSpread(operation, context);
    if (unclear) refused.set(operation, unclear);
  }
  return {
    operations: operations.filter((node) => !refused.has(node)).map((node) => take(node, context)),
    diagnostics: operations.flatMap((node) => refused.get(node) ?? []),
  };
}

function isOperation(node: { readonly kind: string }): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION;
}

function take(operation: OperationDefinitionNode, context: OperationContext): OperationSource {
  const { scope, earlier: known, fallbackName, origin, persistedId } = context;
  const earlier = known.get(operation);
  if (earlier?.fragments === scope.fragments) return earlier;
  const source: OperationSource = {
    operation,
    fragments: scope.fragments,
    fallbackName,
    place: placeOf(operation) ?? context.place,
    origin,
    ...(persistedId !== undefined && { persistedId }),
  };
  known.set(operation, source);
  return source;
}

function reportUnnamed(
  operation: OperationDefinitionNode,
  { place, fallbackName }: OperationContext,
): Diagnostic {
  return loadDiagnostic(
    'OPERATION_ANONYMOUS_AGAIN',
    `Several operations here have no name, and only one could be called "${fallbackName}".`,
    { place: placeOf(operation) ?? place },
  );
}

/** Finds a spread, at any depth, of an ambiguous fragment name. */
function findUnclearSpread(
  operation: OperationDefinitionNode,
  { scope, place, fallbackName }: OperationContext,
): Diagnostic | undefined {
  if (scope.ambiguous.size === 0) return undefined;
  const name = operation.name?.value ?? fallbackName;
  const queue: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  const visited = new Set<string>();
  for (const node of queue) {
    for (const spread of spreadsOf(node.selectionSet)) {
      const fragment = spread.name.value;
      const meanings = scope.ambiguous.get(fragment);
      if (meanings) return reportUnclear(name, spread, meanings, placeOf(spread) ?? place);
      const definition = scope.fragments.get(fragment);
      if (definition && !visited.has(fragment)) queue.push(definition);
      visited.add(fragment);
    }
  }
  return undefined;
}

function reportUnclear(
  tool: string,
  { name }: FragmentSpreadNode,
  meanings: readonly FragmentDefinitionNode[],
  place: OperationSource['place'],
): Diagnostic {
  const places = meanings.flatMap((node) => placeOf(node) ?? []).map(formatPlace);
  return loadDiagnostic(
    'FRAGMENT_AMBIGUOUS',
    `Operation "${tool}" needs fragment "${name.value}", which is defined differently at ${listed(places)}.`,
    { place, tool },
  );
}

function listed(places: readonly string[]): string {
  const last = places.at(-1) ?? '';
  return places.length < 2 ? last : `${places.slice(0, -1).join(', ')} and ${last}`;
}
