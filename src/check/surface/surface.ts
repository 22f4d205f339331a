import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import type { PartialResults, Profile, ToolAnnotations } from '../../core/tool.ts';
import type { OperationCalls } from '../operation/calls.ts';
import type { TypeText } from './type-text.ts';

/**
 * The tools that agents, prompts and programs rely on, whatever they are read from: a catalog, a lock
 * file, or a running gateway.
 */
export interface Surface {
  /** By name. */
  readonly tools: ReadonlyMap<string, SurfaceTool>;
  /** Version of the gateway that compiled them. */
  readonly gateway: string;
  /** Absent for a running gateway, which does not publish it. */
  readonly profile?: Profile;
  /** Whether the mirrored headers of arguments are known. @default true */
  readonly hasHeaders?: boolean;
  /** Tokens that the tool list costs a model; absent if that follows from the published schemas. */
  readonly tokens?: number;
  /** What the contracts of all tools refer to, by upstream. */
  readonly schemas: ReadonlyMap<string, UsedSchema>;
}

export interface SurfaceTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Partial<ToolAnnotations>;
  /** As published; absent in a lock file, which stores the contract. */
  readonly inputSchema?: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  /** Absent for a running gateway and in a lock file of version 1. */
  readonly contract?: StoredContract;
  /** Absent for a running gateway, which does not publish it. */
  readonly internal?: ToolInternals;
}

/** Properties of a tool that clients do not see, but notice when they change. */
export interface ToolInternals {
  readonly kind: 'query' | 'mutation';
  readonly operation: string;
  /** Hash of the operation without its name and layout. */
  readonly operationHash: string;
  /** Absent in a lock file of version 1. */
  readonly calls?: OperationCalls;
  /** The root fields of a mutation, in order; absent for queries. */
  readonly rootFields?: readonly string[];
  readonly upstream: string;
  readonly partialResults: PartialResults;
  readonly scopes: readonly string[];
  readonly hidden: boolean;
  /** Variables that are not arguments: `tenant: claim tenant_id`. */
  readonly bound: readonly string[];
}

/** The contract of a tool; it refers to the used schema, so that a change of a type is one change. */
export interface StoredContract {
  /** Arguments by name; `?` follows the name of an optional one: `{ "id": "ID!", "first?": "Int" }`. */
  readonly input: Readonly<Record<string, StoredArgument>>;
  /** The root fields; absent if the tool promises nothing of its results. */
  readonly output?: StoredFields;
}

/** The GraphQL type of an argument, or that and more keywords of its schema. */
export type StoredArgument = TypeText | (JsonSchema & { readonly $type: TypeText }) | StoredSchema;

/**
 * The fields of an object in a result, by response name; `?` follows the name of a field that may be
 * missing.
 *
 * | value                                | the field                                              |
 * | ------------------------------------ | ------------------------------------------------------ |
 * | `"Movie.title"`                      | a scalar or an enum                                    |
 * | `"Movie.title \| Series.title"`      | of one of several types                                |
 * | `"Movie"`, for `__typename`          | the name of a type                                     |
 * | `{ "$field": "Query.movie", "id": … }` | an object, or a list of them                         |
 * | `{ "$field": …, "$selection": "Page" }` | the same, with the fields that a fragment selects     |
 * | `{ "$schema": … }`                   | what coordinates do not express, as JSON Schema        |
 *
 * `$anyOf` has the alternatives of an abstract type, if a profile tells them apart.
 */
export interface StoredFields {
  readonly [name: string]: string | StoredFields | readonly StoredFields[] | StoredSchema;
}

/** A JSON Schema that coordinates do not express. */
export interface StoredSchema {
  readonly $schema: JsonSchema;
  readonly $field?: string;
}

/** The part of an upstream's schema that the tools use, stored once for all of them. */
export interface UsedSchema {
  /**
   * One line per schema element, sorted.
   *
   * | line                                  | element                                      |
   * | ------------------------------------- | -------------------------------------------- |
   * | `Movie.title: String!`                | a field that some operation selects          |
   * | `Query.movies(first:): Int = 10`      | an argument that some operation passes       |
   * | `Filter.tags: [String!] @deprecated`  | a field of an input type                     |
   * | `Subject: @oneOf`                     | an input type that takes exactly one field   |
   * | `Mood.HAPPY`                          | an enum value                                |
   * | `Match: Movie \| Series`              | the types of a union or an interface         |
   */
  readonly coordinates: readonly string[];
  /** What the fields of input types say beyond their types, by the name of the input type. */
  readonly inputs: Readonly<Record<string, StoredInputFields | StoredSchema>>;
  /** What fragments select, by name. */
  readonly selections: Readonly<Record<string, StoredFields>>;
  /** How values of scalars and enums are written, by the name of the type. */
  readonly leafTypes: Readonly<Record<string, LeafSchemas>>;
  /** The schema of a whole result, `data` left open. */
  readonly envelope?: ObjectSchema;
}

/** By field: a description, or keywords. */
export type StoredInputFields = Readonly<Record<string, string | JsonSchema | StoredSchema>>;

export interface LeafSchemas {
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
}
