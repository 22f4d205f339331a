import { OperationTypeNode, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import type { FindReach, Reach } from './fragment-reach.ts';
import type { NestsTooDeeply } from './nesting.ts';
import { operationNameOf } from './operation-unit.ts';
import {
  refuseDeep,
  refuseMissingFragments,
  refuseMutation,
  refuseRootless,
  refuseSubscription,
} from './refusals.ts';
import type { CompileSettings } from './model/settings.ts';
import { readToolSettings, type ToolSettings } from './tool-options.ts';

/** An operation that may become a tool, as far as can be told without looking into it. */
export interface Candidate {
  readonly source: OperationSource;
  readonly name: string;
  readonly rootType: GraphQLObjectType;
  readonly settings: ToolSettings;
  readonly reach: Reach;
}

/** A candidate, or why the operation is none. */
export type Examination =
  | { readonly ok: true; readonly candidate: Candidate }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** What operations that share fragments are looked up in. */
export interface Lookups {
  readonly findReach: FindReach;
  readonly nestsTooDeeply: NestsTooDeeply;
}

/** Finds out whether an operation may become a tool. */
export function examine(
  source: OperationSource,
  schema: GraphQLSchema,
  settings: CompileSettings,
  { findReach, nestsTooDeeply }: Lookups,
): Examination {
  const name = operationNameOf(source);
  const kind = source.operation.operation;
  const rootType = schema.getRootType(kind);
  if (kind === OperationTypeNode.SUBSCRIPTION) return refused(refuseSubscription(source, name));
  if (!rootType) return refused(refuseRootless(source, name));
  const own = readToolSettings(source, settings.tools.get(name));
  const unserved = refuseMutation(source, name, own, settings);
  if (unserved) return refused(unserved);
  const errors = own.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return refused(...errors);
  const reach = findReach(source.operation, source.fragments);
  if (reach.missing.length > 0) {
    return refused(...refuseMissingFragments(source, name, reach.missing));
  }
  if (nestsTooDeeply(source.operation.selectionSet, source.fragments)) {
    return refused(refuseDeep(source, name));
  }
  return { ok: true, candidate: { source, name, rootType, settings: own, reach } };
}

function refused(...findings: readonly Diagnostic[]): Examination {
  return { ok: false, findings };
}
