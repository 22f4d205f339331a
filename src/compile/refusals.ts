import { OperationTypeNode } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOfError } from '../load/files/parse-document.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { type CompileCode, compileDiagnostic } from './model/diagnostics.ts';
import { maxNesting } from './nesting.ts';
import type { CompileSettings } from './model/settings.ts';
import type { ToolSettings } from './tool-options.ts';
import type { Violation } from './validate/run-checks.ts';

/** Says that an operation is a subscription. */
export function refuseSubscription(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_SUBSCRIPTION',
    `"${name}" is a subscription, which answers many times; a tool answers once.`,
    'Offer a query that returns the current state.',
  );
}

/** Says that the schema cannot run operations of this kind. */
export function refuseRootless(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_ROOT_MISSING',
    `"${name}" is a ${source.operation.operation}, and the schema has no type for those.`,
    'Remove the operation, or add the root type to the schema.',
  );
}

/** Says why a mutation may not be served, as far as the configuration goes; or nothing. */
export function refuseMutation(
  source: OperationSource,
  name: string,
  { isExplicit }: ToolSettings,
  { mutations, manifestMutations = 'none' }: CompileSettings,
): Diagnostic | undefined {
  if (source.operation.operation !== OperationTypeNode.MUTATION) return undefined;
  const fromManifest = source.origin === 'manifest';
  const served = fromManifest ? manifestMutations : mutations;
  if (served === 'all' || (served === 'explicit' && isExplicit)) return undefined;
  const ofManifest = fromManifest ? ' of a manifest' : '';
  return refusal(
    source,
    name,
    'MUTATION_NOT_SERVED',
    served === 'none'
      ? `"${name}" is a mutation${ofManifest}, and those are not served.`
      : `"${name}" is a mutation${ofManifest} that is not marked with @mcpTool.`,
    served === 'none'
      ? 'Set `mutations: explicit` or `mutations: all` to serve them.'
      : 'Mark it with @mcpTool, or name it under `tools` in the configuration.',
  );
}

/** Says which fragments nobody defines that an operation spreads. */
export function refuseMissingFragments(
  source: OperationSource,
  name: string,
  missing: readonly string[],
): readonly Diagnostic[] {
  return missing
    .slice(0, maxTold)
    .map((fragment) =>
      refusal(
        source,
        name,
        'OPERATION_FRAGMENT_UNKNOWN',
        `"${name}" uses the fragment "${fragment}", which is not defined in its reach.${didYouMean(fragment, source.fragments.keys())}`,
        'Define the fragment, correct its name, or #import the file that has it.',
      ),
    );
}

/** Says that an operation nests too deeply. */
export function refuseDeep(source: OperationSource, name: string): Diagnostic {
  return refusal(
    source,
    name,
    'OPERATION_TOO_DEEP',
    `"${name}" nests fields and fragments more than ${maxNesting} levels deep.`,
    'Select fewer levels.',
  );
}

/** Errors of one operation that are told one by one; the last of them says how many there are. */
const maxTold = 5;

/** Says what is wrong with an operation that does not fit the schema, where it is wrong. */
export function refuseInvalid(
  source: OperationSource,
  name: string,
  violations: readonly Violation[],
): readonly Diagnostic[] {
  const rest = violations.length - maxTold;
  return violations.slice(0, maxTold).map(({ check, error }, at) => {
    const more = rest > 0 && at === maxTold - 1 ? ` (${violations.length} errors in all.)` : '';
    const place = placeOfError(error) ?? source.place;
    const message = `${error.message}${more}`;
    return compileDiagnostic(check.code, message, { hint: check.hint, place, tool: name });
  });
}

function refusal(
  source: OperationSource,
  tool: string,
  code: CompileCode,
  message: string,
  hint: string,
): Diagnostic {
  return compileDiagnostic(code, message, { hint, place: source.place, tool });
}
