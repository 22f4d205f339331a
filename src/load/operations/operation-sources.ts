import { loadDiagnostic } from '../model/diagnostics.ts';
import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  Kind,
  visit,
  type FragmentSpreadNode,
} from 'graphql';
import { type Diagnostic, type Place, formatPlace } from '../../core/diagnostic.ts';
import type { FragmentScope } from '../files/imports.ts';
import { placeOf } from '../files/parse-document.ts';

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

/** Operations of one text, and what stands in their way. */
export interface FoundOperations {
  readonly operations: readonly OperationSource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the operations of one text have in common. */
export interface OperationContext extends Pick<
  OperationSource,
  'fallbackName' | 'origin' | 'place' | 'persistedId'
> {
  readonly scope: FragmentScope;
  /** Operations of the last load, by their node: kept where nothing about them changed. */
  readonly known: WeakMap<OperationDefinitionNode, OperationSource>;
}

/**
 * Makes operation sources of the definitions of one text. Subscriptions are among them: what becomes
 * a tool is decided by who compiles.
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
  const { scope, known, fallbackName, origin, persistedId } = context;
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

/** Looks for a spread, however deep, of a name that means different fragments. */
function findUnclearSpread(
  operation: OperationDefinitionNode,
  { scope, place, fallbackName }: OperationContext,
): Diagnostic | undefined {
  if (scope.ambiguous.size === 0) return undefined;
  const name = operation.name?.value ?? fallbackName;
  const queue: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  const seen = new Set<string>();
  for (const node of queue) {
    for (const spread of spreadsOf(node)) {
      const fragment = spread.name.value;
      const meanings = scope.ambiguous.get(fragment);
      if (meanings) return reportUnclear(name, spread, meanings, placeOf(spread) ?? place);
      const definition = scope.fragments.get(fragment);
      if (definition && !seen.has(fragment)) queue.push(definition);
      seen.add(fragment);
    }
  }
  return undefined;
}

function spreadsOf(node: OperationDefinitionNode | FragmentDefinitionNode) {
  const spreads: FragmentSpreadNode[] = [];
  visit(node, {
    FragmentSpread(spread) {
      spreads.push(spread);
    },
  });
  return spreads;
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
