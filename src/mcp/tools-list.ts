import type { Catalog, Tool } from '../core/tool.ts';
import type { Method, McpOptions } from './context.ts';
import { cutIntoPages, findPage, type Pages, invalidCursor } from './pages.ts';
import { succeededForMany, type Outcome, type ResultWriter } from './reply.ts';
import { featuresOf, type Features, type Revision } from './versions.ts';
import { withoutHeaderParams } from './headers.ts';

/**
 * `tools/list`: every tool that is not hidden, the same for every caller.
 *
 * The pages are serialised once a catalog and wire shape. Writing the list of 500 tools takes ten
 * times as long as sending it.
 */
export function createToolsList(options: McpOptions, writer: ResultWriter): Method {
  const written = new WeakMap<Catalog, Map<Features, Pages<Outcome>>>();
  return function toolsList({ revision, request }) {
    const catalog = options.catalog.current;
    const features = featuresOf[revision];
    let byShape = written.get(catalog);
    if (!byShape) written.set(catalog, (byShape = new Map()));
    let list = byShape.get(features);
    if (!list) byShape.set(features, (list = write(catalog, revision, options, writer)));
    return findPage(list, request.params.cursor) ?? invalidCursor;
  };
}

function write(
  catalog: Catalog,
  revision: Revision,
  { toolsPageSize }: McpOptions,
  writer: ResultWriter,
): Pages<Outcome> {
  const listed = [...catalog.tools.values()].filter((tool) => !tool.hidden);
  const entries = listed.map((tool) => wireTool(tool, featuresOf[revision]));
  const { pages, stamp } = cutIntoPages('tools', entries, toolsPageSize, () =>
    catalog.fingerprint.slice(0, 16),
  );
  return {
    pages: pages.map((page) => succeededForMany(writer.writeCacheable(revision, page))),
    stamp,
  };
}

/** Writes a tool as `tools/list` shows it to a revision; members it does not know are left out. */
export function wireTool(tool: Tool, features: Features): string {
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
