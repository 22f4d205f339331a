import type { DocumentNode } from 'graphql';
import type { Diagnostic, Place } from './diagnostic.ts';
import type { JsonSchema, ObjectSchema } from './json-schema.ts';

/** The dialect in which schemas are written for a family of clients. */
export const profiles = ['portable', 'full', 'gemini', 'openai'] as const;
export type Profile = (typeof profiles)[number];

/**
 * The hints of MCP's `ToolAnnotations`; always all four, because clients assume the worst for a
 * missing one.
 */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Whether a partial answer (data and errors) counts as an error of the call. */
export type PartialResults = 'REJECT' | 'ACCEPT';

/** A variable that is hidden from the agent: its value comes from the context of the call. */
export interface BoundVariable {
  /** The GraphQL variable's name. */
  readonly variable: string;
  readonly from: 'claim' | 'header' | 'env';
  /** The claim's, header's or environment variable's name. */
  readonly name: string;
  /** Whether a call without the value is refused. */
  readonly required: boolean;
  /** The JSON type of the variable's value. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json';
}

/** The GraphQL operation behind a tool. */
export interface Operation {
  /** Name as sent in `operationName`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /**
   * The document sent upstream: the operation and its fragments, without the gateway's directives.
   */
  readonly document: string;
  /** SHA-256 of `document`, lower-case hex: the id of automatic persisted queries. */
  readonly hash: string;
  /** The id that a persisted-query manifest gives the operation. */
  readonly persistedId?: string;
  /** Response names of the root fields, in order. */
  readonly rootFields: readonly string[];
  /** Bound variables, in order of declaration. */
  readonly bound: readonly BoundVariable[];
  /** Whether a variable accepts files. */
  readonly takesFiles: boolean;
}

/** A field of the answer that becomes a content block: an image, audio, a file. */
export interface ContentField {
  /** Response names from the root of `data`; lists on the path are flattened. */
  readonly path: readonly string[];
  readonly mimeType: string;
}

/** One operation as MCP sees it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: ObjectSchema;
  /** Absent if no safe schema exists; then the tool answers with text only. */
  readonly outputSchema?: ObjectSchema;
  readonly operation: Operation;
  readonly partialResults: PartialResults;
  /** Scopes a caller needs, all of them; empty for none. */
  readonly scopes: readonly string[];
  /** Whether an anonymous caller may not call it, even if it needs no scope. @default false */
  readonly needsCaller?: boolean;
  readonly tags: readonly string[];
  /** Omitted from `tools/list`, but callable by name. */
  readonly hidden: boolean;
  /** Deadline of a call in milliseconds, if the tool sets one. */
  readonly timeoutMs?: number;
  /** Fields that become content blocks, in this order. */
  readonly content?: readonly ContentField[];
  /** Name of the upstream that the tool calls. */
  readonly upstream: string;
  readonly place: Place;
  /** The estimated tokens of the tool's definition (bytes of its JSON / 4). */
  readonly estimatedTokens: number;
  /** Converts the arguments of a call to GraphQL variables, or returns their problems. */
  readonly prepareArguments: (given: unknown) => PreparedArguments;
  /**
   * Returns where a value contradicts `outputSchema`. The validator is compiled on first use.
   */
  readonly checkOutput: (envelope: unknown) => readonly ArgumentProblem[];
  /**
   * Returns whether the UTF-8 text of a GraphQL response provably matches `outputSchema` and can be
   * the envelope unchanged. If false, the response must be parsed and validated.
   */
  readonly fitsAnswer: (json: Uint8Array) => boolean;
  /**
   * Writes the full contract of the tool; only the contract check needs it.
   *
   * @param document the parsed `operation.document`.
   */
  readonly contract: (document: DocumentNode) => ToolContract;
}

/**
 * The full contract of a tool. Its published schemas may be less precise: they follow a profile and
 * a size budget.
 */
export interface ToolContract {
  /** Input types are in `$defs`, by name; tools of one upstream share them. */
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  readonly leafSchema: LeafSchema;
}

/** Returns the schema of non-null values of a scalar or an enum; undefined for other types. */
export type LeafSchema = (type: string, position: 'input' | 'output') => JsonSchema | undefined;

/** A problem of one argument (or of one place in an answer), worded for a model. */
export interface ArgumentProblem {
  /** Path from the root: `["subject", "movieId"]`. */
  readonly path: readonly (string | number)[];
  /** One sentence: the received value, the expected one, and the fix. */
  readonly message: string;
}

export type PreparedArguments =
  | { readonly ok: true; readonly variables: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** All tools compiled from one set of sources; immutable, replaced as a whole on reload. */
export interface Catalog {
  /** By name, in the order of `tools/list` (sorted by name). */
  readonly tools: ReadonlyMap<string, Tool>;
  /** The errors of operations that did not become tools; one or more per operation. */
  readonly skipped: readonly Diagnostic[];
  /** The number of operations that did not become tools; an unreadable file counts as one. */
  readonly skippedCount: number;
  /** Warnings and information about the tools. */
  readonly diagnostics: readonly Diagnostic[];
  readonly profile: Profile;
  /** SHA-256 of everything a client can see. */
  readonly fingerprint: string;
  /** Sum of the tools' `estimatedTokens`. */
  readonly estimatedTokens: number;
}
