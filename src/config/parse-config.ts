import { isAlias, isMap, isScalar, isSeq, LineCounter, type Document, type ParsedNode } from 'yaml';
import type { GatewayError, Place } from '../core/diagnostic.ts';
import { configError } from './config-codes.ts';
import { composeDocument, type PlaceAt } from './compose-document.ts';
import {
  formatConfigPath,
  pointerOf,
  type ConfigPath,
  type ConfigSource,
} from './config-source.ts';

/** Parts of a configuration, counting those an alias repeats; stops files made to explode. */
const maxParts = 50_000;
/** Levels of nesting; also where an alias that contains itself ends. */
const maxDepth = 40;

/** Offsets into the text at which a part's key and value begin. */
interface Marks {
  readonly key: number;
  readonly value: number;
}

/**
 * Parses the text of a configuration, keeping where every part stands.
 *
 * JSON is read as YAML, which contains it. Whatever a file could do beside holding data is
 * refused: unknown tags, repeated keys, aliases that contain themselves or multiply.
 */
export function parseConfig(text: string, file: string): ConfigSource {
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const document = composeDocument(text, lines, placeAt, maxDepth);
  const { value, marks } = readDocument(document, text, placeAt);
  return {
    value,
    locate: (path, part) => {
      const found = nearestMarks(marks, path);
      return {
        label: formatConfigPath(path),
        place: placeAt(found[part]),
      };
    },
    isText: () => false,
    isHidden: () => false,
  };
}

/** Makes plain values of the nodes; an empty file is an object without members. */
function readDocument(document: Document.Parsed, text: string, placeAt: PlaceAt) {
  const marks = new Map<string, Marks>();
  let parts = 0;

  function read(node: ParsedNode | null, path: ConfigPath, keyOffset?: number): unknown {
    const offset = node ? startOf(node, text) : (keyOffset ?? 0);
    marks.set(pointerOf(path), { key: keyOffset ?? offset, value: offset });
    parts += 1;
    if (parts > maxParts || path.length > maxDepth) throw tooMuch(placeAt(offset));
    if (isAlias(node)) return read(resolveAlias(node), path, keyOffset ?? offset);
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = keyOf(key);
          return [name, read(value, [...path, name], key.range[0])];
        }),
      );
    }
    if (isSeq<ParsedNode>(node)) return node.items.map((item, i) => read(item, [...path, i]));
    return isScalar(node) ? node.value : null;
  }

  function resolveAlias(node: ParsedNode): ParsedNode {
    const target = isAlias(node) ? node.resolve(document) : node;
    if (target) return target as ParsedNode;
    throw configError(
      'CONFIG_SYNTAX',
      'A value that starts with * repeats an anchor, and there is none of this name.',
      'Write a text that starts with *, such as a glob, in quotes.',
      { place: placeAt(node.range[0]) },
    );
  }

  function keyOf(key: ParsedNode): string {
    if (isScalar(key)) return String(key.value);
    throw configError(
      'CONFIG_SYNTAX',
      'A key has to be a name, not a list or an object.',
      'Write text that holds ${env:NAME} in quotes inside of { and }.',
      { place: placeAt(key.range[0]) },
    );
  }

  return { value: read(document.contents, []) ?? {}, marks };
}

/** Where a value begins: that of a block (`|`) below the sign for it. */
function startOf(node: ParsedNode, text: string): number {
  const [offset] = node.range;
  if (!isScalar(node) || !node.type?.startsWith('BLOCK_')) return offset;
  const line = text.indexOf('\n', offset) + 1;
  return line + text.slice(line).search(/[^ ]|$/);
}

/** Marks of the part, or of what it is missing in. */
function nearestMarks(marks: ReadonlyMap<string, Marks>, path: ConfigPath): Marks {
  for (let length = path.length; length >= 0; length--) {
    const found = marks.get(pointerOf(path.slice(0, length)));
    if (found) return found;
  }
  return { key: 0, value: 0 };
}

function tooMuch(place: Place): GatewayError {
  return configError(
    'CONFIG_TOO_LARGE',
    `The configuration is nested more than ${maxDepth} levels deep or has more than ${maxParts} parts.`,
    'Look for an anchor that is repeated inside of itself or too often.',
    { place },
  );
}
