import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execute, Kind, parse, separateOperations, Source, type DocumentNode } from 'graphql';
import { anonymous, noHeaders, type Caller } from '../../src/core/call.ts';
import { createFilmApi, type FilmApi } from '../../src/example/film-api.ts';

const folder = join(import.meta.dirname, '..', '..', 'operations');

/** The texts of the example's operation files, by name of the file. */
export const operationFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
);

/** Users of the example, as its configuration knows them. */
export const ada: Caller = { subject: 'ada', claims: new Map(), scopes: ['reviews:write'] };
export const guest: Caller = { subject: 'guest', claims: new Map(), scopes: [] };

/** Documents of the example's operations, each with the fragments it uses, by operation name. */
export const operations: ReadonlyMap<string, DocumentNode> = operationsOf(operationFiles);

/** Reads operations from texts by file name; an anonymous one is called like its file. */
export function operationsOf(
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, DocumentNode> {
  const documents = [...files].map(([file, text]) => {
    return nameAnonymous(parse(new Source(text, file)), file);
  });
  const definitions = documents.flatMap((document) => document.definitions);
  return new Map(Object.entries(separateOperations({ kind: Kind.DOCUMENT, definitions })));
}

/** Makes a film API of its own, and a function that runs operations of the example on it. */
export function createFilmCalls(api: FilmApi = createFilmApi(), documents = operations) {
  return (
    operation: string,
    variableValues: Readonly<Record<string, unknown>> = {},
    caller: Caller = anonymous,
  ): unknown => {
    const document = documents.get(operation);
    if (!document) throw new Error(`There is no operation ${operation}.`);
    const context = { caller, headers: noHeaders, signal: new AbortController().signal };
    const contextValue = api.contextOf(context);
    const result = execute({ schema: api.schema, document, variableValues, contextValue });
    if (result instanceof Promise) throw new Error('The resolvers of the example are synchronous.');
    return asAnswered(result);
  };
}

/** A result as JSON would carry it; `locations` are left out, for they move with the files. */
function asAnswered(result: unknown): unknown {
  const text = JSON.stringify(result, (key, value: unknown) => {
    return key === 'locations' ? undefined : value;
  });
  return JSON.parse(text);
}

function nameAnonymous(document: DocumentNode, file: string): DocumentNode {
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.name) return definition;
    const value = file.replace(/\.graphql$/, '');
    return { ...definition, name: { kind: Kind.NAME, value } } as const;
  });
  return { ...document, definitions };
}
