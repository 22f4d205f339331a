import { errorCodes } from '../codes.ts';
import type { Method } from '../exchange.ts';
import type { ResourceProvider } from '../features.ts';
import { failed, succeeded } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { modernRevision } from '../versions.ts';
import { listPage } from './list-page.ts';

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
