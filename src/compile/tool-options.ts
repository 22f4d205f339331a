import type { OperationDefinitionNode } from 'graphql';
import type { ParamOptions, ToolOptions } from '../config/upstream-options.ts';
import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { ownMember } from '../core/json.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOf } from '../load/files/parse-document.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { mcpParam, mcpTool } from './directives.ts';
import type { ParamSettings } from './model/settings.ts';
import { readDirective } from './read-directive.ts';

/** What is said of one operation, in the configuration or by its directives. */
export interface ToolSettings {
  readonly options: Omit<ToolOptions, 'params'>;
  /** By variable name; only variables of which something is said. */
  readonly params: ReadonlyMap<string, ParamSettings>;
  /** Whether the operation carries `@mcpTool`, or the configuration names it. */
  readonly isExplicit: boolean;
  /** Where `name` is written, or else where the operation is. */
  readonly namePlace: Place;
  /** Errors mean that the operation is not to be served. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads `@mcpTool` and `@mcpParam`, and puts the configuration over them.
 *
 * Validate the operation *without* these directives, so that a fault in one is told once.
 */
export function readToolSettings(
  source: OperationSource,
  configured: ToolOptions | undefined,
): ToolSettings {
  const { operation, place } = source;
  const { params: configuredParams = {}, ...configuredOptions } = configured ?? {};
  const written = readDirective(operation, mcpTool, place);
  const params = readParams(operation, configuredParams, place);
  return {
    options: { ...(written.values as ToolOptions), ...configuredOptions },
    params: params.settings,
    isExplicit: written.found || configured !== undefined,
    namePlace: written.places.get('name') ?? place,
    diagnostics: [
      ...written.diagnostics,
      ...params.diagnostics,
      ...unknownParams(operation, configuredParams, place),
    ],
  };
}

function readParams(
  operation: OperationDefinitionNode,
  configured: { readonly [variable: string]: ParamOptions },
  place: Place,
): { readonly settings: Map<string, ParamSettings>; readonly diagnostics: Diagnostic[] } {
  const settings = new Map<string, ParamSettings>();
  const diagnostics: Diagnostic[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const declared = placeOf(definition) ?? place;
    const written = readDirective(definition, mcpParam, declared);
    const over = ownMember(configured, name) as ParamOptions | undefined;
    diagnostics.push(...written.diagnostics);
    if (!written.found && !over) continue;
    settings.set(name, {
      options: { ...(written.values as ParamOptions), ...over },
      placeOf: (option) => written.places.get(option) ?? declared,
    });
  }
  return { settings, diagnostics };
}

function unknownParams(
  { variableDefinitions = [] }: OperationDefinitionNode,
  configured: object,
  place: Place,
): readonly Diagnostic[] {
  const known = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.keys(configured)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: 'PARAM_UNKNOWN',
      severity: 'error',
      message: `The configuration has settings for $${name}, which the operation does not declare.${didYouMean(name, known)}`,
      hint: 'Name a variable of the operation, or remove the settings.',
      place,
    }));
}
