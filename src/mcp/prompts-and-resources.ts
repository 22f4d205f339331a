import { isJsonObject } from '../core/json.ts';
import { anonymous, mayUse, type Prompt } from '../core/call.ts';
import { didYouMean } from '../core/suggest.ts';
import type { Method, Permissions, PromptProvider, ResourceProvider } from './context.ts';
import { echoable, errorCodes } from './message.ts';
import { listPage } from './pages.ts';
import { cacheable, failed, membersOf, succeeded } from './reply.ts';
import { supportedContent } from './tools-call.ts';
import { featuresOf, modernRevision } from './versions.ts';

/** `prompts/list`. */
export function createPromptsList(prompts: PromptProvider, permissions: Permissions): Method {
  return function promptsList(call) {
    const { caller } = call.exchange;
    const all = prompts.list();
    const listed = all.filter((prompt) => permissions.isListed(prompt, caller));
    const isPrivate = all.some((prompt) => !mayUse(prompt, anonymous));
    const entries = listed.map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments.length > 0 ? prompt.arguments : undefined,
    }));
    return listPage('prompts', entries, call, isPrivate);
  };
}

/** `prompts/get`: fills in a prompt. Its arguments are strings. */
export function createPromptsGet(prompts: PromptProvider, permissions: Permissions): Method {
  return function promptsGet({ revision, request, exchange: { caller } }) {
    const { name, arguments: args = {} } = request.params;
    const all = prompts.list();
    const prompt = all.find((candidate) => candidate.name === name);
    if (!prompt) {
      const listed = all.filter((candidate) => permissions.isListed(candidate, caller));
      const names = listed.map((candidate) => candidate.name);
      const hint = typeof name === 'string' ? didYouMean(name, names) : '';
      return failed(errorCodes.INVALID_PARAMS, `Unknown prompt.${hint}`);
    }
    const refusal = permissions.refuse(`Prompt ${prompt.name}`, prompt, caller);
    if (refusal) return refusal;
    const values = readArguments(prompt, args);
    if (typeof values === 'string') return failed(errorCodes.INVALID_PARAMS, values);
    const features = featuresOf[revision];
    const messages = prompt
      .render(values)
      .map(({ role, content }) => ({ role, content: supportedContent(content, features) }));
    return succeeded(membersOf({ description: prompt.description, messages }));
  };
}

/** @returns the arguments by name, or the message of an error. */
function readArguments(prompt: Prompt, args: unknown): ReadonlyMap<string, string> | string {
  if (!isJsonObject(args)) return '"arguments" must be an object.';
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string') return `Argument "${echoable(name)}" must be a string.`;
    // clients reject a prompt with a lone surrogate
    values.set(name, value.toWellFormed());
  }
  const missing = prompt.arguments.find(({ name, required }) => required && !values.has(name));
  return missing ? `Argument "${missing.name}" is missing.` : values;
}

/** `resources/list`. */
export function createResourcesList(resources: ResourceProvider, permissions: Permissions): Method {
  return (call) => {
    const { caller } = call.exchange;
    const listed = resources.list((resource) => permissions.isListed(resource, caller));
    return listPage('resources', listed, call);
  };
}

/** `resources/templates/list`. */
export function createTemplatesList(resources: ResourceProvider): Method {
  return (call) => listPage('resourceTemplates', resources.templates(), call);
}

/** `resources/read`. The error code for a missing resource depends on the era. */
export function createResourcesRead(resources: ResourceProvider, permissions: Permissions): Method {
  return function resourcesRead({ revision, request, exchange: { caller } }) {
    const { uri } = request.params;
    if (typeof uri !== 'string') {
      return failed(errorCodes.INVALID_PARAMS, '"uri" must be the URI of a resource.');
    }
    const resource = resources.read(uri);
    if (!resource) {
      const code =
        revision === modernRevision ? errorCodes.INVALID_PARAMS : errorCodes.RESOURCE_NOT_FOUND;
      return failed(code, 'Resource not found', { uri });
    }
    const refusal = permissions.refuse('The resource', resource, caller);
    if (refusal) return refusal;
    const { mimeType, text } = resource;
    const isPrivate = !mayUse(resource, anonymous);
    return cacheable(membersOf({ contents: [{ uri, mimeType, text }] }), isPrivate);
  };
}
