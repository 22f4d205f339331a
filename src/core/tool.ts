import type { DocumentNode } from 'graphql';
import type { Diagnostic, Place } from './diagnostic.ts';
import type { JsonSchema, ObjectSchema } from './json-schema.ts';

/** The dialect in which schemas are written for a family of clients. */
export const profiles = ['portable', 'full', 'gemini', 'openai'] as const;
export type Profile = (typeof profiles)[number];

/** The hints of MCP's `ToolAnnotations`; always all four, for absence means the worst to clients. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Whether a partial answer (data and errors) counts as an error of the call. */
export type PartialResults = 'REJECT' | 'ACCEPT';

/** A variable the agent never sees: its value comes from the call's surroundings. */
export interface BoundVariable {
  /** The GraphQL variable's name. */
  readonly variable: string;
  readonly from: 'claim' | 'header' | 'env';
  /** The claim's, header's or environment variable's name. */
  readonly name: string;
  /** A call without the value is refused when the variable is required. */
  readonly required: boolean;
  /** How the text found is turned into the variable's JSON value. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json';
}

/** The GraphQL operation behind a tool. */
export interface Operation {
  /** Name as sent in `operationName`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** What is sent upstream: the operation and the fragments it uses, without our directives. */
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

/** A field of the answer that clients are shown as what it is: a picture, a sound, a file. */
export interface ContentField {
  /** Response names from the root of `data` down; lists on the way are walked through. */
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
  /** Absent when it could not be expressed safely: then the tool answers in text alone. */
  readonly outputSchema?: ObjectSchema;
  readonly operation: Operation;
  readonly partialResults: PartialResults;
  /** Scopes a caller needs, all of them; empty for none. */
  readonly scopes: readonly string[];
  readonly tags: readonly string[];
  /** Left out of `tools/list`, but callable by name. */
  readonly hidden: boolean;
  /** Deadline of a call in milliseconds, where the tool has one of its own. */
  readonly timeoutMs?: number;
  /** Fields that become content blocks of their own, in this order. */
  readonly content?: readonly ContentField[];
  /** Name of the upstream that answers the tool. */
  readonly upstream: string;
  readonly place: Place;
  /** What the tool's definition costs a model to read, in tokens (bytes of its JSON / 4). */
  readonly estimatedTokens: number;
  /** Makes GraphQL variables of a call's arguments, or says what is wrong with them. */
  readonly prepareArguments: (given: unknown) => PreparedArguments;
  /**
   * Says where a value contradicts `outputSchema`, or nothing.
   * The validator is compiled at its first use.
   */
  readonly checkOutput: (envelope: unknown) => readonly ArgumentProblem[];
  /**
   * Whether the UTF-8 text of a GraphQL response surely fits `outputSchema` and is an envelope as it
   * is. False says nothing: the response is to be parsed and looked at then.
   */
  readonly fitsAnswer: (json: Uint8Array) => boolean;
  /**
   * Writes what the tool accepts and returns in full; only the contract check needs it.
   *
   * @param document the parsed `operation.document`.
   */
  readonly contract: (document: DocumentNode) => ToolContract;
}

/**
 * What a tool accepts and returns, in full. Its published schemas may say less: they follow a profile
 * and a size budget.
 */
export interface ToolContract {
  /** Input types are in `$defs`, by name; tools of one upstream share them. */
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  readonly leafSchema: LeafSchema;
}

/** Returns how non-null values of a scalar or an enum are written; undefined for other types. */
export type LeafSchema = (type: string, position: 'input' | 'output') => JsonSchema | undefined;

/** What is wrong with one argument (or one place in an answer), worded for a model. */
export interface ArgumentProblem {
  /** Path from the root: `["subject", "movieId"]`. */
  readonly path: readonly (string | number)[];
  /** One sentence with what was received, what was expected and what to do. */
  readonly message: string;
}

export type PreparedArguments =
  | { readonly ok: true; readonly variables: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** All tools compiled from one set of sources: immutable, replaced whole on reload. */
export interface Catalog {
  /** By name, in the order of `tools/list` (sorted by name). */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What did not become a tool, and why: an `error` each, or several for one operation. */
  readonly skipped: readonly Diagnostic[];
  /** How many operations did not become tools; a file that cannot be read counts as one. */
  readonly skippedCount: number;
  /** Warnings and information about what did. */
  readonly diagnostics: readonly Diagnostic[];
  readonly profile: Profile;
  /** SHA-256 of everything a client can see. */
  readonly fingerprint: string;
  /** Sum of the tools' `estimatedTokens`. */
  readonly estimatedTokens: number;
}
