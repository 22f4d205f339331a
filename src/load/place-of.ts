import type { ASTNode, GraphQLError, Source, Token } from 'graphql';
import type { Place } from '../core/diagnostic.ts';

/**
 * Where a parsed node stands, or undefined for a node that was made and not parsed.
 *
 * An operation or a definition stands where its keyword is, not where its description starts. Text
 * that is embedded in another file (an entry of a manifest) stands where the entry does: its own
 * lines mean nothing to an editor.
 *
 * Lines come from tokens, which costs nothing; graphql's `getLocation` counts them anew each time.
 */
export function placeOf(node: ASTNode): Place | undefined {
  return node.loc && placeOfToken(keywordOf(node, node.loc.startToken), node.loc.source);
}

function keywordOf(node: ASTNode, first: Token): Token {
  const described = 'description' in node ? node.description?.loc : undefined;
  let token = described?.endToken.next;
  while (token?.kind === 'Comment') token = token.next;
  return token ?? first;
}

/** Where a token stands, comments included. */
export function placeOfToken({ line, column }: Token, source: Source): Place {
  return placeIn(source, line, column);
}

/** Where an error of graphql stands, if it says so. */
export function placeOfError({ source, locations, nodes }: GraphQLError): Place | undefined {
  const node = nodes?.[0];
  if (node?.loc) return placeOf(node);
  const location = locations?.[0];
  return source && location && placeIn(source, location.line, location.column);
}

function placeIn(source: Source, line: number, column: number): Place {
  const { name: file, locationOffset } = source;
  const embedded = locationOffset.line !== 1 || locationOffset.column !== 1;
  return embedded ? { file, ...locationOffset } : { file, line, column };
}
