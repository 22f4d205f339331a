import {
  buildSchema,
  defaultFieldResolver,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { createYoga } from 'graphql-yoga';
import { serve } from './servers.ts';

/** Serves an API that refuses everything, introspection too, without one `Authorization` header. */
export async function serveGuarded(
  schema: GraphQLSchema,
  authorization: string,
  context: () => unknown = () => ({}),
): Promise<string> {
  const yoga = createYoga({ schema, logging: false, maskedErrors: false, context });
  return serve((request, response) => {
    if (request.headers.authorization === authorization) {
      void yoga(request, response);
      return;
    }
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [unauthenticated] }));
  });
}

const unauthenticated = {
  message: 'Authentication required, not authenticated',
  extensions: { type: 'authentication error', code: 'AUTHENTICATION_ERROR' },
};

/** Makes a schema executable: every field answers a value made up from its type and name. */
export function mockSchema(sdl: string): GraphQLSchema {
  const schema = buildSchema(sdl, { assumeValid: true });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = () => schema.getPossibleTypes(type)[0]?.name;
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source, args, context, info) =>
        defaultFieldResolver(source, args, context, info) ?? mockValue(field.type, field.name);
    }
  }
  return schema;
}

/** Two items a list, the field's name as its text, and small numbers. */
function mockValue(type: GraphQLOutputType, name: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [1, 2].map(() => mockValue(nullable.ofType, name));
  if (isEnumType(nullable)) return nullable.getValues()[0]?.value;
  if (isObjectType(nullable) || isAbstractType(nullable)) return {};
  return madeUp.get(String(nullable)) ?? name;
}

const madeUp = new Map<string, unknown>([
  ['Int', 1],
  ['Float', 1.5],
  ['Boolean', false],
  ['DateTime', '2026-01-31T09:30:00Z'],
]);
