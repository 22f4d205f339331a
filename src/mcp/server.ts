import {
  createPermissions,
  type McpOptions,
  type Method,
  type MethodCall,
  type Permissions,
} from './context.ts';
import { createDiscover, createInitialize, ping, setLevel } from './lifecycle.ts';
import { createListen, createToolsChanged, type ToolsChanged } from './listen.ts';
import { echoable, errorCodes } from './message.ts';
import {
  createPromptsGet,
  createPromptsList,
  createResourcesList,
  createResourcesRead,
  createTemplatesList,
} from './prompts-and-resources.ts';
import { createAnswerWriter, failed, type Answer, type Outcome, type Reply } from './reply.ts';
import { createMissingTools, createToolsCall, type MissingTools } from './tools-call.ts';
import { createToolsList } from './tools-list.ts';
import { modernRevision, type Era } from './versions.ts';

/** The protocol, independent of transports. */
export interface Mcp {
  /**
   * Executes a classified request. Never throws or rejects: a bug is reported, and the client gets
   * -32603 with a reference.
   */
  dispatch(call: MethodCall): Reply | Promise<Answer>;
  readonly toolsChanged: ToolsChanged;
  /** Unsubscribes from the catalog. */
  close(): void;
}

export function createMcp(options: McpOptions): Mcp {
  const permissions = createPermissions(options);
  const missing = createMissingTools(options.catalog);
  const toolsChanged = createToolsChanged(options.catalog);
  const tables = createMethodTables(options, permissions, missing, toolsChanged);
  const writeAnswer = createAnswerWriter(options.info, () => permissions.cacheScope());
  const masked = (error: unknown): Outcome =>
    failed(errorCodes.INTERNAL_ERROR, `Internal error. Reference: ${options.reportBug(error)}`);
  return {
    dispatch(call) {
      const { revision, request } = call;
      const { id, method } = request;
      const answer = (outcome: Outcome): Answer => writeAnswer(id, revision, outcome);
      const table = revision === modernRevision ? tables.modern : tables.legacy;
      const run = table.get(method);
      if (!run) return answer(unknownMethod(method));
      try {
        const returned = run(call);
        if ('then' in returned) {
          return returned.then(answer, (error: unknown) => answer(masked(error)));
        }
        return 'open' in returned ? returned : answer(returned);
      } catch (error) {
        return answer(masked(error));
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

/** Methods of each era by name. A `Map`, because names from outside must not reach a prototype. */
type MethodTables = Readonly<Record<Era, ReadonlyMap<string, Method>>>;

/**
 * Creates the methods.
 *
 * | method                              | legacy        | modern        |
 * | ----------------------------------- | ------------- | ------------- |
 * | `initialize`, `ping`                | yes           | no            |
 * | `logging/setLevel`                  | no effect     | no            |
 * | `server/discover`                   | no            | yes           |
 * | `subscriptions/listen`              | no            | yes           |
 * | `tools/list`, `tools/call`          | yes           | yes           |
 * | `resources/list`, `resources/read`, | if configured | if configured |
 * | `resources/templates/list`          |               |               |
 * | `prompts/list`, `prompts/get`       | if configured | if configured |
 */
function createMethodTables(
  options: McpOptions,
  permissions: Permissions,
  missing: MissingTools,
  toolsChanged: ToolsChanged,
): MethodTables {
  const { resources, prompts } = options;
  const shared = new Map<string, Method>([
    ['tools/list', createToolsList(options, permissions)],
    ['tools/call', createToolsCall(options, permissions, missing)],
  ]);
  if (resources) {
    shared.set('resources/list', createResourcesList(resources, permissions));
    shared.set('resources/templates/list', createTemplatesList(resources));
    shared.set('resources/read', createResourcesRead(resources, permissions));
  }
  if (prompts) {
    shared.set('prompts/list', createPromptsList(prompts, permissions));
    shared.set('prompts/get', createPromptsGet(prompts, permissions));
  }
  return {
    legacy: new Map<string, Method>([
      ['initialize', createInitialize(options)],
      ['ping', ping],
      ['logging/setLevel', setLevel],
      ...shared,
    ]),
    modern: new Map<string, Method>([
      ['server/discover', createDiscover(options)],
      ['subscriptions/listen', createListen(toolsChanged, options.info)],
      ...shared,
    ]),
  };
}
