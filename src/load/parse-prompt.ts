import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Prompt, PromptArgument } from '../core/prompt.ts';
import { didYouMean } from '../core/suggest.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import type { PromptCode } from './prompt-codes.ts';
import { placeholdersIn, renderPrompt } from './prompt-text.ts';

/** A prompt, or what is wrong with its file. */
export type ParsedPrompt =
  | { readonly ok: true; readonly prompt: Prompt }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/**
 * Reads a prompt from Markdown with front matter.
 *
 * | front matter  | what it is                                                       |
 * | ------------- | ---------------------------------------------------------------- |
 * | `name`        | name of the prompt; without it, the file's name without ending   |
 * | `title`       | the name people see                                              |
 * | `description` | what it is for                                                   |
 * | `arguments`   | what to fill in: `name`, `description`, `required` (false)       |
 *
 * What follows is the text; `{{name}}` stands for an argument.
 */
export function parsePrompt(source: string, file: string, fallbackName: string): ParsedPrompt {
  const matter = readFrontMatter(source, file);
  if (!matter.ok) {
    const hint = 'Start it with a line ---, description and arguments, and another line ---.';
    const problem = promptFinding('PROMPT_FRONT_MATTER', matter.problem, hint, matter.place);
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
    render: (values) => renderPrompt(matter.text, values),
  };
  return { ok: true, prompt };
}

export function promptFinding(
  code: PromptCode,
  message: string,
  hint: string,
  place: Place,
): Diagnostic {
  return { code, severity: 'error', message, hint, place };
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
  const { arguments: list = [], ...rest } = value;
  yield* typeProblems(rest, memberTypes, [], matter);
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
      yield wrong(`"${name}" is no member.`, hint, place);
    } else if (typeof value !== type) {
      yield wrong(`"${name}" must be a ${type}.`, 'Correct its value; quote text.', place);
    }
  }
}

function* placeholderProblems(matter: Matter, members: JsonObject): Generator<Diagnostic> {
  const declared = argumentsOf(members).map(({ name }) => name);
  for (const { name, offset } of placeholdersIn(matter.text)) {
    if (declared.includes(name)) continue;
    yield promptFinding(
      'PROMPT_ARGUMENT_UNDECLARED',
      `The text uses the argument "${name}", which is not declared.`,
      `Declare it under arguments, or correct it.${didYouMean(name, declared)}`,
      matter.locateText(offset),
    );
  }
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
  return promptFinding('PROMPT_MEMBER', message, hint, place);
}
