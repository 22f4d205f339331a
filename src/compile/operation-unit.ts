import type { GraphQLObjectType } from 'graphql';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import type { SentDefinitions } from './sent-definitions.ts';

/** An operation on its way to becoming a tool. */
export interface OperationUnit {
  readonly source: OperationSource;
  /** The operation's name; for an anonymous one, a GraphQL name made of its file's. */
  readonly name: string;
  /** The type its root fields belong to. */
  readonly rootType: GraphQLObjectType;
  /** The operation and the fragments it uses, as they are checked, derived from and sent. */
  readonly sent: SentDefinitions;
}

/** The operation as written, but for variables that are not sent: `@defer` or `@stream` alone used them. */
export function sourceAsSent({ source, sent }: OperationUnit): OperationSource {
  const { operation } = source;
  const written = operation.variableDefinitions ?? [];
  const kept = sent.operation.variableDefinitions ?? [];
  if (kept.length === written.length) return source;
  const names = new Set(kept.map(({ variable }) => variable.name.value));
  const variableDefinitions = written.filter(({ variable }) => names.has(variable.name.value));
  return { ...source, operation: { ...operation, variableDefinitions } };
}

/**
 * The name an operation is sent under: its own, or the fallback with every character replaced that
 * GraphQL does not allow in a name.
 */
export function operationNameOf({
  operation,
  fallbackName,
}: Pick<OperationSource, 'operation' | 'fallbackName'>): string {
  if (operation.name) return operation.name.value;
  const name = fallbackName.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
