import { Source, type OperationDefinitionNode } from 'graphql';
import { type Diagnostic, formatPlace, type Place } from '../core/diagnostic.ts';
import { findFiles, type PlaceOfItem } from './find-files.ts';
import { finding } from './finding.ts';
import { scopeOfText } from './fragment-scope.ts';
import { scanJson } from './json-scan.ts';
import type { FileContext } from './load-operations.ts';
import { manifestEntries, type ManifestEntry } from './manifest-entries.ts';
import { operationSources, type FoundOperations } from './operation-sources.ts';
import { parseDocument } from './parse-document.ts';
import { readAll } from './read-all.ts';
import { createLineCounter, readJson } from './read-json.ts';
import type { SourceFile } from './source-file.ts';
import type { OperationSource } from './sources.ts';

/** Operations of persisted-query manifests. */
export interface LoadedManifests extends FoundOperations {
  /** Absolute paths of the files and folders to watch. */
  readonly watchPaths: readonly string[];
}

/** A manifest as parsed from a text. */
export interface CachedManifest {
  readonly text: string;
  readonly entries: readonly ParsedEntry[];
  readonly problems: readonly Diagnostic[];
}

/** An entry with its operations. */
interface ParsedEntry extends FoundOperations {
  readonly id: string;
  readonly body: string;
  readonly place: Place;
}

type KnownOperations = WeakMap<OperationDefinitionNode, OperationSource>;

/**
 * Reads the operations of all manifests that globs match.
 *
 * An operation sees the fragments of its own text and no others: the document has to stay the one
 * that the id stands for. An entry that appears again with the same text counts once.
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

/** Finds where entries stand, reading the text once. */
function entryPlaces(file: SourceFile, text: string): (entry: ManifestEntry) => Place {
  const lineOf = createLineCounter(text);
  const places = new Map<string, Place>();
  scanJson(text, (path, offset) => {
    if (path.length <= 2) places.set(JSON.stringify(path), { file: file.shown, ...lineOf(offset) });
  });
  return ({ path }) => places.get(JSON.stringify(path)) ?? { file: file.shown, line: 1, column: 1 };
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
    known,
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
  return finding(
    'error',
    'MANIFEST_ID_TAKEN',
    `Id "${id}" stands for another text at ${formatPlace(first.place)}.`,
    'Have the manifests written anew, or leave out the one that is out of date.',
    { place },
  );
}

function invalid(what: string, place: Place): Diagnostic {
  return finding(
    'error',
    'MANIFEST_ENTRY_INVALID',
    `The entry ${what}.`,
    'Have the manifest written anew by the tool it comes from.',
    { place },
  );
}

function unknownFormat({ shown }: SourceFile, reason: string): Diagnostic {
  return finding(
    'error',
    'MANIFEST_FORMAT_UNKNOWN',
    `The file is no persisted-query manifest that is known: ${reason}.`,
    'Write it as `{ "id": "text" }`, or as an Apollo persisted-query manifest of version 1.',
    { place: { file: shown, line: 1, column: 1 } },
  );
}
