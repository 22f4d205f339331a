import { getOrCreate, memoizeWeakly } from '../core/memo.ts';
import { sha256Hex } from '../core/text.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { McpOptions, Method, Permissions } from './context.ts';
import { withoutHeaderParams } from './headers.ts';
import { findPage, invalidCursor, toPages, type Pages } from './pages.ts';
import { cacheable, type Outcome } from './reply.ts';
import { featuresOf, type Features } from './versions.ts';

/** Lists of different callers that are kept for each set of features. */
const maxLists = 64;

/**
 * `tools/list`: every tool that is not hidden and that the caller may use; with open discovery, every
 * tool that is not hidden.
 *
 * The pages are written once for each catalog, set of features and set of scopes, because writing them
 * takes far longer than sending them.
 */
export function createToolsList(
  { catalog, toolsPageSize }: McpOptions,
  permissions: Permissions,
): Method {
  const listsOf = memoizeWeakly<Catalog, Map<Features, Map<string, Pages<Outcome>>>>(
    () => new Map(),
  );
  return function toolsList({ revision, request, exchange: { caller } }) {
    const { current } = catalog;
    const features = featuresOf[revision];
    const lists = getOrCreate(listsOf(current), features, () => new Map<string, Pages<Outcome>>());
    const key = permissions.listKey(current, caller);
    if (lists.size >= maxLists && !lists.has(key)) lists.clear();
    const pages = getOrCreate(lists, key, () => {
      const tools = [...current.tools.values()].filter(
        (tool) => !tool.hidden && permissions.isListed(tool, caller),
      );
      return writePages(tools, features, toolsPageSize, () =>
        sha256Hex(current.fingerprint + key).slice(0, 16),
      );
    });
    return findPage(pages, request.params.cursor) ?? invalidCursor;
  };
}

function writePages(
  tools: readonly Tool[],
  features: Features,
  pageSize: number,
  stampOf: () => string,
): Pages<Outcome> {
  const entries = tools.map((tool) => writeTool(tool, features));
  const { pages, stamp } = toPages('tools', entries, pageSize, stampOf);
  // sharing is safe: revisions with the same features have the same form of results
  const outcomes = pages.map((page) => ({ ...cacheable(page), shared: { last: undefined } }));
  return { pages: outcomes, stamp };
}

/** Writes a tool for `tools/list`, without the members that the revision does not define. */
function writeTool(tool: Tool, features: Features): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return JSON.stringify({
    name,
    title: features.title ? title : undefined,
    description,
    inputSchema: features.headerParams ? inputSchema : withoutHeaderParams(tool, inputSchema),
    outputSchema: features.structured ? outputSchema : undefined,
    annotations: features.annotations ? annotations : undefined,
  });
}
