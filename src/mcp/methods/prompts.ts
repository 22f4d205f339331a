import { isJsonObject } from '../../core/json.ts';
import type { Prompt } from '../../core/prompt.ts';
import { didYouMean } from '../../core/suggest.ts';
import { errorCodes } from '../codes.ts';
import type { Method } from '../exchange.ts';
import type { PromptProvider } from '../features.ts';
import { cutIntoPages, findPage } from '../pages.ts';
import { failed, succeeded } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { featuresOf } from '../versions.ts';
import { wireContent } from '../wire-result.ts';

/** Entries in one answer. */
const pageSize = 1_000;

/** `prompts/list`. */
export function createPromptsList(prompts: PromptProvider, writer: ResultWriter): Method {
  return function promptsList({ revision, request }) {
    const { title } = featuresOf[revision];
    const entries = prompts.list().map((prompt) =>
      JSON.stringify({
        name: prompt.name,
        title: title ? prompt.title : undefined,
        description: prompt.description,
        arguments: prompt.arguments.length > 0 ? prompt.arguments : undefined,
      }),
    );
    const pages = cutIntoPages('prompts', entries, pageSize, () => String(entries.length));
    const page = findPage(pages, request.params.cursor);
    if (page !== undefined) return succeeded(writer.writeCacheable(revision, page));
    return failed(errorCodes.INVALID_PARAMS, 'Invalid cursor. List from the start again.');
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
    if (typeof value !== 'string') return `Argument "${name}" must be a string.`;
    values.set(name, value);
  }
  const missing = prompt.arguments.find(({ name, required }) => required && !values.has(name));
  return missing ? `Argument "${missing.name}" is missing.` : values;
}
