import type { CallTool } from '../core/call.ts';
import type { Cell } from '../core/cell.ts';
import type { Catalog } from '../core/tool.ts';
import type { PromptProvider, ResourceProvider } from './features.ts';

/** How the server names itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** What the protocol layer is given. */
export interface McpOptions {
  readonly catalog: Cell<Catalog>;
  readonly callTool: CallTool;
  readonly info: ServerInfo;
  /** Text that tells a model what the server is for. */
  readonly instructions?: string | undefined;
  /** Tools in one answer of `tools/list`; 500 keeps old clients that read one page only whole. */
  readonly toolsPageSize: number;
  /**
   * Whether caches may share lists between callers (2026-07-28). `private` where callers must
   * authenticate, for a shared cache would answer those who did not.
   */
  readonly cacheScope: 'public' | 'private';
  /** Served only when given. */
  readonly resources?: ResourceProvider | undefined;
  /** Served only when given. */
  readonly prompts?: PromptProvider | undefined;
  /** Is told of every bug, and answers the reference that the client is given in its place. */
  readonly reportBug: (error: unknown) => string;
}
