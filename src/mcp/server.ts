import { echoable, errorCodes } from './message.ts';
import type { MethodCall, Method, McpOptions } from './context.ts';
import { createMissingTools, type MissingTools, createToolsCall } from './tools-call.ts';
import {
  answerOf,
  failed,
  type Answer,
  type Outcome,
  type Reply,
  createResultWriter,
  type ResultWriter,
} from './reply.ts';
import { createToolsChanged, type ToolsChanged, createListen } from './listen.ts';
import { modernRevision, type Era } from './versions.ts';
import { createDiscover, createInitialize, ping, setLevel } from './lifecycle.ts';
import {
  createPromptsGet,
  createPromptsList,
  createResourcesList,
  createResourcesRead,
  createTemplatesList,
} from './prompts-and-resources.ts';
import { createToolsList } from './tools-list.ts';

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
  return failed(errorCodes.METHOD_NOT_FOUND, `Method not found: ${echoable(method)}`);
}

/** Methods by name, for either era. A `Map`: no name from outside reaches a prototype. */
export type MethodTables = Readonly<Record<Era, ReadonlyMap<string, Method>>>;

/**
 * What may be called.
 *
 * | method                              | legacy      | modern      |
 * | ----------------------------------- | ----------- | ----------- |
 * | `initialize`, `ping`                | yes         | gone        |
 * | `logging/setLevel`                  | no effect   | gone        |
 * | `server/discover`                   |             | yes         |
 * | `subscriptions/listen`              |             | yes         |
 * | `tools/list`, `tools/call`          | yes         | yes         |
 * | `resources/list`, `resources/read`, | when given  | when given  |
 * | `resources/templates/list`          |             |             |
 * | `prompts/list`, `prompts/get`       | when given  | when given  |
 */
export function createMethodTables(
  options: McpOptions,
  missing: MissingTools,
  toolsChanged: ToolsChanged,
): MethodTables {
  const writer = createResultWriter(options.info, options.cacheScope);
  const shared: readonly (readonly [string, Method])[] = [
    ['tools/list', createToolsList(options, writer)],
    ['tools/call', createToolsCall(options, missing, writer)],
    ...featureMethods(options, writer),
  ];
  return {
    legacy: new Map<string, Method>([
      ['initialize', createInitialize(options)],
      ['ping', ping],
      ['logging/setLevel', setLevel],
      ...shared,
    ]),
    modern: new Map<string, Method>([
      ['server/discover', createDiscover(options, writer)],
      ['subscriptions/listen', createListen(toolsChanged, options.info)],
      ...shared,
    ]),
  };
}

function* featureMethods(
  { resources, prompts }: McpOptions,
  writer: ResultWriter,
): Generator<readonly [string, Method]> {
  if (resources) {
    yield ['resources/list', createResourcesList(resources, writer)];
    yield ['resources/templates/list', createTemplatesList(resources, writer)];
    yield ['resources/read', createResourcesRead(resources, writer)];
  }
  if (prompts) {
    yield ['prompts/list', createPromptsList(prompts, writer)];
    yield ['prompts/get', createPromptsGet(prompts, writer)];
  }
}
