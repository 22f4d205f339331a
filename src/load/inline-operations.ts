import { Source } from 'graphql';
import type { Place } from '../core/diagnostic.ts';
import { scopeOfText, type FragmentScope } from './fragment-scope.ts';
import type { LoadCache } from './load-cache.ts';
import { operationSources, type FoundOperations } from './operation-sources.ts';
import { parseDocument } from './parse-document.ts';

/** GraphQL text in the configuration. */
export interface InlineOperation {
  readonly text: string;
  /** Where it stands in the configuration file, where there is one. */
  readonly place?: Place | undefined;
}

/**
 * Reads the operations that are written in the configuration. Each text sees its own fragments and
 * those that all operation files share.
 */
export function inlineOperations(
  texts: readonly InlineOperation[],
  shared: FragmentScope,
  cache: LoadCache,
): FoundOperations {
  const found = texts.map((inline, index) => readInline(inline, index, shared, cache));
  return {
    operations: found.flatMap(({ operations }) => operations),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

function readInline(
  { text, place = unplaced }: InlineOperation,
  index: number,
  shared: FragmentScope,
  cache: LoadCache,
): FoundOperations {
  const name = `inlineOperations[${index}]`;
  const source = place === unplaced ? new Source(text, name) : new Source(text, place.file, place);
  const result = parseDocument(source);
  if (!result.ok) return { operations: [], diagnostics: [result.problem] };
  return operationSources(result.definitions, {
    scope: scopeOfText(result.definitions, shared),
    fallbackName: `inlineOperation${index + 1}`,
    origin: 'config',
    place: place === unplaced ? { ...unplaced, file: name } : place,
    known: cache.operations,
  });
}

/** Text that code gave: its own lines are all there is. */
const unplaced: Place = { file: '', line: 1, column: 1 };
