import { getOrCreate, memoizeWeakly } from '../core/memo.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { McpOptions, Method } from './context.ts';
import { withoutHeaderParams } from './headers.ts';
import { findPage, invalidCursor, toPages, type Pages } from './pages.ts';
import { cacheable, type Outcome } from './reply.ts';
import { featuresOf, type Features } from './versions.ts';

/**
 * `tools/list`: every tool that is not hidden, the same for every caller.
 *
 * The pages are written once for each catalog and set of features, because writing them takes far
 * longer than sending them.
 */
export function createToolsList({ catalog, toolsPageSize }: McpOptions): Method {
  const pagesByFeatures = memoizeWeakly<Catalog, Map<Features, Pages<Outcome>>>(() => new Map());
  return function toolsList({ revision, request }) {
    const { current } = catalog;
    const features = featuresOf[revision];
    const pages = getOrCreate(pagesByFeatures(current), features, () =>
      writePages(current, features, toolsPageSize),
    );
    return findPage(pages, request.params.cursor) ?? invalidCursor;
  };
}

function writePages(catalog: Catalog, features: Features, pageSize: number): Pages<Outcome> {
  const listed = [...catalog.tools.values()].filter((tool) => !tool.hidden);
  const entries = listed.map((tool) => writeTool(tool, features));
  const { pages, stamp } = toPages('tools', entries, pageSize, () =>
    catalog.fingerprint.slice(0, 16),
  );
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
