import type { PartialResults } from '../core/tool.ts';

/** What configuration says of one tool: the same as `@mcpTool` and `@mcpParam`. */
export interface ToolOptions {
  /** Name of the tool, instead of the operation's. */
  readonly name?: string;
  /** Title that people see. */
  readonly title?: string;
  /** What the tool does, for the model. */
  readonly description?: string;
  /** Whether the tool changes nothing. @default true for queries, false for mutations */
  readonly readOnly?: boolean;
  /** Whether the tool may destroy or overwrite something. @default false for queries, true for mutations */
  readonly destructive?: boolean;
  /** Whether calling twice does no more than calling once. @default true for queries, false for mutations */
  readonly idempotent?: boolean;
  /** Whether the tool reaches beyond a closed set of data, such as the web. @default true */
  readonly openWorld?: boolean;
  /** Whether data together with errors counts as an error of the call. @default 'REJECT' */
  readonly partialResults?: PartialResults;
  /** Scopes that a caller needs, all of them. @default [] */
  readonly scopes?: readonly string[];
  /** Words to sort tools by; clients do not see them. @default [] */
  readonly tags?: readonly string[];
  /** Whether the tool is left out of `tools/list`; it can still be called by name. @default false */
  readonly hidden?: boolean;
  /** Deadline of a call of this tool, in milliseconds. @default the upstream's `timeoutMs` */
  readonly timeoutMs?: number;
  /** Fields of the answer that clients are shown as pictures, sound or files. @default [] */
  readonly content?: readonly ContentOptions[];
  /** Settings of arguments, by variable name. */
  readonly params?: { readonly [variable: string]: ParamOptions };
}

/** A field of the answer that is a picture, a sound or a file. */
export interface ContentOptions {
  /** Response names from the root down, joined by dots: `movie.poster`. */
  readonly field: string;
  /** What it is: `image/png`. Bytes are read as Base64, `text/*` as it is. */
  readonly mimeType: string;
}

/** What configuration says of one variable: the same as `@mcpParam`. */
export interface ParamOptions {
  /** Name of the argument, instead of the variable's. */
  readonly name?: string;
  /** What the argument means, for the model. */
  readonly description?: string;
  /** Values that show the model what is meant. */
  readonly examples?: readonly unknown[];
  /** Protocol revision 2026-07-28: clients mirror the argument in header `Mcp-Param-<this>`. */
  readonly mcpHeader?: string;
  /** Takes the value from this claim of the caller's token; the model never sees the argument. */
  readonly fromClaim?: string;
  /** Takes the value from this header of the caller's request; the model never sees the argument. */
  readonly fromHeader?: string;
  /** Takes the value from this environment variable; the model never sees the argument. */
  readonly fromEnv?: string;
}
