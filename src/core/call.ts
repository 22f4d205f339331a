import type { CallContext } from './caller.ts';
import type { Classification } from './classification.ts';
import type { Tool } from './tool.ts';

/** What is sent to a GraphQL API for one call. */
export interface GraphQLRequest {
  readonly tool: Tool;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The body of a GraphQL response, as received: nothing in it is trusted to have its right type. */
export interface GraphQLResponseBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

/**
 * What came of executing an operation.
 *
 * A `response` is a GraphQL response, with or without errors. A `validated` one has no
 * errors and matches the tool's output schema (`tool.fitsAnswer`). A `failure` is everything else that is expected to happen: no
 * answer in time, an answer that is no GraphQL response, a refused call.
 */
export type ExecutionOutcome =
  | { readonly kind: 'validated'; readonly text: string }
  | {
      readonly kind: 'response';
      readonly body: GraphQLResponseBody;
      /**
       * The JSON text that `body` was parsed from, where there is one: results are cut from it,
       * so that numbers keep every digit.
       */
      readonly text?: string;
      /** HTTP status, where the answer came over HTTP. */
      readonly status?: number;
      /** Seconds after which a retry makes sense, where the answer's headers say so. */
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly kind: 'failure';
      readonly classification: Classification;
      /** One sentence for the agent; names no host, address or token. */
      readonly message: string;
      /** What the agent should do, where the classification's own advice would mislead. */
      readonly advice?: string;
      /** Seconds after which a retry makes sense, where known. */
      readonly retryAfterSeconds?: number;
    };

/** Runs operations: over HTTP against an upstream, or in process on an executable schema. */
export interface Executor {
  /** Never rejects for anything an upstream can do; a rejection is logged as a bug. */
  execute(request: GraphQLRequest, context: CallContext): Promise<ExecutionOutcome>;
  /** Whether the API failed so often that calls fail at once; absent where nobody counts. */
  isDown?(): boolean;
  /** Ends connections; running calls are aborted. */
  close(): Promise<void>;
}

/** A block of a `CallToolResult`'s `content`. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: EmbeddedResource };

/** A file within a result: its text, or its bytes in Base64. */
export interface EmbeddedResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A `CallToolResult` before it is written for a protocol revision. */
export interface ToolResult {
  /** At least one block; a text block first. */
  readonly content: readonly ContentBlock[];
  /**
   * The envelope `{ data, errors?, extensions? }` as JSON text, inserted unchanged into the answer.
   * It validates against the tool's `outputSchema` whatever happened.
   */
  readonly structured: string;
  readonly isError: boolean;
}

/** Runs one tool: arguments in, result out. Whatever can be expected to go wrong is a result. */
export type CallTool = (tool: Tool, args: unknown, context: CallContext) => Promise<ToolResult>;
