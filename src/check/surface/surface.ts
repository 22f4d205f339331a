import type { DocumentNode, GraphQLInputType, GraphQLSchema } from 'graphql';
import type { ObjectSchema } from '../../core/json-schema.ts';
import type {
  BoundVariable,
  Catalog,
  PartialResults,
  Profile,
  Tool,
  ToolAnnotations,
} from '../../core/tool.ts';
import { argumentTypes } from './argument-types.ts';
import { createOperationHasher, type OperationHasher } from './operation-hash.ts';
import type { SchemaSlice } from './print-slice.ts';
import { createDocumentReader } from './read-document.ts';
import { sliceSchema } from './schema-slice.ts';

/**
 * The tool surface: what agents, prompts and programs rely on, wherever it comes from (a catalog, a
 * lock file, a running gateway).
 */
export interface Surface {
  /** By name. */
  readonly tools: ReadonlyMap<string, SurfaceTool>;
  /** Version of the gateway that made it. */
  readonly gateway: string;
  /** Absent where nobody tells: a running gateway does not. */
  readonly profile?: Profile;
  /** Whether it tells which arguments are mirrored in headers. @default true */
  readonly tellsHeaders?: boolean;
  /** The parts of the upstreams' schemas that the operations use, by upstream. */
  readonly schemas: ReadonlyMap<string, SchemaSlice>;
}

/** One tool, as far as others rely on it. */
export interface SurfaceTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Partial<ToolAnnotations>;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  /** What only the gateway itself knows; a running one does not tell. */
  readonly inside?: ToolInside;
}

/** What clients do not see of a tool, but notice when it changes. */
export interface ToolInside {
  readonly kind: 'query' | 'mutation';
  readonly operation: string;
  /** Of what the operation asks for, its name aside. */
  readonly operationHash: string;
  readonly upstream: string;
  readonly partialResults: PartialResults;
  readonly scopes: readonly string[];
  readonly hidden: boolean;
  /** Variables whose values the agent does not give: `tenant: claim tenant_id`. */
  readonly bound: readonly string[];
  /** GraphQL types of the arguments, by name: `{ "filter": "MovieFilter", "first": "Int" }`. */
  readonly argumentTypes: Readonly<Record<string, string>>;
}

/** What a surface is made of beside the catalog. */
export interface SurfaceContext {
  /** Version of this gateway. */
  readonly gateway: string;
  /** By upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
}

/** The surface of a compiled catalog. */
export function surfaceOf(catalog: Catalog, { gateway, schemas }: SurfaceContext): Surface {
  const readDocument = createDocumentReader();
  const operationHash = createOperationHasher();
  const tools = [...catalog.tools.values()].map((tool) => ({
    tool,
    document: readDocument(tool.operation.document),
  }));
  const slices = [...schemas].map(([upstream, schema]) => {
    const own = tools.filter(({ tool }) => tool.upstream === upstream);
    const documents = own.map(({ document }) => document);
    return [upstream, sliceSchema(schema, documents)] as const;
  });
  return {
    tools: new Map(
      tools.map(({ tool, document }) => [
        tool.name,
        surfaceToolOf(tool, schemas, document, operationHash),
      ]),
    ),
    gateway,
    profile: catalog.profile,
    schemas: new Map(slices),
  };
}

function surfaceToolOf(
  tool: Tool,
  schemas: ReadonlyMap<string, GraphQLSchema>,
  document: DocumentNode,
  operationHash: OperationHasher,
): SurfaceTool {
  const { name, title, description, annotations, inputSchema, outputSchema, operation } = tool;
  const schema = schemas.get(tool.upstream);
  return {
    name,
    title,
    description,
    annotations,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    inside: {
      kind: operation.kind,
      operation: operation.name,
      operationHash: operationHash(document, schema),
      upstream: tool.upstream,
      partialResults: tool.partialResults,
      scopes: [...tool.scopes].sort(),
      hidden: tool.hidden,
      bound: operation.bound.map(bindingText).sort(),
      argumentTypes: schema === undefined ? {} : typeTexts(argumentTypes(tool, document, schema)),
    },
  };
}

function bindingText({ variable, from, name }: BoundVariable): string {
  return `${variable}: ${from} ${name}`;
}

function typeTexts(types: ReadonlyMap<string, GraphQLInputType>): Readonly<Record<string, string>> {
  return Object.fromEntries([...types].map(([name, type]) => [name, String(type)]));
}
