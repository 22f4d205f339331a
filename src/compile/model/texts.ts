import { TokenKind, type ASTNode, type Token } from 'graphql';
import { plainText } from '../../core/text.ts';

/** The maximum length of a tool's description in UTF-8 bytes, before clients cut it. */
export const maxToolDescriptionBytes = 2_000;

/** The maximum length of a description in a schema, in UTF-16 code units. */
export const maxPartDescriptionLength = 1_024;

/** Returns the first text that is not empty after removing invisible characters. */
export function firstText(candidates: readonly (string | null | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const text = plainText(candidate ?? '');
    if (text !== '') return text;
  }
  return undefined;
}

/**
 * Returns the text of the `#` comment directly above a node; undefined if there is none.
 *
 * The comment consists of whole lines without a gap. Instructions to tools and lines without words are
 * left out, and licences are ignored.
 */
export function commentAbove({ loc }: ASTNode): string | undefined {
  const lines: string[] = [];
  let line = loc?.startToken.line ?? 0;
  let token: Token | null | undefined = loc?.startToken.prev;
  while (token?.kind === TokenKind.COMMENT && token.line === line - 1 && isWholeLine(token)) {
    lines.push(token.value);
    line = token.line;
    token = token.prev;
  }
  return commentText(lines.reverse());
}

/** Returns the text of the `#` comment at the end of the line where a node ends. */
export function commentBeside({ loc }: ASTNode): string | undefined {
  const next = loc?.endToken.next;
  const isBeside = next?.kind === TokenKind.COMMENT && next.line === loc?.endToken.line;
  return isBeside ? commentText([next.value]) : undefined;
}

function isWholeLine({ line, prev }: Token): boolean {
  return prev?.line !== line;
}

function commentText(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  const text = lines
    .filter((line) => !toolInstruction.test(line))
    .map((line) => line.replace(/^[#\s]+/, '').trimEnd())
    .filter((line) => line === '' || hasWord(line))
    .join('\n')
    .trim();
  return text === '' || licence.test(text) ? undefined : text;
}

/** Tests for ASCII first, because Unicode classes are slow to compile. */
function hasWord(line: string): boolean {
  return /[a-z\d]/i.test(line) || /[\p{L}\p{N}]/u.test(line);
}

const toolInstruction = /^\s*(?:import\b|eslint|prettier-|graphql-eslint|cspell|noqa\b|@)/i;

const licence = /SPDX-License-Identifier|\bcopyright\b|\blicen[cs]ed? (?:to|under)\b/i;
