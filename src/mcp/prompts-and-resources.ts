import { isJsonObject } from '../core/json.ts';
import type { Prompt } from '../core/prompt.ts';
import { didYouMean } from '../core/suggest.ts';
import { errorCodes, echoable } from './message.ts';
import type { Method, PromptProvider, ResourceProvider } from './context.ts';
import { failed, succeeded, type ResultWriter } from './reply.ts';
import { featuresOf, modernRevision } from './versions.ts';
import { wireContent } from './tools-call.ts';
import { listPage } from './pages.ts';

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
    if (typeof value !== 'string') return `Argument "${echoable(name)}" must be a string.`;
    // half a character would go out as such, and clients refuse the whole prompt for it
    values.set(name, value.toWellFormed());
  }
  const missing = prompt.arguments.find(({ name, required }) => required && !values.has(name));
  return missing ? `Argument "${missing.name}" is missing.` : values;
}

/** `resources/list`. */
export function createResourcesList(resources: ResourceProvider, writer: ResultWriter): Method {
  return (call) => listPage('resources', resources.list(), call, writer);
}

/** `resources/templates/list`. */
export function createTemplatesList(resources: ResourceProvider, writer: ResultWriter): Method {
  return (call) => listPage('resourceTemplates', resources.templates(), call, writer);
}

/** `resources/read`. A resource that is not there has another code in either era. */
export function createResourcesRead(resources: ResourceProvider, writer: ResultWriter): Method {
  return function resourcesRead({ revision, request }) {
    const { uri } = request.params;
    if (typeof uri !== 'string') {
      return failed(errorCodes.INVALID_PARAMS, '"uri" must be the URI of a resource.');
    }
    const found = resources.read(uri);
    if (!found) {
      const code =
        revision === modernRevision ? errorCodes.INVALID_PARAMS : errorCodes.RESOURCE_NOT_FOUND;
      return failed(code, 'Resource not found', { uri });
    }
    const contents = JSON.stringify([{ uri, mimeType: found.mimeType, text: found.text }]);
    return succeeded(writer.writeCacheable(revision, `"contents":${contents}`));
  };
}
