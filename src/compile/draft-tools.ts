import type { GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Candidate } from './candidate.ts';
import { compileTool, type ToolCompiler, type ToolDraft } from './compile-tool.ts';
import { createContractWriter } from './contract.ts';
import { createExecutableWriter } from './executable.ts';
import { createInputCompiler } from './input/compile-input.ts';
import { createJsonBytes } from './model/schema-size.ts';
import { createToolLinter } from './lint/lint-tool.ts';
import { scopesOf, type OperationScope } from './operation-scope.ts';
import type { OperationUnit } from './operation-unit.ts';
import { createOutputWriter } from './output/output-schema.ts';
import { createShapes } from './output/shapes.ts';
import { profileRules } from './model/profiles.ts';
import { refuseInvalid } from './refusals.ts';
import { createStripper } from './sent-definitions.ts';
import type { CompileSettings } from './model/settings.ts';
import { conflictCheck } from './validate/checks.ts';
import { namesMeanOneField } from './validate/names-mean-one-field.ts';
import type { Violation } from './validate/run-checks.ts';
import { validateScope } from './validate/validate-scope.ts';

/** A draft, or why there is none. */
export type DraftOutcome =
  | { readonly ok: true; readonly draft: ToolDraft }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** Checks candidates against the schema, and compiles those that are valid. */
export function draftTools(
  candidates: readonly Candidate[],
  schema: GraphQLSchema,
  settings: CompileSettings,
): ReadonlyMap<Candidate, DraftOutcome> {
  const strip = createStripper();
  const units = new Map<OperationUnit, Candidate>();
  for (const candidate of candidates) {
    const { source, name, rootType, reach } = candidate;
    const written = { operation: source.operation, fragments: reach.fragments };
    units.set({ source, name, rootType, sent: strip(written, name) }, candidate);
  }
  const shared = createSharedParts(schema, settings);
  const outcomes = new Map<Candidate, DraftOutcome>();
  for (const scope of scopesOf([...units.keys()])) {
    const draft = createScopeDrafter(shared, scope);
    for (const unit of scope.units) {
      const candidate = units.get(unit);
      if (candidate) outcomes.set(candidate, draft(unit, candidate));
    }
  }
  return outcomes;
}

/** What all tools of a catalog are compiled with, whatever fragments they see. */
function createSharedParts(schema: GraphQLSchema, settings: CompileSettings) {
  const bytesOf = createJsonBytes();
  return {
    schema,
    settings,
    compileInput: createInputCompiler(schema, settings, bytesOf),
    writeExecutable: createExecutableWriter(),
    lintTool: createToolLinter(),
    bytesOf,
    writeContract: createContractWriter(schema, settings),
  };
}

type DraftUnit = (unit: OperationUnit, candidate: Candidate) => DraftOutcome;

function createScopeDrafter(
  shared: ReturnType<typeof createSharedParts>,
  scope: OperationScope,
): DraftUnit {
  const { schema, settings } = shared;
  const violationsOf = validateScope(schema, scope);
  const context = { schema, fragments: scope.fragments };
  const shapes = createShapes(context, settings.scalars);
  const { abstractOutput } = profileRules[settings.profile];
  const budget = { nodes: settings.maxSchemaNodes, bytes: settings.maxSchemaBytes };
  const outputWriter = createOutputWriter(shapes, abstractOutput, budget, shared.bytesOf);
  const compiler: ToolCompiler = { ...shared, upstream: settings.upstream, outputWriter };
  return (unit, candidate) => {
    const { source, name, rootType, sent } = unit;
    const isMergeable = (): boolean =>
      namesMeanOneField(context, shapes, shapes.root(rootType, sent.operation.selectionSet));
    const counting = relax(violationsOf(unit), settings, isMergeable);
    if (counting.length > 0) return refused(refuseInvalid(source, name, counting));
    return outcomeOf(compileTool(compiler, unit, candidate.settings));
  };
}

/** `lenient` forgives fields that conflict, as long as each name means one field on each type. */
function relax(
  violations: readonly Violation[],
  { validation }: CompileSettings,
  isMergeable: () => boolean,
): readonly Violation[] {
  if (violations.length === 0 || validation === 'strict') return violations;
  const others = violations.filter(({ check }) => check !== conflictCheck);
  if (others.length > 0) return others;
  return isMergeable() ? [] : violations;
}

function outcomeOf(draft: ToolDraft): DraftOutcome {
  const errors = draft.diagnostics.filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? refused(errors) : { ok: true, draft };
}

function refused(findings: readonly Diagnostic[]): DraftOutcome {
  return { ok: false, findings };
}
