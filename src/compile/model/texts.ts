import { TokenKind, type ASTNode, type Token } from 'graphql';
import { plainText } from '../../core/text.ts';

/** Longest description of a tool, in UTF-8 bytes: what clients show a model before they cut. */
export const maxToolDescriptionBytes = 2_000;

/** Longest description of an argument or another part of a schema, in UTF-16 units. */
export const maxPartDescriptionLength = 1_024;

/** The first text that is not empty once it is made plain. */
export function firstText(candidates: readonly (string | null | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const text = plainText(candidate ?? '');
    if (text !== '') return text;
  }
  return undefined;
}

/**
 * The `#` comment that stands directly above a node, without its marks; undefined without one.
 *
 * Only whole lines without a gap belong to it. Lines that speak to tools and rules drawn with signs
 * are left out, and a licence describes nothing.
 */
export function commentAbove({ loc }: ASTNode): string | undefined {
  const lines: string[] = [];
  let line = loc?.startToken.line ?? 0;
  let token: Token | null | undefined = loc?.startToken.prev;
  while (token?.kind === TokenKind.COMMENT && token.line === line - 1 && standsAlone(token)) {
    lines.push(token.value);
    line = token.line;
    token = token.prev;
  }
  return textOf(lines.reverse());
}

/** The `#` comment that ends the line a node ends on, with nothing but a comma between. */
export function commentBeside({ loc }: ASTNode): string | undefined {
  const next = loc?.endToken.next;
  const isBeside = next?.kind === TokenKind.COMMENT && next.line === loc?.endToken.line;
  return isBeside ? textOf([next.value]) : undefined;
}

function standsAlone({ line, prev }: Token): boolean {
  return prev?.line !== line;
}

function textOf(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  const text = lines
    .filter((line) => !forTools.test(line))
    .map((line) => line.replace(/^[#\s]+/, '').trimEnd())
    .filter((line) => line === '' || hasWord(line))
    .join('\n')
    .trim();
  return text === '' || licence.test(text) ? undefined : text;
}

/** Plain letters first: classes of Unicode take milliseconds to compile. */
function hasWord(line: string): boolean {
  return /[a-z\d]/i.test(line) || /[\p{L}\p{N}]/u.test(line);
}

const forTools = /^\s*(?:import\b|eslint|prettier-|graphql-eslint|cspell|noqa\b|@)/i;

const licence = /SPDX-License-Identifier|\bcopyright\b|\blicen[cs]ed? (?:to|under)\b/i;
