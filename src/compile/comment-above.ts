import { TokenKind, type ASTNode, type Token } from 'graphql';

/**
 * The `#` comment that stands directly above a node, without its marks; undefined without one.
 *
 * Only whole lines without a gap belong to it, and no `#import` line or linter's instruction.
 */
export function commentAbove({ loc }: ASTNode): string | undefined {
  const lines: string[] = [];
  let line = loc?.startToken.line ?? 0;
  let token: Token | null | undefined = loc?.startToken.prev;
  while (token?.kind === TokenKind.COMMENT && token.line === line - 1 && standsAlone(token)) {
    lines.unshift(token.value);
    line = token.line;
    token = token.prev;
  }
  const text = lines
    .filter((value) => !/^\s*(import\b|eslint-|prettier-ignore|@)/.test(value))
    .map((value) => value.replace(/^[#\s]+/, ''))
    .join('\n')
    .trim();
  return text === '' ? undefined : text;
}

function standsAlone({ line, prev }: Token): boolean {
  return prev?.line !== line;
}
