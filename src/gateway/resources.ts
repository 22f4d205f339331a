import { printSchema, stripIgnoredCharacters, type GraphQLSchema } from 'graphql';
import { memoizeWeakly } from '../core/memo.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { ResourceProvider } from '../mcp/context.ts';

const schemaUri = 'graphql://schema';
const operationUri = 'graphql://operations/';
const mimeType = 'application/graphql';

/** The source of the resources. */
export interface ResourceSource {
  readonly catalog: Catalog;
  /** By upstream; a single schema is served at `graphql://schema` itself. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
}

/**
 * Serves the SDL, without comments and white space, and each operation's document as resources.
 *
 * | URI                                  | contents                             |
 * | ------------------------------------ | ------------------------------------ |
 * | `graphql://schema`                   | the SDL of the only upstream         |
 * | `graphql://schema/{upstream}`        | the SDL of one of several upstreams  |
 * | `graphql://operations/{name}`        | the document behind the tool         |
 */
export function createResources(current: () => ResourceSource): ResourceProvider {
  const sdlOf = memoizeWeakly((schema: GraphQLSchema) =>
    stripIgnoredCharacters(printSchema(schema)),
  );
  return {
    list(isListed) {
      const { catalog, schemas } = current();
      const tools = [...catalog.tools.values()].filter((tool) => !tool.hidden && isListed(tool));
      return [...schemaUris(schemas).map(([uri]) => schemaResource(uri)), ...tools.map(toResource)];
    },
    templates: () => [
      {
        uriTemplate: `${operationUri}{name}`,
        name: 'operation',
        title: 'Operation',
        description: 'The GraphQL document behind a tool, by the name of the tool.',
        mimeType,
      },
    ],
    read(uri) {
      const { catalog, schemas } = current();
      const schema = schemaUris(schemas).find(([key]) => key === uri)?.[1];
      if (schema) return { mimeType, text: sdlOf(schema) };
      if (!uri.startsWith(operationUri)) return undefined;
      const tool = catalog.tools.get(uri.slice(operationUri.length));
      if (!tool) return undefined;
      const { scopes, needsCaller = false, operation } = tool;
      return { mimeType, text: operation.document, scopes, needsCaller };
    },
  };
}

function schemaUris(
  schemas: ReadonlyMap<string, GraphQLSchema>,
): readonly (readonly [uri: string, schema: GraphQLSchema])[] {
  if (schemas.size === 1) return [...schemas.values()].map((schema) => [schemaUri, schema]);
  return [...schemas].map(([name, schema]) => [`${schemaUri}/${encodeURIComponent(name)}`, schema]);
}

function schemaResource(uri: string) {
  return {
    uri,
    name: uri.replace('graphql://', ''),
    title: 'GraphQL schema',
    description: 'The schema of the API behind the tools, as SDL without comments.',
    mimeType,
  };
}

function toResource({ name, title, operation }: Tool) {
  return {
    uri: `${operationUri}${name}`,
    name,
    title,
    description: `The GraphQL ${operation.kind} behind the tool ${name}.`,
    mimeType,
  };
}
