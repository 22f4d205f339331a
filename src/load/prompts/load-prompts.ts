import { basename, extname } from 'node:path';
import type { Prompt, PromptArgument } from '../../core/call.ts';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import { compareText } from '../../core/text.ts';
import { findFiles, type PlaceOfItem, type SourceFolders } from '../files/find-files.ts';
import { readText } from '../files/read-file.ts';
import { promptDiagnostic } from './prompt-codes.ts';
import { renderPrompt, readFrontMatter, type FrontMatter, placeholdersIn } from './prompt-file.ts';

/** The prompts of some files. */
export interface LoadedPrompts {
  /** Sorted by name. */
  readonly prompts: readonly Prompt[];
  /** An error for each invalid file; the others are served. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths to watch for changes. */
  readonly roots: readonly string[];
}

/** The largest prompt file, in bytes; it may contain an image. */
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
    const parsed = parsePrompt(text.text, file.displayPath, fallbackName);
    if (!parsed.ok) problems.push(...parsed.problems);
    else if (prompts.has(parsed.prompt.name)) problems.push(taken(parsed.prompt, file.displayPath));
    else prompts.set(parsed.prompt.name, parsed.prompt);
  }
  const sorted = [...prompts.values()].sort((a, b) => compareText(a.name, b.name));
  return { prompts: sorted, diagnostics: problems, roots };
}

function taken({ name }: Prompt, file: string): Diagnostic {
  return promptDiagnostic('PROMPT_NAME_TAKEN', `Another file has the prompt "${name}" already.`, {
    hint: 'Give one of them another name.',
    place: { file, line: 1, column: 1 },
  });
}

/** A prompt, or the diagnostics of its file. */
export type ParsedPrompt =
  | { readonly ok: true; readonly prompt: Prompt }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/**
 * Reads a prompt from Markdown with front matter.
 *
 * | front matter  | meaning                                                          |
 * | ------------- | ---------------------------------------------------------------- |
 * | `name`        | name of the prompt; by default the file name without extension   |
 * | `title`       | the name people see                                              |
 * | `description` | the purpose                                                      |
 * | `arguments`   | what to fill in: `name`, `description`, `required` (false)       |
 * | `scopes`      | scopes that a caller needs, all of them; none by default         |
 *
 * The rest of the file is the text; `{{name}}` is replaced by an argument.
 */
export function parsePrompt(source: string, file: string, fallbackName: string): ParsedPrompt {
  const matter = readFrontMatter(source, file);
  if (!matter.ok) {
    const hint = 'Start it with a line ---, description and arguments, and another line ---.';
    const problem = promptDiagnostic('PROMPT_FRONT_MATTER', matter.problem, {
      hint,
      place: matter.place,
    });
    return { ok: false, problems: [problem] };
  }
  const members = isJsonObject(matter.value) ? matter.value : {};
  const problems = [...memberProblems(matter), ...placeholderProblems(matter, members)];
  if (problems.length > 0) return { ok: false, problems };
  const { name, title, description } = members;
  const prompt: Prompt = {
    name: typeof name === 'string' ? name : fallbackName,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    arguments: argumentsOf(members),
    ...(isTextList(members['scopes']) && { scopes: members['scopes'] }),
    render: (values) => renderPrompt(matter.text, values),
  };
  return { ok: true, prompt };
}

type Matter = FrontMatter & { readonly ok: true };

const memberTypes = new Map([
  ['name', 'string'],
  ['title', 'string'],
  ['description', 'string'],
]);
const argumentTypes = new Map([
  ['name', 'string'],
  ['description', 'string'],
  ['required', 'boolean'],
]);

function* memberProblems(matter: Matter): Generator<Diagnostic> {
  const { value, locate } = matter;
  // front matter without members is null
  if (value === null) return;
  if (!isJsonObject(value)) {
    yield wrong('The front matter must have members.', 'Write description: …', locate([]));
    return;
  }
  const { arguments: list = [], scopes = [], ...rest } = value;
  yield* typeProblems(rest, memberTypes, [], matter);
  if (!isTextList(scopes)) {
    yield wrong('"scopes" must be a list of texts.', 'Write scopes: [a, b].', locate(['scopes']));
  }
  if (!Array.isArray(list)) {
    const message = '"arguments" must be a list.';
    yield wrong(message, 'Write each argument as "- name: …".', locate(['arguments']));
    return;
  }
  for (const [index, argument] of list.entries()) {
    const path = ['arguments', index];
    const members = isJsonObject(argument) ? argument : {};
    yield* typeProblems(members, argumentTypes, path, matter);
    if (typeof members.name === 'string') continue;
    yield wrong('An argument has no name.', 'Write "- name: …".', locate(path));
  }
}

function* typeProblems(
  members: JsonObject,
  types: ReadonlyMap<string, string>,
  path: readonly (string | number)[],
  { locate }: Matter,
): Generator<Diagnostic> {
  for (const [name, value] of Object.entries(members)) {
    const type = types.get(name);
    const place = locate([...path, name]);
    if (!type) {
      const known = [...types.keys()].join(', ');
      const hint = `Members are ${known}.${didYouMean(name, types.keys())}`;
      yield wrong(`Unknown member "${name}".`, hint, place);
    } else if (typeof value !== type) {
      yield wrong(`"${name}" must be a ${type}.`, 'Correct its value; quote text.', place);
    }
  }
}

function* placeholderProblems(matter: Matter, members: JsonObject): Generator<Diagnostic> {
  const declared = argumentsOf(members).map(({ name }) => name);
  for (const { name, offset } of placeholdersIn(matter.text)) {
    if (declared.includes(name)) continue;
    yield promptDiagnostic(
      'PROMPT_ARGUMENT_UNDECLARED',
      `The text uses the argument "${name}", which is not declared.`,
      {
        hint: `Declare it under arguments, or correct it.${didYouMean(name, declared)}`,
        place: matter.locateText(offset),
      },
    );
  }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function argumentsOf({ arguments: list }: JsonObject): readonly PromptArgument[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).map(({ name, description, required }) => ({
    name: typeof name === 'string' ? name : '',
    ...(typeof description === 'string' && { description }),
    required: required === true,
  }));
}

function wrong(message: string, hint: string, place: Place): Diagnostic {
  return promptDiagnostic('PROMPT_MEMBER', message, { hint, place });
}
