import { isJsonObject, ownMember } from '../core/json.ts';
import type { JsonPath } from './json-scan.ts';

/** One operation of a persisted-query manifest, unchecked. */
export interface ManifestEntry {
  readonly id: unknown;
  readonly body: unknown;
  /** The name that the manifest gives it beside the text. */
  readonly name: unknown;
  /** Where the entry stands in the JSON. */
  readonly path: JsonPath;
}

/** The entries of a manifest, or what is unknown about its format. */
export type ManifestEntries =
  | { readonly ok: true; readonly entries: readonly ManifestEntry[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the formats of persisted-query manifests.
 *
 * | written by                                  | format                                                     |
 * | ------------------------------------------- | ---------------------------------------------------------- |
 * | Apollo Client, iOS, Kotlin; Rover           | `{ format: "apollo-persisted-query-manifest", version: 1, operations: [{ id, body, name, type }] }` |
 * | the same, by id (a graphql-codegen plugin)  | `operations: { id: { body, name, type } }`                  |
 * | graphql-codegen's client preset, Relay, Hive app deployments | `{ id: text }`                            |
 *
 * See https://www.apollographql.com/docs/graphos/platform/security/persisted-queries,
 * https://relay.dev/docs/guides/persisted-queries/ and
 * https://the-guild.dev/graphql/hive/docs/schema-registry/app-deployments
 */
export function manifestEntries(value: unknown): ManifestEntries {
  if (!isJsonObject(value)) return { ok: false, reason: 'it is no JSON object' };
  const format = ownMember(value, 'format');
  if (format === apolloFormat) return apolloEntries(value);
  const members = Object.entries(value);
  const someText = members.some(([, body]) => typeof body === 'string');
  if (
    isJsonObject(ownMember(value, 'operations')) ||
    Array.isArray(ownMember(value, 'operations'))
  ) {
    return { ok: false, reason: `its format is ${JSON.stringify(format) ?? 'not named'}` };
  }
  if (members.length > 0 && !someText) {
    return { ok: false, reason: 'it is no object of ids and texts' };
  }
  return {
    ok: true,
    entries: members.map(([id, body]) => ({ id, body, name: undefined, path: [id] })),
  };
}

const apolloFormat = 'apollo-persisted-query-manifest';

function apolloEntries(value: object): ManifestEntries {
  const version = ownMember(value, 'version');
  if (version !== 1) {
    return { ok: false, reason: `its version is ${JSON.stringify(version) ?? 'not named'}` };
  }
  const operations = ownMember(value, 'operations');
  if (Array.isArray(operations)) {
    return { ok: true, entries: operations.map((entry, index) => apolloEntry(entry, index)) };
  }
  if (!isJsonObject(operations)) return { ok: false, reason: 'it has no "operations"' };
  const entries = Object.entries(operations);
  return { ok: true, entries: entries.map(([id, entry]) => ({ ...apolloEntry(entry, id), id })) };
}

function apolloEntry(entry: unknown, step: string | number): ManifestEntry {
  const members = isJsonObject(entry) ? entry : {};
  return {
    id: ownMember(members, 'id'),
    body: ownMember(members, 'body'),
    name: ownMember(members, 'name'),
    path: ['operations', step],
  };
}
