import { TokenKind, type Source, type Token } from 'graphql';
import type { Place } from '../core/diagnostic.ts';
import { placeOfToken } from './place-of.ts';

/** An `#import` line of an operation file. */
export interface ImportStatement {
  /** As written between the quotes. */
  readonly target: string;
  readonly place: Place;
}

/**
 * Reads the `#import` lines of a file, wherever they stand in it.
 *
 * | line                               | imports                          |
 * | ---------------------------------- | -------------------------------- |
 * | `#import "./fields.graphql"`       | all fragments of the file        |
 * | `# import './fields.graphql';`     | the same                         |
 * | `# import Fields from "./f.graphql"` | the same: names are not looked at |
 */
export function importsOf(firstToken: Token, source: Source): readonly ImportStatement[] {
  const statements: ImportStatement[] = [];
  // one look at the text instead of one at each of the 300,000 tokens of a large schema
  if (!anyImport.test(source.body)) return statements;
  for (let token: Token | null = firstToken; token; token = token.next) {
    if (token.kind !== TokenKind.COMMENT) continue;
    const target = importTargetOf(token.value);
    if (target !== undefined) statements.push({ target, place: placeOfToken(token, source) });
  }
  return statements;
}

/** What a comment imports, or undefined for a comment that is one. Takes the text after the `#`. */
export function importTargetOf(comment: string): string | undefined {
  // a longer line is no import; the bound keeps the pattern from crawling over it
  if (comment.length > 1_000) return undefined;
  return importLine.exec(comment)?.[2];
}

/** At most what `importLine` allows. */
const anyImport = /#\s*import\s/;

const importLine = /^\s*import\s+(?:[^'"]*\sfrom\s+)?(["'])([^"']+)\1\s*;?\s*$/;
