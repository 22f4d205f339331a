import type { Diagnostic } from '../core/diagnostic.ts';
import type { Catalog, Tool } from '../core/tool.ts';

/** What `inspect --json` prints: every tool as clients see it, and what did not become one. */
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

/** Describes a catalog as JSON; a tool without an output schema has no such member. */
export function inspectJson({ tools, skipped }: Catalog): InspectJson {
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
