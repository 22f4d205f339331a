import type { GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { placeOfError } from '../load/files/parse-document.ts';
import { compileDiagnostic, maxReportedErrors } from './model/diagnostics.ts';
import { profileRules } from './model/profiles.ts';
import { scopesOf, type OperationScope } from './model/scopes.ts';
import type { CompileSettings } from './model/settings.ts';
import type { Operation } from './operation.ts';
import { createOutputWriter } from './output/output-schema.ts';
import { createShapes } from './output/shapes.ts';
import { createToolCompiler, type CompiledTool, type ToolCompiler } from './tool.ts';
import { conflictCheck } from './validate/checks.ts';
import { fieldsAreUnambiguous } from './validate/overlapping-fields.ts';
import type { Violation } from './validate/run-checks.ts';
import { validateScope } from './validate/validate-scope.ts';

/** A compiled tool, or the reasons why there is none. */
export type CompileResult =
  | { readonly ok: true; readonly tool: CompiledTool }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Validates operations against the schema, and compiles those that are valid. */
export function compileOperations(
  operations: readonly Operation[],
  schema: GraphQLSchema,
  settings: CompileSettings,
): ReadonlyMap<Operation, CompileResult> {
  const compileTool = createToolCompiler(schema, settings);
  return new Map(
    scopesOf(operations).flatMap((scope) => {
      const compile = createScopeCompiler(scope, compileTool, schema, settings);
      return scope.operations.map((operation) => [operation, compile(operation)] as const);
    }),
  );
}

function createScopeCompiler(
  scope: OperationScope<Operation>,
  compileTool: ToolCompiler,
  schema: GraphQLSchema,
  settings: CompileSettings,
): (operation: Operation) => CompileResult {
  const violationsOf = validateScope(schema, scope);
  const context = { schema, fragments: scope.fragments };
  const shapes = createShapes(context, settings.scalars);
  const { abstractOutput } = profileRules[settings.profile];
  const budget = { nodes: settings.maxSchemaNodes, bytes: settings.maxSchemaBytes };
  const outputWriter = createOutputWriter(shapes, abstractOutput, budget);
  return (operation) => {
    const { rootType, sent } = operation;
    const violations = tolerate(violationsOf(sent), settings, () =>
      fieldsAreUnambiguous(context, shapes, shapes.root(rootType, sent.operation.selectionSet)),
    );
    if (violations.length > 0) {
      return { ok: false, diagnostics: reportViolations(operation, violations) };
    }
    const tool = compileTool(operation, outputWriter);
    const errors = tool.diagnostics.filter(({ severity }) => severity === 'error');
    return errors.length > 0 ? { ok: false, diagnostics: errors } : { ok: true, tool };
  };
}

/** With `validation: lenient`, removes conflicts of fields if each name means one field on each type. */
function tolerate(
  violations: readonly Violation[],
  { validation }: CompileSettings,
  isUnambiguous: () => boolean,
): readonly Violation[] {
  if (violations.length === 0 || validation === 'strict') return violations;
  const others = violations.filter(({ check }) => check !== conflictCheck);
  if (others.length > 0) return others;
  return isUnambiguous() ? [] : violations;
}

/** Reports the first violations of an operation; the last of them includes the total. */
function reportViolations(
  { source, name }: Operation,
  violations: readonly Violation[],
): readonly Diagnostic[] {
  const total =
    violations.length > maxReportedErrors ? ` (${violations.length} errors in total.)` : '';
  return violations.slice(0, maxReportedErrors).map(({ check, error }, at) => {
    const message = `${error.message}${at === maxReportedErrors - 1 ? total : ''}`;
    const place = placeOfError(error) ?? source.place;
    return compileDiagnostic(check.code, message, { hint: check.hint, place, tool: name });
  });
}
