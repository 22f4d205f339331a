import { loadDiagnostic } from '../model/diagnostics.ts';
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

/** GraphQL text as parsed, or what is wrong with it. */
export type ParseResult =
  | {
      readonly ok: true;
      readonly definitions: readonly DefinitionNode[];
      /** Start of the chain of all tokens, comments included. */
      readonly firstToken: Token;
    }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * How deeply braces, brackets and parentheses may be nested. Real operations stay below 30, and the
 * stages after this one walk documents recursively.
 */
const maxDepth = 200;

/**
 * Parses GraphQL text. Tokens are kept, so that comments above operations can be read; without
 * `places` no node holds on to them, and none knows where it stands.
 *
 * Text without any definition is fine: a file may hold nothing but `#import` lines.
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
    // the parser is recursive, and ran out of stack
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

/** Comparisons, for this is asked of every token of every schema. */
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

/** The start of the tokens of a text that has only comments; undefined for any other. */
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

/** Embedded text stands on one line of its file: its own lines are told in the message. */
function within({ source, locations }: GraphQLError): string {
  const { line = 1, column = 1 } = source?.locationOffset ?? {};
  const own = locations?.[0];
  return own && (line !== 1 || column !== 1) ? `, at ${own.line}:${own.column} of the text.` : '.';
}

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
