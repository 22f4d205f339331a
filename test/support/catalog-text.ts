import type { Catalog } from '../../src/core/tool.ts';

/** All of a catalog that is data, as JSON: equal catalogs have equal text, byte for byte. */
export function catalogText(catalog: Catalog): string {
  return JSON.stringify({ ...catalog, tools: [...catalog.tools] });
}
