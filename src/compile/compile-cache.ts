import { TokenKind, type ASTNode, type GraphQLSchema } from 'graphql';
import { stableJson } from '../core/json.ts';
import { formatPlace } from '../core/diagnostic.ts';
import type { Candidate } from './candidate.ts';
import type { ToolDraft } from './compile-tool.ts';
import type { CompileSettings } from './model/settings.ts';

/**
 * What the last compile made of each operation, so that the next one makes only what changed.
 *
 * It holds one compile's drafts, and is replaced whole by the next.
 */
export interface CompileCache {
  last: Remembered | undefined;
}

interface Remembered {
  readonly schema: GraphQLSchema;
  readonly settings: string;
  readonly drafts: ReadonlyMap<string, RememberedDraft>;
}

/** Texts, and nodes that have none. */
type Ingredients = readonly (string | ASTNode)[];

interface RememberedDraft {
  readonly made: Ingredients;
  readonly draft: ToolDraft;
}

/** Makes a cache that remembers nothing yet. */
export function createCompileCache(): CompileCache {
  return { last: undefined };
}

/** Finds the draft of an operation that is what it was, down to the text of its fragments. */
export type Recall = (candidate: Candidate) => ToolDraft | undefined;

/**
 * Looks into what a cache remembers: nothing for another schema or other settings.
 *
 * A schema is the same only if it is the same object: the loader makes a new one for new text.
 */
export function recallFrom(
  last: CompileCache['last'],
  schema: GraphQLSchema,
  settings: CompileSettings,
): Recall {
  if (last?.schema !== schema || last.settings !== settingsText(settings)) return () => undefined;
  const { drafts } = last;
  return (candidate) => {
    const known = drafts.get(keyOf(candidate));
    if (!known) return undefined;
    const now = ingredientsOf(candidate, settings, known.draft);
    const isSame =
      now.length === known.made.length && now.every((part, at) => part === known.made[at]);
    if (!isSame) return undefined;
    letGoOfSource(known.draft);
    return known.draft;
  };
}

/** Replaces what a cache remembers. */
export function remember(
  cache: CompileCache,
  schema: GraphQLSchema,
  settings: CompileSettings,
  drafts: ReadonlyMap<Candidate, ToolDraft>,
): void {
  cache.last = {
    schema,
    settings: settingsText(settings),
    drafts: new Map(
      [...drafts].map(([candidate, draft]) => [
        keyOf(candidate),
        { made: ingredientsOf(candidate, settings, draft), draft },
      ]),
    ),
  };
}

/**
 * Has a draft's document written. Until then it is kept as parsed, and with it all tokens of its
 * file: of each file that was ever read, after enough reloads.
 */
function letGoOfSource({ tool }: ToolDraft): void {
  void tool.operation.document;
}

function keyOf({ source, name }: Candidate): string {
  return `${source.place.file}\n${name}`;
}

/** The settings of single tools are told apart by tool. */
function settingsText(settings: CompileSettings): string {
  const { scalars, tools: _, ...others } = settings;
  return stableJson({ ...others, scalars: [...scalars] });
}

/** All that a draft is made of, beside the schema and the settings of all tools. */
function ingredientsOf(
  { source, name, reach }: Candidate,
  settings: CompileSettings,
  { diagnostics }: ToolDraft,
): Ingredients {
  return [
    source.persistedId ?? '',
    stableJson(settings.tools.get(name) ?? {}),
    // findings name places, which move with the lines above
    diagnostics.length > 0 ? formatPlace(source.place) : '',
    textOf(source.operation),
    ...reach.fragments.map(textOf),
  ];
}

/**
 * A definition as written, with the comments above it, which may describe it. One that was made and
 * not read is nothing but itself.
 */
function textOf(node: ASTNode): string | ASTNode {
  const { loc } = node;
  if (!loc) return node;
  let first = loc.startToken;
  while (first.prev?.kind === TokenKind.COMMENT) first = first.prev;
  return loc.source.body.slice(first.start, loc.end);
}
