import {
  Kind,
  Lexer,
  print,
  Source,
  TokenKind,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type Token,
} from 'graphql';
import { mcpParam, mcpTool } from '../../compile/directives.ts';
import { createFragmentFinder } from '../../compile/fragments.ts';
import { placeOf } from '../../load/files/parse-document.ts';
import type { OperationFile } from '../../load/operations/load-operations.ts';
import type { OperationSource } from '../../load/operations/operation-sources.ts';

/** The files of operations as they are now, by the path in their places. */
export type OperationFiles = ReadonlyMap<string, OperationFile>;

/**
 * Whether an earlier form of an operation may be served while its file has an error: the operation
 * and its fragments still exist, and its directives `@mcpTool` and `@mcpParam` are the same.
 *
 * Other directives may restrict the tool (scopes, bindings), and a restriction must not be ignored
 * because of an error next to it. In text that is not valid GraphQL, the operation exists if its name
 * does, and the directives of the whole file are compared.
 */
export function isStillWritten(earlier: OperationSource, files: OperationFiles): boolean {
  const { operation, place, origin } = earlier;
  const file = files.get(place.file);
  if (origin !== 'file' || !file) return false;
  const isSame = file.definitions
    ? hasSameSettings(operation, file.definitions)
    : isInInvalidText(operation, file.text);
  return isSame && fragmentsOf(earlier).every((fragment) => exists(fragment, files));
}

/** Returns the operation with its fragments as they are now, where their files are valid. */
export function withCurrentFragments(
  earlier: OperationSource,
  files: OperationFiles,
): OperationSource {
  const fragments = new Map(earlier.fragments);
  for (const [name, fragment] of earlier.fragments) {
    const current = findFragment(fragment, files);
    if (current) fragments.set(name, current);
  }
  return { ...earlier, fragments };
}

function hasSameSettings(
  operation: OperationDefinitionNode,
  definitions: readonly DefinitionNode[],
): boolean {
  const current = definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.name?.value === operation.name?.value,
  );
  const [only, ...others] = current as readonly OperationDefinitionNode[];
  if (!only || others.length > 0 || only.operation !== operation.operation) return false;
  return settingsOf(only) === settingsOf(operation);
}

/** The directives of the gateway on an operation and its variables, as text. */
function settingsOf({ directives = [], variableDefinitions = [] }: OperationDefinitionNode) {
  const variables = variableDefinitions.map((variable) => variable.directives ?? []);
  return [directives, ...variables]
    .flat()
    .filter(({ name }) => name.value === mcpTool.name || name.value === mcpParam.name)
    .map(print)
    .join('\n');
}

function isInInvalidText({ name, operation, loc }: OperationDefinitionNode, text: string): boolean {
  if (!loc) return false;
  const tokens = tokensOf(text);
  const isNamed = tokens.some(
    (token, at) => token.value === name?.value && tokens[at - 1]?.value === operation,
  );
  if (name && !isNamed) return false;
  return settingsIn(tokens) === settingsIn(tokensOf(loc.source.body));
}

/** The tokens before the first character that starts none; comments are left out. */
function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer(new Source(text));
  const tokens: Token[] = [];
  try {
    while (lexer.advance().kind !== TokenKind.EOF) tokens.push(lexer.token);
  } catch {
    // the rest of the text is unknown, so operations in it count as removed
  }
  return tokens;
}

/** The directives of the gateway among tokens, as text. */
function settingsIn(tokens: readonly Token[]): string {
  const texts: string[] = [];
  let depth: number | undefined;
  for (const [at, { kind, value }] of tokens.entries()) {
    const isStart =
      tokens[at - 1]?.kind === TokenKind.AT && (value === mcpTool.name || value === mcpParam.name);
    if (isStart) depth = 0;
    else if (depth === 0 && kind !== TokenKind.PAREN_L) depth = undefined;
    if (depth === undefined) continue;
    texts.push(`${kind} ${value}`);
    if (kind === TokenKind.PAREN_L) depth += 1;
    if (kind === TokenKind.PAREN_R) depth -= 1;
  }
  return texts.join('\n');
}

/** The fragments that an operation reaches; those of its scope that it does not use are left out. */
function fragmentsOf({ operation, fragments }: OperationSource): readonly FragmentDefinitionNode[] {
  return createFragmentFinder()(operation, fragments).fragments;
}

function exists(fragment: FragmentDefinitionNode, files: OperationFiles): boolean {
  const file = files.get(placeOf(fragment)?.file ?? '');
  if (!file) return false;
  return file.definitions === undefined || findFragment(fragment, files) !== undefined;
}

function findFragment(
  fragment: FragmentDefinitionNode,
  files: OperationFiles,
): FragmentDefinitionNode | undefined {
  const { definitions = [] } = files.get(placeOf(fragment)?.file ?? '') ?? {};
  return definitions.find(
    (node): node is FragmentDefinitionNode =>
      node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === fragment.name.value,
  );
}
