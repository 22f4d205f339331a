import { quotable } from './quotable.ts';
import { errorCodes } from './codes.ts';
import type { MethodCall } from './exchange.ts';
import type { McpOptions } from './mcp-options.ts';
import { createMethodTables } from './method-tables.ts';
import { createMissingTools } from './missing-tool.ts';
import { answerOf, failed, type Answer, type Outcome, type Reply } from './reply.ts';
import { createToolsChanged, type ToolsChanged } from './tools-changed.ts';
import { modernRevision } from './versions.ts';

/** The protocol, without a transport. */
export interface Mcp {
  /**
   * Carries out a request that `classify` let pass. Never throws or rejects: a bug is reported, and
   * the client gets -32603 with a reference.
   */
  dispatch(call: MethodCall): Reply | Promise<Answer>;
  readonly toolsChanged: ToolsChanged;
  /** Lets go of the catalog. */
  close(): void;
}

export function createMcp(options: McpOptions): Mcp {
  const missing = createMissingTools(options.catalog);
  const toolsChanged = createToolsChanged(options.catalog);
  const tables = createMethodTables(options, missing, toolsChanged);
  const masked = (error: unknown): Outcome =>
    failed(errorCodes.INTERNAL_ERROR, `Internal error. Reference: ${options.reportBug(error)}`);
  return {
    dispatch(call) {
      const { id, method } = call.request;
      const table = call.revision === modernRevision ? tables.modern : tables.legacy;
      const run = table.get(method);
      if (!run) return answerOf(id, unknownMethod(method));
      try {
        const came = run(call);
        if ('then' in came) {
          return came.then(
            (outcome) => answerOf(id, outcome),
            (error: unknown) => answerOf(id, masked(error)),
          );
        }
        return 'open' in came ? came : answerOf(id, came);
      } catch (error) {
        return answerOf(id, masked(error));
      }
    },
    toolsChanged,
    close() {
      missing.close();
      toolsChanged.close();
    },
  };
}

function unknownMethod(method: string): Outcome {
  return failed(errorCodes.METHOD_NOT_FOUND, `Method not found: ${quotable(method)}`);
}
