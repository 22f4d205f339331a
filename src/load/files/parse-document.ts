import {
  GraphQLError,
  Lexer,
  parse,
  TokenKind,
  type DefinitionNode,
  type Source,
  type Token,
  type ASTNode,
} from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';

/** Parsed GraphQL text, or a diagnostic. */
export type ParseResult =
  | {
      readonly ok: true;
      readonly definitions: readonly DefinitionNode[];
      /** Start of the chain of all tokens, comments included. */
      readonly firstToken: Token;
    }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * The deepest nesting of braces, brackets and parentheses. Real operations stay below 30, and later
 * stages walk documents recursively.
 */
const maxDepth = 200;

/**
 * Parses GraphQL text. Tokens are kept to read the comments above operations; without `places`,
 * nodes do not refer to them and have no places.
 *
 * Text without definitions is valid: a file may have `#import` lines only.
 */
export function parseDocument(source: Source, places = true): ParseResult {
  try {
    const lexer = new Lexer(source);
    const firstToken = lexer.token;
    const { definitions } = parse(source, { lexer, noLocation: !places });
    const deep = tokenTooDeep(firstToken);
    if (deep) return tooDeep(placeOfToken(deep, source));
    return { ok: true, definitions, firstToken };
  } catch (error) {
    // the recursive parser overflowed its stack
    if (error instanceof RangeError) return tooDeep({ file: source.name, line: 1, column: 1 });
    if (!(error instanceof GraphQLError)) throw error;
    const firstToken = firstTokenOfBlank(source);
    return firstToken ? { ok: true, definitions: [], firstToken } : syntaxProblem(error);
  }
}

function tokenTooDeep(firstToken: Token): Token | undefined {
  let depth = 0;
  for (let token: Token | null = firstToken; token; token = token.next) {
    depth += depthChange(token);
    if (depth > maxDepth) return token;
  }
  return undefined;
}

/** Compared one by one, because it runs for every token of every schema. */
function depthChange({ kind }: Token): number {
  if (kind === TokenKind.NAME) return 0;
  const { BRACE_L, BRACE_R, BRACKET_L, BRACKET_R, PAREN_L, PAREN_R } = TokenKind;
  if (kind === BRACE_L || kind === BRACKET_L || kind === PAREN_L) return 1;
  return kind === BRACE_R || kind === BRACKET_R || kind === PAREN_R ? -1 : 0;
}

function tooDeep(place: Place): ParseResult {
  return {
    ok: false,
    problem: loadDiagnostic(
      'GRAPHQL_TOO_DEEP',
      `The text is nested more than ${maxDepth} levels deep.`,
      { place },
    ),
  };
}

/** Returns the first token of a text that has comments only. */
function firstTokenOfBlank(source: Source): Token | undefined {
  try {
    const lexer = new Lexer(source);
    const start = lexer.token;
    return lexer.advance().kind === TokenKind.EOF ? start : undefined;
  } catch {
    return undefined;
  }
}

function syntaxProblem(error: GraphQLError): ParseResult {
  const message = error.message.replace(/^Syntax Error: /, '').replace(/\.?$/, within(error));
  const place = placeOfError(error);
  return {
    ok: false,
    problem: loadDiagnostic('GRAPHQL_SYNTAX', message, { place }),
  };
}

/** The place of embedded text is one line of its file, so its own line goes into the message. */
function within({ source, locations }: GraphQLError): string {
  const { line = 1, column = 1 } = source?.locationOffset ?? {};
  const own = locations?.[0];
  return own && (line !== 1 || column !== 1) ? `, at ${own.line}:${own.column} of the text.` : '.';
}

/**
 * Returns the place of a parsed node.
 *
 * The place of a definition is that of its keyword, not of its description. The place of embedded
 * text (an entry of a manifest) is that of the entry.
 *
 * Lines come from tokens; graphql's `getLocation` counts them again each time.
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

/** Returns the place of a token. */
function placeOfToken({ line, column }: Token, source: Source): Place {
  return placeIn(source, line, column);
}

/** Returns the place of a GraphQLError, if it has one. */
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

/** An `#import` line of an operation file. */
export interface ImportStatement {
  /** The path between the quotes. */
  readonly target: string;
  readonly place: Place;
}

/**
 * Reads the `#import` lines of a file, anywhere in it.
 *
 * | line                               | imports                          |
 * | ---------------------------------- | -------------------------------- |
 * | `#import "./fields.graphql"`       | all fragments of the file        |
 * | `# import './fields.graphql';`     | the same                         |
 * | `# import Fields from "./f.graphql"` | the same; names are ignored |
 */
export function importsOf(firstToken: Token, source: Source): readonly ImportStatement[] {
  const statements: ImportStatement[] = [];
  // a search of the text is faster than a walk over the tokens of a large schema
  if (!anyImport.test(source.body)) return statements;
  for (let token: Token | null = firstToken; token; token = token.next) {
    if (token.kind !== TokenKind.COMMENT) continue;
    const target = importTargetOf(token.value);
    if (target !== undefined) statements.push({ target, place: placeOfToken(token, source) });
  }
  return statements;
}

/**
 * Returns the import path of a comment (the text after the `#`), or undefined for other comments.
 */
export function importTargetOf(comment: string): string | undefined {
  const [, imported, quote, target, end] = importLine.exec(comment.trim()) ?? [];
  if (imported === undefined || target === undefined || quote !== end) return undefined;
  const isSource = imported.trim() === '' || /\sfrom\s$/.test(imported.replaceAll(/\s+/g, ' '));
  return isSource ? target : undefined;
}

const anyImport = /#\s*import\s/;

/** `import <names from> "<target>"`, with the words before the quote as one group. */
const importLine = /^import(\s[^'"]*)(["'])([^"']+)(["'])\s*;?$/;
