import { isJsonObject } from '../../core/json.ts';
import type { Prompt } from '../../core/prompt.ts';
import { didYouMean } from '../../core/suggest.ts';
import { errorCodes } from '../codes.ts';
import type { Method } from '../exchange.ts';
import type { PromptProvider } from '../features.ts';
import { quotable } from '../quotable.ts';
import { failed, succeeded } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { featuresOf } from '../versions.ts';
import { wireContent } from '../wire-result.ts';
import { listPage } from './list-page.ts';

/** `prompts/list`. */
export function createPromptsList(prompts: PromptProvider, writer: ResultWriter): Method {
  return function promptsList(call) {
    const entries = prompts.list().map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments.length > 0 ? prompt.arguments : undefined,
    }));
    return listPage('prompts', entries, call, writer);
  };
}

/** `prompts/get`: fills in a prompt. Its arguments are text. */
export function createPromptsGet(prompts: PromptProvider, writer: ResultWriter): Method {
  return function promptsGet({ revision, request }) {
    const { name, arguments: given = {} } = request.params;
    const all = prompts.list();
    const prompt = all.find((candidate) => candidate.name === name);
    if (!prompt) {
      const names = all.map((candidate) => candidate.name);
      const hint = typeof name === 'string' ? didYouMean(name, names) : '';
      return failed(errorCodes.INVALID_PARAMS, `Unknown prompt.${hint}`);
    }
    const values = readArguments(prompt, given);
    if (typeof values === 'string') return failed(errorCodes.INVALID_PARAMS, values);
    const features = featuresOf[revision];
    const messages = prompt
      .render(values)
      .map(({ role, content }) => ({ role, content: wireContent(content, features) }));
    const description =
      prompt.description === undefined
        ? ''
        : `"description":${JSON.stringify(prompt.description)},`;
    return succeeded(
      writer.write(revision, `${description}"messages":${JSON.stringify(messages)}`),
    );
  };
}

/** Reads the arguments, or says what is wrong with them. */
function readArguments(prompt: Prompt, given: unknown): ReadonlyMap<string, string> | string {
  if (!isJsonObject(given)) return '"arguments" must be an object.';
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') return `Argument "${quotable(name)}" must be a string.`;
    // half a character would go out as such, and clients refuse the whole prompt for it
    values.set(name, value.toWellFormed());
  }
  const missing = prompt.arguments.find(({ name, required }) => required && !values.has(name));
  return missing ? `Argument "${missing.name}" is missing.` : values;
}
