import { OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex } from '../core/text.ts';
import { lazy } from '../core/memo.ts';
import type { Operation, Tool } from '../core/tool.ts';
import { annotationsOf } from './annotations.ts';
import { describeTool } from './describe.ts';
import type { ContractWriter } from './contract.ts';
import { contentFieldsOf } from './content-fields.ts';
import type { WriteExecutable } from './executable.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import type { CompiledInput, InputCompiler } from './input/compile-input.ts';
import type { JsonBytes } from './model/schema-size.ts';
import type { LintTool } from './lint/lint-tool.ts';
import type { Objection, SeenTool } from './lint/seen-tool.ts';
import { sourceAsSent, type OperationUnit } from './operation-unit.ts';
import type { OutputSchema, OutputWriter } from './output/output-schema.ts';
import { titleOf } from './title.ts';
import type { ToolSettings } from './tool-options.ts';
import { createAnswerScan } from './scan/answer-scan.ts';
import { createValidator } from './model/validators.ts';

/** A tool as far as it depends on its own operation alone: without its name and place. */
export interface ToolDraft {
  readonly tool: Omit<Tool, 'name' | 'place' | 'estimatedTokens'>;
  /** Bytes of what a client sees of it, as compact JSON. */
  readonly bytes: number;
  /** SHA-256 of the same. */
  readonly hash: () => string;
  /** Whether something says what it does, beside its title. */
  readonly isDescribed: boolean;
  /** With an error among them, the operation is not to be served. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the tools of one scope are compiled with. */
export interface ToolCompiler {
  readonly upstream: string;
  readonly compileInput: InputCompiler;
  readonly outputWriter: OutputWriter;
  readonly writeExecutable: WriteExecutable;
  readonly lintTool: LintTool;
  readonly bytesOf: JsonBytes;
  readonly writeContract: ContractWriter;
}

/** Compiles one operation, which is valid against the schema. */
export function compileTool(
  compiler: ToolCompiler,
  unit: OperationUnit,
  settings: ToolSettings,
): ToolDraft {
  const { options } = settings;
  const { rootType } = unit;
  const { operation } = unit.source;
  const input = compiler.compileInput(sourceAsSent(unit), settings.params, unit.name);
  const output = compiler.outputWriter.write(rootType, unit.sent.operation.selectionSet);
  const content = contentFieldsOf(unit.sent, options.content ?? [], contextOf(unit));
  const title = titleOf(options.name ?? unit.name, options.title);
  const description = describeTool(unit.source, rootType, options, title);
  const described = {
    title,
    description: description.text,
    annotations: annotationsOf(kindOf(operation), options),
    inputSchema: input.inputSchema,
  };
  const whole = { ...described, outputSchema: output.schema };
  const { keepsOutput, objections } = compiler.lintTool(whole);
  const seen: SeenTool = keepsOutput ? whole : described;
  return {
    tool: {
      ...seen,
      operation: operationOf(compiler, unit, input, output),
      partialResults: options.partialResults ?? 'REJECT',
      scopes: options.scopes ?? [],
      tags: options.tags ?? [],
      hidden: options.hidden ?? false,
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(content.fields.length > 0 && { content: content.fields }),
      upstream: compiler.upstream,
      prepareArguments: input.prepareArguments,
      checkOutput: createValidator(keepsOutput ? output.schema : {}),
      // content blocks are made of values
      fitsAnswer: content.fields.length > 0 ? never : createAnswerScan(output.schema),
      contract: contractOf(compiler, input),
    },
    bytes: compiler.bytesOf(seen),
    hash: lazy(() => sha256Hex(JSON.stringify(seen))),
    isDescribed: description.saysMore,
    diagnostics: [...content.diagnostics, ...diagnosticsOf(unit, input, output, objections)],
  };
}

const never = () => false;

/** A function of its own, so that the closure does not hold what else the tool is compiled from. */
function contractOf(
  { writeContract }: ToolCompiler,
  { arguments: args }: CompiledInput,
): Tool['contract'] {
  return (document) => writeContract(args, document);
}

function diagnosticsOf(
  unit: OperationUnit,
  input: CompiledInput,
  output: OutputSchema,
  objections: readonly Objection[],
): readonly Diagnostic[] {
  return [
    ...input.diagnostics,
    ...objections.map(({ severity, code, message, hint }) =>
      compileDiagnostic(code, message, { severity, hint, ...contextOf(unit) }),
    ),
    ...(output.collapsed ? [collapsed(unit)] : []),
  ];
}

function kindOf({ operation }: OperationDefinitionNode): Operation['kind'] {
  return operation === OperationTypeNode.MUTATION ? 'mutation' : 'query';
}

function operationOf(
  { writeExecutable }: ToolCompiler,
  { source, name, sent }: OperationUnit,
  { bound, takesFiles }: CompiledInput,
  { rootFields }: OutputSchema,
): Operation {
  const executable = writeExecutable(sent);
  const { operation, persistedId } = source;
  return {
    name,
    kind: kindOf(operation),
    get document() {
      return executable.document;
    },
    get hash() {
      return executable.hash;
    },
    ...(persistedId !== undefined && { persistedId }),
    rootFields,
    bound,
    takesFiles,
  };
}

function collapsed(unit: OperationUnit): Diagnostic {
  const message =
    'The output schema exceeds its budget, so its innermost objects are described as open objects.';
  return compileDiagnostic('OUTPUT_SCHEMA_COLLAPSED', message, contextOf(unit));
}

function contextOf({ source, name }: OperationUnit): DiagnosticContext {
  return { place: source.place, tool: name };
}
