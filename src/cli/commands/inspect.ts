import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import type { Catalog, Tool } from '../../core/tool.ts';
import { readCatalogOnce } from '../../gateway/read-catalog.ts';
import { findTool, exitCodes } from '../command/errors.ts';
import { switchOption, type CliCommand } from '../command/command.ts';
import { createPrinter, printTable, type Printer } from '../output/printer.ts';
import { printCatalog, printNotes } from '../output/catalog.ts';
import { addSourceOptions, loadSources } from '../sources/sources.ts';

/** Shows the tools without serving them. */
export const inspectCommand: CliCommand = {
  name: 'inspect',
  examples: [
    ['graphql-mcp-gateway inspect', 'List tools, skipped operations, warnings and notes.'],
    ['graphql-mcp-gateway inspect searchTitles', 'Show one tool in full.'],
    ['graphql-mcp-gateway inspect --json --strict', 'Print JSON; fail if an operation is skipped.'],
  ],
  configure(command) {
    command
      .description('Show the tools to be served, and skipped operations with reasons.')
      .argument('[tool]', 'Name of a tool to show in full.')
      .option('--json', 'Print JSON: { tools, skipped }.');
    addSourceOptions(command, false);
  },
  async run({ context, args: [name], options }) {
    const loaded = await loadSources(context, options);
    // no endpoint is needed without calls
    const { catalog, findings } = await readCatalogOnce({ ...loaded, env: context.env });
    const diagnostics = [...loaded.diagnostics, ...catalog.diagnostics, ...findings];
    const selection = name === undefined ? catalog : only(findTool(catalog, name), catalog);
    const printer = createPrinter(context.output);
    if (switchOption(options, 'json'))
      printer.line(JSON.stringify(catalogJson(selection), null, 2));
    else if (name === undefined) {
      printCatalog(printer, catalog, diagnostics, Infinity);
      printNotes(printer, diagnostics);
    } else for (const tool of selection.tools.values()) printTool(printer, tool);
    return loaded.config.strict && !isComplete(catalog, diagnostics)
      ? exitCodes.findings
      : exitCodes.ok;
  },
};

/** Returns whether there are tools, and `strict` accepts the catalog. */
function isComplete({ tools, skipped }: Catalog, diagnostics: readonly Diagnostic[]): boolean {
  const errors = [...skipped, ...diagnostics].filter(({ severity }) => severity === 'error');
  return tools.size > 0 && errors.length === 0;
}

/** Reduces a catalog to one tool. */
function only(tool: Tool, catalog: Catalog): Catalog {
  return { ...catalog, tools: new Map([[tool.name, tool]]), skipped: [], skippedCount: 0 };
}

function printTool(printer: Printer, tool: Tool): void {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
  const facts: readonly (readonly [string, string])[] = [
    ['title', tool.title],
    ['operation', `${tool.operation.kind} ${tool.operation.name}`],
    ['source', formatPlace(tool.place)],
    ['read-only', yesNo(readOnlyHint)],
    ['destructive', yesNo(destructiveHint)],
    ['idempotent', yesNo(idempotentHint)],
    ['open world', yesNo(openWorldHint)],
    ['scopes', tool.scopes.join(' ') || 'none'],
    ['tokens', `about ${tool.estimatedTokens.toLocaleString('en-US')}`],
  ];
  printer.line(printer.style('bold', tool.name));
  printTable(
    printer,
    facts.map(([fact, text]) => [{ text: fact, style: 'dim' }, { text }]),
  );
  printPart(printer, 'Description', tool.description);
  printPart(printer, 'Input', JSON.stringify(tool.inputSchema, null, 2));
  printPart(printer, 'Output', JSON.stringify(tool.outputSchema, null, 2) ?? 'text only');
  printPart(printer, 'Document', tool.operation.document);
}

function printPart(printer: Printer, title: string, text: string): void {
  printer.line();
  printer.line(printer.style('dim', `${title}:`));
  printer.line(text);
}

function yesNo(hint: boolean): string {
  return hint ? 'yes' : 'no';
}

/** The output of `inspect --json`: tools as clients see them, and skipped operations. */
export interface InspectJson {
  readonly tools: readonly InspectedTool[];
  readonly skipped: readonly InspectedSkip[];
}

type InspectedTool = Pick<
  Tool,
  | 'name'
  | 'title'
  | 'description'
  | 'annotations'
  | 'inputSchema'
  | 'outputSchema'
  | 'estimatedTokens'
> & {
  /** Name of the operation, as sent upstream. */
  readonly operation: string;
  readonly kind: 'query' | 'mutation';
  readonly source: { readonly file: string; readonly line: number };
  /** The document that is sent upstream. */
  readonly document: string;
};

interface InspectedSkip {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly reason: string;
  readonly hint: string;
}

/** Converts a catalog to JSON; a tool without an output schema has no such member. */
export function catalogJson({ tools, skipped }: Catalog): InspectJson {
  return { tools: [...tools.values()].map(inspectTool), skipped: skipped.map(inspectSkip) };
}

function inspectTool(tool: Tool): InspectedTool {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  return {
    name,
    operation: tool.operation.name,
    kind: tool.operation.kind,
    source: { file: tool.place.file, line: tool.place.line },
    title,
    description,
    annotations,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    document: tool.operation.document,
    estimatedTokens: tool.estimatedTokens,
  };
}

function inspectSkip({ place, code, message, hint }: Diagnostic): InspectedSkip {
  return { ...place, code, reason: message, hint };
}
