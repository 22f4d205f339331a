import type { GraphQLSchema } from 'graphql';
import type { Catalog, Tool } from '../../core/tool.ts';
import type { Cause, Change } from '../diff/change.ts';
import { isAskedAlike } from './asked-alike.ts';
import { coordinatesAt, type Coordinate } from './coordinates-at.ts';
import { diffSlices, type SchemaChange } from './diff-slices.ts';
import { createDocumentReader, type DocumentReader } from '../surface/read-document.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';

/** What causes are looked for in. */
export interface ExplainContext {
  readonly old: Surface;
  readonly next: Surface;
  readonly catalog: Catalog;
  /** The schemas as they are now, by upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
}

/**
 * Ties each change to what made it, the most likely first.
 *
 * 1. a finding of the compiler, where the operation is no longer a tool
 * 2. changes of the schema at the coordinates that the changed path leads to, or at those above
 * 3. an edit of the operation, when it asks for something else than before; not where a change of the
 *    schema explains what changed, and the operation asks for the same there
 * 4. else the configuration, or another version of the gateway
 *
 * The schema as it was is known from the part of it that the surface keeps.
 */
export async function explainChanges(
  changes: readonly Change[],
  context: ExplainContext,
): Promise<readonly Change[]> {
  const schemaChanges = new Map<string, readonly SchemaChange[]>();
  const readDocument = createDocumentReader();
  for (const [upstream, schema] of context.schemas) {
    const earlier = context.old.schemas.get(upstream) ?? [];
    const next = context.next.schemas.get(upstream) ?? [];
    schemaChanges.set(upstream, await diffSlices(earlier, next, schema));
  }
  const search: Search = { ...context, schemaChanges, readDocument };
  return changes.map((change) => ({ ...change, causes: causesOf(change, search) }));
}

interface Search extends ExplainContext {
  /** By upstream. */
  readonly schemaChanges: ReadonlyMap<string, readonly SchemaChange[]>;
  readonly readDocument: DocumentReader;
}

function causesOf(change: Change, context: Search): readonly Cause[] {
  const old = context.old.tools.get(change.tool);
  const tool = context.catalog.tools.get(change.nowCalled ?? change.tool);
  if (!tool) return whyGone(change, old, context);
  if (change.code === 'TOOL_ADDED') return [added(tool)];
  const changes = context.schemaChanges.get(tool.upstream) ?? [];
  const levels = changes.length === 0 ? [] : levelsOf(change, tool, context);
  const [closest = [], ...above] = levels.map((level) => causesWithin(level, changes));
  const now = context.next.tools.get(tool.name);
  if (isEdited(change, old, now)) {
    const isExplained = closest.length > 0 && isAskedAlike(change, old, now);
    return isExplained ? closest : [...closest, editedAt(tool, old, change)];
  }
  const [nearest] = [closest, ...above].filter((found) => found.length > 0);
  return nearest ?? [otherCause(context, tool)];
}

/** The tool is gone: the compiler refused its operation, or there is none any more. */
function whyGone(
  { tool }: Change,
  old: SurfaceTool | undefined,
  { catalog }: ExplainContext,
): readonly Cause[] {
  const operation = old?.inside?.operation ?? tool;
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

function levelsOf(
  { position, path = '' }: Change,
  tool: Tool,
  { schemas, readDocument }: Search,
): readonly (readonly Coordinate[])[] {
  const schema = schemas.get(tool.upstream);
  if (position === undefined || schema === undefined) return [];
  return coordinatesAt(tool, readDocument(tool.operation.document), schema, position, path);
}

function causesWithin(
  level: readonly Coordinate[],
  changes: readonly SchemaChange[],
): readonly Cause[] {
  const found = changes.filter(({ coordinate }) =>
    level.some(({ at, below }) => coordinate === at || (below && coordinate.startsWith(`${at}.`))),
  );
  return found.map(({ message, coordinate, place }) => ({
    kind: 'schema',
    message,
    coordinate,
    ...(place && { place }),
  }));
}

/** What is asked and answered does not follow from the operation's name. */
function isEdited(
  { position }: Change,
  old: SurfaceTool | undefined,
  next: SurfaceTool | undefined,
): boolean {
  if (!old?.inside || !next?.inside) return false;
  const { operation, operationHash } = old.inside;
  if (operationHash !== next.inside.operationHash) return true;
  return position === undefined && operation !== next.inside.operation;
}

function added({ operation, place }: Tool): Cause {
  return { kind: 'operation', message: `Operation ${operation.name} was added.`, place };
}

function editedAt(
  { operation, place }: Tool,
  old: SurfaceTool | undefined,
  { nowCalled }: Change,
): Cause {
  const { operation: before = operation.name } = old?.inside ?? {};
  if (before === operation.name) {
    return { kind: 'operation', message: `Operation ${operation.name} was edited.`, place };
  }
  const called = `Operation ${before} is called ${operation.name} now`;
  const message = nowCalled === undefined ? `${called}, or another took its place.` : `${called}.`;
  return { kind: 'operation', message, place };
}

/** Neither the operation nor what it uses of the schema changed, descriptions aside. */
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
