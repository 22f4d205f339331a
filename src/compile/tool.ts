import { OperationTypeNode, type GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex } from '../core/text.ts';
import { lazy } from '../core/memo.ts';
import type { Operation as ToolOperation, Tool } from '../core/tool.ts';
import { contentFieldsOf } from './content-fields.ts';
import { createContractWriter, type ContractWriter } from './contract.ts';
import { annotationsOf, describeTool, titleOf } from './describe.ts';
import { createInputCompiler, type CompiledInput } from './input/compile-input.ts';
import { createToolLinter, type PublishedTool } from './lint/lint-tool.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import { createJsonBytes } from './model/schema-size.ts';
import type { CompileSettings } from './model/settings.ts';
import { createValidator } from './model/validators.ts';
import type { Operation } from './operation.ts';
import type { OutputSchema, OutputWriter } from './output/output-schema.ts';
import { createAnswerScan } from './scan/answer-scan.ts';
import { requirementsOf } from './model/schema-scopes.ts';
import { createDocumentPrinter, type SentDocument } from './sent.ts';

/** A compiled operation: a tool without what depends on other operations or on the file's layout. */
export interface CompiledTool {
  readonly members: Omit<Tool, 'name' | 'place' | 'estimatedTokens'>;
  /** Bytes of what clients see of it without its name, as compact JSON. */
  readonly bytes: number;
  /** SHA-256 of the same JSON. */
  readonly hash: () => string;
  readonly isDescribed: boolean;
  /** With an error, the operation is not served. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles one operation that is valid against the schema; the writer is that of its scope. */
export type ToolCompiler = (operation: Operation, outputWriter: OutputWriter) => CompiledTool;

/** Creates the compiler for all operations of a catalog, which share what it derives from the schema. */
export function createToolCompiler(schema: GraphQLSchema, settings: CompileSettings): ToolCompiler {
  const bytesOf = createJsonBytes();
  const compileInput = createInputCompiler(schema, settings, bytesOf);
  const lintTool = createToolLinter();
  const printDocument = createDocumentPrinter();
  const writeContract = createContractWriter(schema, settings);
  return (operation, outputWriter) => {
    const { source, name, rootType, sent } = operation;
    const { options, params } = operation.settings;
    const context: DiagnosticContext = { place: source.place, tool: name };
    const input = compileInput(source, params, name);
    const output = outputWriter.write(rootType, sent.operation.selectionSet);
    const content = contentFieldsOf(sent, options.content ?? [], context);
    const title = titleOf(options.name ?? name, options.title);
    const description = describeTool(source, rootType, options, title);
    const described: PublishedTool = {
      title,
      description: description.text,
      annotations: annotationsOf(kindOf(operation), options),
      inputSchema: input.inputSchema,
    };
    const required = settings.scopesFromSchema
      ? requirementsOf(sent, schema)
      : { scopes: [], needsCaller: false };
    const complete = { ...described, outputSchema: output.schema };
    const { keepsOutput, issues } = lintTool(complete);
    const published = keepsOutput ? complete : described;
    return {
      members: {
        ...published,
        operation: toolOperationOf(operation, printDocument(sent), input, output),
        partialResults: options.partialResults ?? 'REJECT',
        scopes: [...new Set([...(options.scopes ?? []), ...required.scopes])],
        ...(required.needsCaller && { needsCaller: true }),
        tags: options.tags ?? [],
        hidden: options.hidden ?? false,
        ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
        ...(content.fields.length > 0 && { content: content.fields }),
        upstream: settings.upstream,
        prepareArguments: input.prepareArguments,
        checkOutput: createValidator(keepsOutput ? output.schema : {}),
        // content blocks need the parsed answer
        fitsAnswer: content.fields.length > 0 ? never : createAnswerScan(output.schema),
        contract: contractOf(writeContract, input),
      },
      bytes: bytesOf(published),
      hash: hashOf(published),
      isDescribed: !description.isTitle,
      diagnostics: [
        ...content.diagnostics,
        ...input.diagnostics,
        ...issues.map(({ code, message }) => compileDiagnostic(code, message, context)),
        ...(output.isTruncated ? [reportTruncation(context)] : []),
      ],
    };
  };
}

const never = () => false;

/*
 * Functions of their own, so that their closures do not hold the variables of the compiler: tools
 * outlive it, and it refers to the parsed files.
 */

function hashOf(published: PublishedTool): () => string {
  return lazy(() => sha256Hex(JSON.stringify(published)));
}

function contractOf(writeContract: ContractWriter, input: CompiledInput): Tool['contract'] {
  const args = input.arguments;
  return (document) => writeContract(args, document);
}

function kindOf({ source }: Operation): ToolOperation['kind'] {
  return source.operation.operation === OperationTypeNode.MUTATION ? 'mutation' : 'query';
}

function toolOperationOf(
  operation: Operation,
  printed: SentDocument,
  { bound, takesFiles }: CompiledInput,
  { rootFields }: OutputSchema,
): ToolOperation {
  const { name, source } = operation;
  const { persistedId } = source;
  return {
    name,
    kind: kindOf(operation),
    get document() {
      return printed.document;
    },
    get hash() {
      return printed.hash;
    },
    ...(persistedId !== undefined && { persistedId }),
    rootFields,
    bound,
    takesFiles,
  };
}

function reportTruncation(context: DiagnosticContext): Diagnostic {
  return compileDiagnostic(
    'OUTPUT_SCHEMA_COLLAPSED',
    'The output schema exceeds its budget, so its innermost objects are described as open objects.',
    context,
  );
}
