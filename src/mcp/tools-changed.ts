import type { Cell } from '../core/cell.ts';
import type { Catalog } from '../core/tool.ts';

/** Tells streams that the list of tools is another one. */
export interface ToolsChanged {
  /** @returns what stops it. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Speaks up when a reload changed what a client can see; one that changed nothing stays quiet. */
export function createToolsChanged(catalog: Cell<Catalog>): ToolsChanged {
  const listeners = new Set<() => void>();
  const close = catalog.subscribe((next, previous) => {
    if (next.fingerprint === previous.fingerprint) return;
    for (const listener of listeners) listener();
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}
