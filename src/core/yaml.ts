import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLError,
} from 'yaml';
import type { Place } from './diagnostic.ts';
import type { JsonPath } from './paths.ts';

/** The value of a YAML or JSON text, and the places of its parts. */
export interface YamlText {
  readonly ok: true;
  /** Plain JavaScript values; null if the text is empty. */
  readonly value: unknown;
  /**
   * The place of the value at a path, or of its key. A part that an alias repeats has the place of
   * the anchor; a missing part has the place of the nearest part around it.
   */
  readonly placeOf: (path: JsonPath, part?: 'key' | 'value') => Place;
}

/** The first error of a text, worded for the person who wrote it. */
export interface YamlFault {
  readonly ok: false;
  readonly isRepeatedKey: boolean;
  readonly message: string;
  readonly hint: string;
  readonly place: Place;
}

/** How often aliases may repeat parts; texts whose aliases multiply exceed it. */
const maxAliasCount = 10_000;

/**
 * Reads a text of one YAML document; JSON is read as YAML, which contains it.
 *
 * A text holds data only: unknown tags, repeated keys, keys that are not scalars, and aliases
 * without an anchor or inside their own anchor are errors.
 *
 * @param firstLine the number that the first line of the text has in the file.
 */
export function readYaml(text: string, file: string, firstLine = 1): YamlText | YamlFault {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) };
  };
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const error = document.errors[0] ?? document.warnings[0];
  const fault = error ? explainError(error, text) : findMisuse(document);
  if (fault) return faultAt(fault, placeAt);
  try {
    return {
      ok: true,
      value: document.toJS({ maxAliasCount }) as unknown,
      placeOf: (path, part = 'value') => placeAt(offsetOf(document, text, path, part)),
    };
  } catch {
    return faultAt({ offset: 0, ...tooManyAliases }, placeAt);
  }
}

interface FaultText {
  readonly message: string;
  readonly hint: string;
}

interface Fault extends FaultText {
  readonly offset: number;
  readonly isRepeatedKey?: boolean;
}

function faultAt({ offset, ...fault }: Fault, placeAt: (offset: number) => Place): YamlFault {
  return { ok: false, isRepeatedKey: false, ...fault, place: placeAt(offset) };
}

/** Rewords an error of the parser for users. */
function explainError({ code, message, pos: [offset] }: YAMLError, text: string): Fault {
  if (code === 'DUPLICATE_KEY') {
    const key = /^["']?([\w$-]+)/.exec(text.slice(offset, offset + 100))?.[1];
    const subject = key === undefined ? 'This key' : `The key "${key}"`;
    return {
      offset,
      isRepeatedKey: true,
      message: `${subject} occurs twice in one object.`,
      hint: 'Keep one of the two.',
    };
  }
  return {
    offset,
    message: `Neither YAML nor JSON: ${message.replace(/\.$/, '')}.`,
    hint: 'Check the indentation, brackets and quotes here and on the line above.',
    ...errorTexts.get(code),
  };
}

/** Messages for the parser's codes; other codes keep its message. */
const errorTexts: ReadonlyMap<string, FaultText> = new Map([
  ['TAB_AS_INDENT', { message: 'A tab indents this line.', hint: 'Indent with spaces.' }],
  [
    'MULTIPLE_DOCS',
    {
      message: 'The file has more than one YAML document.',
      hint: 'Remove the line --- and everything that does not belong to this document.',
    },
  ],
  [
    'TAG_RESOLVE_FAILED',
    {
      message: 'YAML tags such as !name are not supported.',
      hint: 'Remove the tag, or put text that starts with ! in quotes.',
    },
  ],
]);

const tooManyAliases: FaultText = {
  message: `Aliases repeat more than ${maxAliasCount} parts.`,
  hint: 'Remove aliases from anchors that are repeated themselves.',
};

/** Finds keys and aliases that are valid YAML, but stand for no plain value. */
function findMisuse(document: Document.Parsed): Fault | undefined {
  let fault: Fault | undefined;
  const stop = (node: unknown, text: FaultText) => {
    fault = { offset: startOf(node), ...text };
    return visit.BREAK;
  };
  visit(document, {
    Pair: (_, { key }) => (isScalar(key) ? undefined : stop(key, keyNotScalar)),
    Alias: (_, alias, ancestors) => {
      const anchor = alias.resolve(document);
      if (!anchor) return stop(alias, unknownAnchor);
      return ancestors.includes(anchor) ? stop(alias, cyclicAlias) : undefined;
    },
  });
  return fault;
}

const keyNotScalar: FaultText = {
  message: 'A key must be a name, not a list or an object.',
  hint: 'Put text with braces or brackets in quotes.',
};

const unknownAnchor: FaultText = {
  message: 'A value that starts with * is an alias, and its anchor does not exist.',
  hint: 'Put text that starts with *, such as a glob, in quotes.',
};

const cyclicAlias: FaultText = {
  message: 'An alias repeats the anchor that contains it.',
  hint: 'Write the value out.',
};

/** The offset of the key or value at a path, or of the nearest part around it. */
function offsetOf(
  document: Document.Parsed,
  text: string,
  path: JsonPath,
  part: 'key' | 'value',
): number {
  let node: Node | null = document.contents;
  let offset = startOf(node, text);
  let keyOffset = offset;
  for (const step of path) {
    const holder: Node | undefined | null = isAlias(node) ? node.resolve(document) : node;
    const child = childOf(holder, step);
    if (!child) break;
    node = child.value;
    keyOffset = startOf(child.key ?? node);
    offset = node ? startOf(isAlias(node) ? node.resolve(document) : node, text) : keyOffset;
  }
  return part === 'key' ? keyOffset : offset;
}

function childOf(node: Node | undefined | null, step: string | number) {
  if (isMap<Node, Node | null>(node)) {
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  }
  const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined;
  return item && { key: undefined, value: item };
}

/** The offset at which a node starts; the value of a block (`|`) starts below the indicator. */
function startOf(node: unknown, text?: string): number {
  const offset = (isNode(node) && node.range?.[0]) || 0;
  if (text === undefined || !isScalar(node) || !node.type?.startsWith('BLOCK_')) return offset;
  const line = text.indexOf('\n', offset) + 1;
  return line + text.slice(line).search(/[^ ]|$/);
}
