import { compareText } from '../core/text.ts';
import { basename, extname } from 'node:path';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Prompt } from '../core/prompt.ts';
import { findFiles, type PlaceOfItem } from './find-files.ts';
import { parsePrompt, promptFinding } from './parse-prompt.ts';
import { readText } from './read-text.ts';
import type { SourceFolders } from './source-file.ts';

/** The prompts of some files. */
export interface LoadedPrompts {
  /** Sorted by name. */
  readonly prompts: readonly Prompt[];
  /** An error for each file that is no prompt; the others are served. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths to watch for changes. */
  readonly roots: readonly string[];
}

/** Largest prompt file that is read, in bytes; most of one is a picture. */
const maxPromptBytes = 1_048_576;

/** Reads all prompts that globs match. */
export async function loadPrompts(
  globs: readonly string[],
  folders: SourceFolders,
  placeOf?: PlaceOfItem,
): Promise<LoadedPrompts> {
  const { files, roots, diagnostics } = await findFiles(globs, folders, placeOf);
  const prompts = new Map<string, Prompt>();
  const problems: Diagnostic[] = [...diagnostics];
  for (const file of files) {
    const text = await readText(file, maxPromptBytes);
    if (!text.ok) {
      problems.push(text.problem);
      continue;
    }
    const fallbackName = basename(file.path, extname(file.path));
    const parsed = parsePrompt(text.text, file.shown, fallbackName);
    if (!parsed.ok) problems.push(...parsed.problems);
    else if (prompts.has(parsed.prompt.name)) problems.push(taken(parsed.prompt, file.shown));
    else prompts.set(parsed.prompt.name, parsed.prompt);
  }
  const sorted = [...prompts.values()].sort((a, b) => compareText(a.name, b.name));
  return { prompts: sorted, diagnostics: problems, roots };
}

function taken({ name }: Prompt, file: string): Diagnostic {
  return promptFinding(
    'PROMPT_NAME_TAKEN',
    `Another file has the prompt "${name}" already.`,
    'Give one of them another name.',
    { file, line: 1, column: 1 },
  );
}
