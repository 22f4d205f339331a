import type { GraphQLSchema } from 'graphql';
import type { Catalog, Tool } from '../../core/tool.ts';
import type { Cause, Change } from '../diff/change.ts';
import {
  createContractPaths,
  type ContractPaths,
  type PathElements,
} from '../surface/contract-paths.ts';
import { schemaChanges, type SchemaChange } from './schema-changes.ts';
import type { Surface, SurfaceTool, UsedSchema } from '../surface/surface.ts';

/** Where causes are searched. */
export interface ExplainContext {
  readonly old: Surface;
  readonly next: Surface;
  readonly catalog: Catalog;
  /** The schemas as they are now, by upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
}

/**
 * Adds the causes of each change, the most likely first.
 *
 * 1. a diagnostic of the compiler, if the operation is no longer a tool
 * 2. changes of the schema at the coordinates that the changed path leads to, or at those above
 * 3. an edit of the operation, if it selects something else than before; not if a change of the schema
 *    explains the change, and the selection at its path is the same
 * 4. otherwise the configuration, or another version of the gateway
 */
export function explainChanges(
  changes: readonly Change[],
  context: ExplainContext,
): readonly Change[] {
  const { old, next, schemas } = context;
  const changesOf = new Map(
    [...schemas].map(([upstream, schema]) => [
      upstream,
      schemaChanges(old.schemas.get(upstream), next.schemas.get(upstream), schema),
    ]),
  );
  const paths = { old: createContractPaths(old), next: createContractPaths(next) };
  const search: Search = { ...context, changesOf, paths };
  return changes.map((change) => ({ ...change, causes: causesOf(change, search) }));
}

interface Search extends ExplainContext {
  /** By upstream. */
  readonly changesOf: ReadonlyMap<string, readonly SchemaChange[]>;
  readonly paths: { readonly old: ContractPaths; readonly next: ContractPaths };
}

function causesOf(change: Change, search: Search): readonly Cause[] {
  const old = search.old.tools.get(change.tool);
  const tool = search.catalog.tools.get(change.nowCalled ?? change.tool);
  if (!tool) return causesOfRemoval(change, old, search);
  if (change.code === 'TOOL_ADDED') return [added(tool)];
  const now = search.next.tools.get(tool.name);
  const changes = search.changesOf.get(tool.upstream) ?? [];
  const [closest = [], ...above] = levelsOf(change, old, now, search)
    .map((level) => causesAt(level, changes, search.next.schemas.get(tool.upstream)))
    .reverse();
  if (isEdited(change, old, now)) {
    const isExplained = closest.length > 0 && isSelectionUnchanged(change, old, now, search);
    return isExplained ? closest : [...closest, editedAt(tool, old, change)];
  }
  const [nearest] = [closest, ...above].filter((causes) => causes.length > 0);
  if (nearest) return nearest;
  // without a contract, it is not known whether the schema changed
  return change.position && !old?.contract ? [] : [otherCause(search, tool)];
}

/** The compiler refused the operation, or there is none any more. */
function causesOfRemoval(
  { tool }: Change,
  old: SurfaceTool | undefined,
  { catalog }: ExplainContext,
): readonly Cause[] {
  const operation = old?.internal?.operation ?? tool;
  const found = catalog.skipped.filter((finding) => [tool, operation].includes(finding.tool ?? ''));
  if (found.length === 0) {
    return [{ kind: 'operation', message: `Operation ${operation} is not among the sources.` }];
  }
  return found.map(({ message, place }) => ({
    kind: 'diagnostic',
    message,
    ...(place && { place }),
  }));
}

/** The elements of both schemas along the changed path, the root first. */
function levelsOf(
  { position, path = '' }: Change,
  old: SurfaceTool | undefined,
  now: SurfaceTool | undefined,
  { paths }: Search,
): readonly PathElements[] {
  if (position === undefined) return [];
  const before = old ? paths.old.elements(old, position, path) : [];
  const after = now ? paths.next.elements(now, position, path) : [];
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) => ({
    fields: [...(before[index]?.fields ?? []), ...(after[index]?.fields ?? [])],
    types: [...(before[index]?.types ?? []), ...(after[index]?.types ?? [])],
  }));
}

/** Whether the operation selects the same at the changed path, or passes an argument of the same type. */
function isSelectionUnchanged(
  { position, path = '' }: Change,
  old: SurfaceTool | undefined,
  now: SurfaceTool | undefined,
  { paths }: Search,
): boolean {
  if (position === undefined || !old || !now) return false;
  const before = paths.old.selection(old, position, path);
  return before !== undefined && before === paths.next.selection(now, position, path);
}

function causesAt(
  { fields, types }: PathElements,
  changes: readonly SchemaChange[],
  used: UsedSchema | undefined,
): readonly Cause[] {
  const found = changes.filter(
    ({ coordinate }) =>
      fields.some((field) => coordinate === field || coordinate.startsWith(`${field}(`)) ||
      types.some((type) => coordinate === type || isMemberThatCounts(coordinate, type, used)),
  );
  return found.map(({ message, coordinate, place }) => ({
    kind: 'schema',
    message,
    coordinate,
    ...(place && { place }),
  }));
}

/** The values of an enum decide about a place of its type, and so do the fields of a one-of input. */
function isMemberThatCounts(
  coordinate: string,
  type: string,
  used: UsedSchema | undefined,
): boolean {
  if (!coordinate.startsWith(`${type}.`)) return false;
  const lines = used?.coordinates ?? [];
  return (
    lines.includes(`${type}: @oneOf`) ||
    lines.some((line) => line.startsWith(`${type}.`) && !line.includes(':'))
  );
}

/** Arguments and results do not depend on the operation's name. */
function isEdited(
  { position }: Change,
  old: SurfaceTool | undefined,
  next: SurfaceTool | undefined,
): boolean {
  if (!old?.internal || !next?.internal) return false;
  const { operation, operationHash } = old.internal;
  if (operationHash !== next.internal.operationHash) return true;
  return position === undefined && operation !== next.internal.operation;
}

function added({ operation, place }: Tool): Cause {
  return { kind: 'operation', message: `Operation ${operation.name} was added.`, place };
}

function editedAt(
  { operation, place }: Tool,
  old: SurfaceTool | undefined,
  { nowCalled }: Change,
): Cause {
  const { operation: before = operation.name } = old?.internal ?? {};
  if (before === operation.name) {
    return { kind: 'operation', message: `Operation ${operation.name} was edited.`, place };
  }
  const called = `Operation ${before} is called ${operation.name} now`;
  const message = nowCalled === undefined ? `${called}, or another took its place.` : `${called}.`;
  return { kind: 'operation', message, place };
}

/** Neither the operation nor its part of the schema changed, descriptions aside. */
function otherCause({ old, next }: ExplainContext, { place }: Tool): Cause {
  if (old.profile !== undefined && old.profile !== next.profile) {
    const message = `The profile was ${old.profile}, and is ${next.profile} now.`;
    return { kind: 'configuration', message };
  }
  if (old.gateway !== next.gateway) {
    const message = `The gateway was ${old.gateway}, and is ${next.gateway} now.`;
    return { kind: 'gateway', message };
  }
  const message = 'A description, a directive of the gateway, or the configuration changed.';
  return { kind: 'configuration', message, place };
}
