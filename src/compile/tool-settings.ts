import type { OperationDefinitionNode } from 'graphql';
import type { ParamOptions, ToolOptions } from '../config/upstream-options.ts';
import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { ownMember } from '../core/json.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOf } from '../load/files/parse-document.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { mcpParam, mcpTool, readDirective } from './directives.ts';
import { compileDiagnostic } from './model/diagnostics.ts';
import type { ParamSettings } from './model/settings.ts';

/** The settings of one operation, from the configuration and from its directives. */
export interface ToolSettings {
  readonly options: Omit<ToolOptions, 'params'>;
  /** By variable name; only variables with settings. */
  readonly params: ReadonlyMap<string, ParamSettings>;
  /** Whether the operation has `@mcpTool`, or settings in the configuration. */
  readonly isExplicit: boolean;
  /** The place of `name`, or else of the operation. */
  readonly namePlace: Place;
  /** With an error, the operation is not served. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads `@mcpTool` and `@mcpParam`; the configuration overrides them.
 *
 * Operations are validated without these directives, so that an error in one is reported once.
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
    isExplicit: written.isPresent || configured !== undefined,
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
    const declaredAt = placeOf(definition) ?? place;
    const written = readDirective(definition, mcpParam, declaredAt);
    const override = ownMember(configured, name) as ParamOptions | undefined;
    diagnostics.push(...written.diagnostics);
    if (!written.isPresent && !override) continue;
    settings.set(name, {
      options: { ...(written.values as ParamOptions), ...override },
      placeOf: (option) => written.places.get(option) ?? declaredAt,
    });
  }
  return { settings, diagnostics };
}

function unknownParams(
  { variableDefinitions = [] }: OperationDefinitionNode,
  configured: object,
  place: Place,
): readonly Diagnostic[] {
  const declared = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.keys(configured)
    .filter((name) => !declared.includes(name))
    .map((name) =>
      compileDiagnostic(
        'PARAM_UNKNOWN',
        `The configuration has settings for $${name}, which the operation does not declare.${didYouMean(name, declared)}`,
        { place },
      ),
    );
}
