import {
  OperationTypeNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { createFragmentFinder, createNestingCheck, maxNesting } from './fragments.ts';
import { compileDiagnostic, maxReportedErrors, type CompileCode } from './model/diagnostics.ts';
import type { Definitions } from './model/scopes.ts';
import type { CompileSettings } from './model/settings.ts';
import { createStripper } from './sent.ts';
import { readToolSettings, type ToolSettings } from './tool-settings.ts';

/** An operation to compile: its source, and what is known without looking at its types. */
export interface Operation {
  /** As written, but without variables that are not sent. */
  readonly source: OperationSource;
  /** The operation's name, or a GraphQL name derived from the name of its file. */
  readonly name: string;
  readonly rootType: GraphQLObjectType;
  readonly settings: ToolSettings;
  /** The fragments that the operation uses, as written. */
  readonly fragments: readonly FragmentDefinitionNode[];
  /** The definitions sent upstream. */
  readonly sent: Definitions;
}

/** An operation, or the reasons why it cannot become a tool. */
export type OperationResult =
  | { readonly ok: true; readonly operation: Operation }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Creates the function that reads operations; those that share fragments share what is read of them. */
export function createOperationReader(
  schema: GraphQLSchema,
  settings: CompileSettings,
): (source: OperationSource) => OperationResult {
  const findFragments = createFragmentFinder();
  const nestsTooDeeply = createNestingCheck();
  const strip = createStripper();
  return (source) => {
    const name = operationNameOf(source);
    const kind = source.operation.operation;
    const rootType = schema.getRootType(kind);
    if (kind === OperationTypeNode.SUBSCRIPTION) return skipped(subscription(source, name));
    if (!rootType) return skipped(rootMissing(source, name));
    const toolSettings = readToolSettings(source, settings.tools.get(name));
    const unserved = checkMutation(source, name, toolSettings, settings);
    if (unserved) return skipped(unserved);
    const errors = toolSettings.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return skipped(...errors);
    const { fragments, missing } = findFragments(source.operation, source.fragments);
    if (missing.length > 0) return skipped(...missingFragments(source, name, missing));
    if (nestsTooDeeply(source.operation.selectionSet, source.fragments)) {
      return skipped(tooDeep(source, name));
    }
    const sent = strip({ operation: source.operation, fragments }, name);
    const operation: Operation = {
      source: withSentVariables(source, sent),
      name,
      rootType,
      settings: toolSettings,
      fragments,
      sent,
    };
    return { ok: true, operation };
  };
}

function skipped(...diagnostics: readonly Diagnostic[]): OperationResult {
  return { ok: false, diagnostics };
}

/**
 * Returns the name an operation is sent under: its own, or the name of its file with `_` in place of
 * characters that GraphQL does not allow.
 */
export function operationNameOf({
  operation,
  fallbackName,
}: Pick<OperationSource, 'operation' | 'fallbackName'>): string {
  if (operation.name) return operation.name.value;
  const name = fallbackName.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** Removes the variables that are not sent because only `@defer` or `@stream` used them. */
function withSentVariables(source: OperationSource, sent: Definitions): OperationSource {
  const { operation } = source;
  const written = operation.variableDefinitions ?? [];
  const kept = sent.operation.variableDefinitions ?? [];
  if (kept.length === written.length) return source;
  const names = new Set(kept.map(({ variable }) => variable.name.value));
  const variableDefinitions = written.filter(({ variable }) => names.has(variable.name.value));
  return { ...source, operation: { ...operation, variableDefinitions } };
}

function subscription(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_SUBSCRIPTION',
    `"${name}" is a subscription, which sends many results; a tool returns one.`,
  );
}

function rootMissing(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_ROOT_MISSING',
    `"${name}" is a ${source.operation.operation}, but the schema has no root type for it.`,
  );
}

/** Reports a mutation that the configuration does not allow. */
function checkMutation(
  source: OperationSource,
  name: string,
  { isExplicit }: ToolSettings,
  { mutations, manifestMutations = 'none' }: CompileSettings,
): Diagnostic | undefined {
  if (source.operation.operation !== OperationTypeNode.MUTATION) return undefined;
  const fromManifest = source.origin === 'manifest';
  const served = fromManifest ? manifestMutations : mutations;
  if (served === 'all' || (served === 'explicit' && isExplicit)) return undefined;
  const mutation = fromManifest ? 'mutation of a manifest' : 'mutation';
  return served === 'none'
    ? refusal(
        source,
        name,
        'MUTATION_NOT_SERVED',
        `"${name}" is a ${mutation}, and the configuration serves none.`,
        'Set `mutations: explicit` or `mutations: all` to serve them.',
      )
    : refusal(
        source,
        name,
        'MUTATION_NOT_SERVED',
        `"${name}" is a ${mutation} without @mcpTool.`,
        'Add @mcpTool to it, or name it under `tools` in the configuration.',
      );
}

function missingFragments(
  source: OperationSource,
  name: string,
  missing: readonly string[],
): readonly Diagnostic[] {
  return missing
    .slice(0, maxReportedErrors)
    .map((fragment) =>
      refusal(
        source,
        name,
        'OPERATION_FRAGMENT_UNKNOWN',
        `"${name}" uses the fragment "${fragment}", which is not defined in its scope.${didYouMean(fragment, source.fragments.keys())}`,
      ),
    );
}

function tooDeep(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_TOO_DEEP',
    `"${name}" nests fields and fragments more than ${maxNesting} levels deep.`,
  );
}

function refusal(
  { place }: OperationSource,
  tool: string,
  code: CompileCode,
  message: string,
  hint?: string,
): Diagnostic {
  return compileDiagnostic(code, message, { hint, place, tool });
}
