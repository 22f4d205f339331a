import { errorCodes } from '../codes.ts';
import type { Method, MethodCall } from '../exchange.ts';
import type { Resource, ResourceProvider, ResourceTemplate } from '../features.ts';
import { cutIntoPages, findPage } from '../pages.ts';
import { failed, succeeded, type Outcome } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { featuresOf, modernRevision } from '../versions.ts';

/** Entries in one answer. */
const pageSize = 1_000;

/** `resources/list`. */
export function createResourcesList(resources: ResourceProvider, writer: ResultWriter): Method {
  return (call) => listOf('resources', resources.list(), call, writer);
}

/** `resources/templates/list`. */
export function createTemplatesList(resources: ResourceProvider, writer: ResultWriter): Method {
  return (call) => listOf('resourceTemplates', resources.templates(), call, writer);
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

function listOf(
  member: string,
  entries: readonly (Resource | ResourceTemplate)[],
  { revision, request }: MethodCall,
  writer: ResultWriter,
): Outcome {
  const { title } = featuresOf[revision];
  const texts = entries.map((entry) =>
    JSON.stringify(title ? entry : { ...entry, title: undefined }),
  );
  const pages = cutIntoPages(member, texts, pageSize, () => String(texts.length));
  const page = findPage(pages, request.params.cursor);
  if (page !== undefined) return succeeded(writer.writeCacheable(revision, page));
  return failed(errorCodes.INVALID_PARAMS, 'Invalid cursor. List from the start again.');
}
