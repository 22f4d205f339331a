import { Source, type OperationDefinitionNode } from 'graphql';
import { type Diagnostic, formatPlace, type Place } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { findFiles, type PlaceOfItem, type SourceFile } from '../files/find-files.ts';
import { readAll } from '../files/read-all.ts';
import { scopeOfText } from '../files/imports.ts';
import { parseDocument } from '../files/parse-document.ts';
import { createLineCounter, readJson } from '../files/read-file.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { ParsedEntry, CachedManifest, FileContext } from './cache.ts';
import {
  operationSources,
  type FoundOperations,
  type OperationSource,
} from './operation-sources.ts';

/** Operations of persisted-query manifests. */
export interface LoadedManifests extends FoundOperations {
  /** Absolute paths of the files and folders to watch. */
  readonly watchPaths: readonly string[];
}

type KnownOperations = WeakMap<OperationDefinitionNode, OperationSource>;

/**
 * Reads the operations of all manifests that globs match.
 *
 * An operation sees the fragments of its own text only, because the document must stay the one of
 * its id. A repeated entry with the same text counts once.
 */
export async function loadManifests(
  globs: readonly string[],
  { folders, cache }: FileContext,
  placeOf?: PlaceOfItem,
): Promise<LoadedManifests> {
  const { files, roots, diagnostics } = await findFiles(globs, folders, placeOf);
  const manifests = await readAll(files, (file) =>
    readManifest(file, cache.manifests.get(file.path), cache.operations),
  );
  cache.manifests.clear();
  files.forEach((file, index) => {
    const manifest = manifests[index];
    if (manifest) cache.manifests.set(file.path, manifest);
  });
  const { kept, taken } = byId(manifests.flatMap(({ entries }) => entries));
  return {
    operations: kept.flatMap(({ operations }) => operations),
    diagnostics: [
      ...diagnostics,
      ...manifests.flatMap(({ problems }) => problems),
      ...kept.flatMap((entry) => entry.diagnostics),
      ...taken,
    ],
    watchPaths: roots,
  };
}

async function readManifest(
  file: SourceFile,
  earlier: CachedManifest | undefined,
  known: KnownOperations,
): Promise<CachedManifest> {
  const json = await readJson(file);
  if (!json.ok) return { text: '', entries: [], problems: [json.problem] };
  if (earlier?.text === json.text) return earlier;
  const found = manifestEntries(json.value);
  if (!found.ok) {
    return { text: json.text, entries: [], problems: [unknownFormat(file, found.reason)] };
  }
  const placeOfEntry = entryPlaces(file, json.text);
  const parsed = found.entries.map((entry) => parseEntry(entry, placeOfEntry(entry), known));
  return {
    text: json.text,
    entries: parsed.flatMap((result) => ('problem' in result ? [] : [result])),
    problems: parsed.flatMap((result) => ('problem' in result ? [result.problem] : [])),
  };
}

/**
 * Creates a lookup of the places of entries: the place of an entry is that of its id, or of the
 * entry before if the file spells the id with escapes.
 *
 * Ids are searched in their order; objects list ids that are integers first, wherever they are.
 */
function entryPlaces(file: SourceFile, text: string): (entry: ManifestEntry) => Place {
  const lineOf = createLineCounter(text);
  let offset = 0;
  return ({ id }) => {
    if (typeof id === 'string') {
      const quoted = JSON.stringify(id);
      const next = text.indexOf(quoted, offset + 1);
      const at = next >= 0 ? next : text.indexOf(quoted);
      if (at >= 0) offset = at;
    }
    return { file: file.displayPath, ...lineOf(offset) };
  };
}

function parseEntry(
  { id, body, name }: ManifestEntry,
  place: Place,
  known: KnownOperations,
): ParsedEntry | { readonly problem: Diagnostic } {
  if (typeof id !== 'string' || id === '') return { problem: invalid('has no id', place) };
  if (typeof body !== 'string') return { problem: invalid(`"${id}" has no text`, place) };
  const result = parseDocument(new Source(body, place.file, place));
  if (!result.ok) return { problem: result.problem };
  const { operations, diagnostics } = operationSources(result.definitions, {
    scope: scopeOfText(result.definitions),
    fallbackName: typeof name === 'string' && name !== '' ? name : `operation_${id.slice(0, 8)}`,
    origin: 'manifest',
    persistedId: id,
    place,
    earlier: known,
  });
  if (operations.length + diagnostics.length === 0) {
    return { problem: invalid(`"${id}" has no operation in its text`, place) };
  }
  return { id, body, place, operations, diagnostics };
}

function byId(entries: readonly ParsedEntry[]) {
  const first = new Map<string, ParsedEntry>();
  const taken: Diagnostic[] = [];
  for (const entry of entries) {
    const known = first.get(entry.id);
    if (!known) first.set(entry.id, entry);
    else if (known.body !== entry.body) taken.push(idTaken(known, entry));
  }
  return { kept: [...first.values()], taken };
}

function idTaken(first: ParsedEntry, { id, place }: ParsedEntry): Diagnostic {
  return loadDiagnostic(
    'MANIFEST_ID_TAKEN',
    `Id "${id}" has another text at ${formatPlace(first.place)}.`,
    { place },
  );
}

function invalid(what: string, place: Place): Diagnostic {
  return loadDiagnostic('MANIFEST_ENTRY_INVALID', `The entry ${what}.`, { place });
}

function unknownFormat({ displayPath }: SourceFile, reason: string): Diagnostic {
  return loadDiagnostic(
    'MANIFEST_FORMAT_UNKNOWN',
    `The file is not a persisted-query manifest of a known format: ${reason}.`,
    { place: { file: displayPath, line: 1, column: 1 } },
  );
}

/** One operation of a persisted-query manifest, unchecked. */
interface ManifestEntry {
  readonly id: unknown;
  readonly body: unknown;
  /** The name in the manifest. */
  readonly name: unknown;
}

/** The entries of a manifest, or why its format is unknown. */
type ManifestEntries =
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
function manifestEntries(value: unknown): ManifestEntries {
  if (!isJsonObject(value)) return { ok: false, reason: 'it is not a JSON object' };
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
    return { ok: false, reason: 'it is not an object of ids and texts' };
  }
  return {
    ok: true,
    entries: members.map(([id, body]) => ({ id, body, name: undefined })),
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
    return { ok: true, entries: operations.map(apolloEntry) };
  }
  if (!isJsonObject(operations)) return { ok: false, reason: 'it has no "operations"' };
  const entries = Object.entries(operations);
  return { ok: true, entries: entries.map(([id, entry]) => ({ ...apolloEntry(entry), id })) };
}

function apolloEntry(entry: unknown): ManifestEntry {
  const members = isJsonObject(entry) ? entry : {};
  return {
    id: ownMember(members, 'id'),
    body: ownMember(members, 'body'),
    name: ownMember(members, 'name'),
  };
}
