import { Composer, Parser, type CST, type Document, type LineCounter, type YAMLError } from 'yaml';
import type { GatewayError, Place } from '../core/diagnostic.ts';
import { configError } from './config-codes.ts';

/** Tells the place of an offset into the text. */
export type PlaceAt = (offset: number) => Place;

/**
 * Parses YAML into one document without errors, or throws what is wrong first: later errors mostly
 * follow from it.
 *
 * The depth is measured before the parser's recursive half runs, for a stack that overflows in the
 * wrong place ends the process.
 */
export function composeDocument(
  text: string,
  lines: LineCounter,
  placeAt: PlaceAt,
  maxDepth: number,
): Document.Parsed {
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = findDeeper(tokens, maxDepth);
  if (deep) {
    throw configError(
      'CONFIG_TOO_LARGE',
      `The configuration is nested more than ${maxDepth} levels deep.`,
      'Remove brackets that do not belong there.',
      { place: placeAt(deep.offset) },
    );
  }
  const composer = new Composer({ lineCounter: lines, prettyErrors: false });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (second) {
    throw configError(
      'CONFIG_SYNTAX',
      'The file has more than one YAML document.',
      'Remove the line --- and what does not belong to this gateway.',
      { place: placeAt(second.range[0]) },
    );
  }
  const parsed = document as Document.Parsed;
  const fault = parsed.errors[0] ?? parsed.warnings[0];
  if (fault) throw syntaxError(fault, text, placeAt(fault.pos[0]));
  return parsed;
}

/** Finds a token that is nested deeper than allowed, without recursion. */
function findDeeper(tokens: readonly CST.Token[], maxDepth: number): CST.Token | undefined {
  const left = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = left.pop(); next; next = left.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return token;
    for (const inner of insideOf(token)) left.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function insideOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key, item.value]).filter((child) => child != null);
}

/** Words what the parser says for the person who wrote the file. */
function syntaxError({ code, message, pos }: YAMLError, text: string, place: Place): GatewayError {
  if (code === 'DUPLICATE_KEY') {
    const key = /^["']?([\w$-]+)/.exec(text.slice(pos[0], pos[0] + 100))?.[1];
    const twice = `${key === undefined ? 'This key' : `The key "${key}"`} stands twice in one object.`;
    return configError('CONFIG_REPEATED_KEY', twice, 'Keep one of the two.', { place });
  }
  const known = faults.get(code);
  return configError(
    'CONFIG_SYNTAX',
    known?.message ?? `This is neither YAML nor JSON: ${message.replace(/\.$/, '')}.`,
    known?.hint ?? 'Look at the indentation, brackets and quotes here and on the line above.',
    { place },
  );
}

/** What the parser's codes mean to the person who wrote the file; others keep its message. */
const faults: ReadonlyMap<string, { readonly message: string; readonly hint: string }> = new Map([
  ['TAB_AS_INDENT', { message: 'A line is indented by a tab.', hint: 'Indent with spaces.' }],
  [
    'TAG_RESOLVE_FAILED',
    {
      message: 'A configuration holds data only; YAML tags such as !name are not read.',
      hint: 'Remove the tag, or write text that starts with ! in quotes.',
    },
  ],
]);
