import type { CallTool, ContentBlock, ToolResult } from '../core/call.ts';
import type { Cell } from '../core/cell.ts';
import { isJsonObject } from '../core/json.ts';
import { didYouMean } from '../core/suggest.ts';
import { listTexts } from '../core/text.ts';
import type { Catalog, Operation, Tool } from '../core/tool.ts';
import { progressTokenOf, startProgress } from './calls.ts';
import type { McpOptions, Method, MethodCall, Permissions } from './context.ts';
import { headerParamProblem } from './headers.ts';
import { echoable, errorCodes } from './message.ts';
import { failed, succeeded, type Failure } from './reply.ts';
import { featuresOf, modernRevision, type Features } from './versions.ts';

const noArguments = {};

/**
 * `tools/call`: runs a tool and writes its result.
 *
 * | problem                                           | answer                             |
 * | ------------------------------------------------- | ---------------------------------- |
 * | no name, or `arguments` is not an object or null  | -32602                             |
 * | no such tool                                      | -32602 that lists the tools        |
 * | a header contradicts an argument                  | -32020                             |
 * | the caller is anonymous, or lacks a scope         | 403; over HTTP 401 or 403          |
 * | invalid arguments, upstream or response failure   | a result with `isError`            |
 */
export function createToolsCall(
  { catalog, callTool, reportRefusal = () => {} }: McpOptions,
  permissions: Permissions,
  missing: MissingTools,
): Method {
  return function toolsCall(call) {
    const { name, arguments: given } = call.request.params;
    // null means no arguments, as in GraphQL over HTTP
    const args = given ?? noArguments;
    if (typeof name !== 'string') {
      return failed(errorCodes.INVALID_PARAMS, '"name" must be the name of a tool.');
    }
    const tool = catalog.current.tools.get(name);
    const { caller } = call.exchange;
    if (!tool) {
      reportRefusal({ cause: 'unknown tool', tool: name, caller });
      const isListed = (other: Tool) => permissions.isListed(other, caller);
      return failed(errorCodes.INVALID_PARAMS, missing.explain(name, isListed));
    }
    const malformed = checkCall(tool, args, call);
    if (malformed) return malformed;
    const refusal = permissions.refuse(`Tool ${name}`, tool, caller);
    if (refusal) {
      reportRefusal({ cause: 'permission', tool: name, caller });
      return refusal;
    }
    const features = featuresOf[call.revision];
    return run(callTool, tool, args, call).then((result) =>
      succeeded(writeCallResult(tool, result, features)),
    );
  };
}

/** @returns the error if the call is malformed. */
function checkCall(tool: Tool, args: unknown, call: MethodCall): Failure | undefined {
  if (!isJsonObject(args)) {
    return failed(errorCodes.INVALID_PARAMS, '"arguments" must be an object.');
  }
  const { exchange, revision } = call;
  if (exchange.mirrorsArguments && revision === modernRevision) {
    const error = headerParamProblem(tool, args, exchange.headers);
    if (error) return { ok: false, error };
  }
  return undefined;
}

function run(
  callTool: CallTool,
  tool: Tool,
  args: unknown,
  { request, exchange, revision }: MethodCall,
): Promise<ToolResult> {
  const running = callTool(tool, args, exchange);
  const token = progressTokenOf(request.params);
  if (token === undefined || !exchange.notify) return running;
  return running.finally(startProgress(token, revision, exchange.notify));
}

/**
 * Writes the members of a `CallToolResult` for a revision.
 *
 * `structuredContent` is inserted as text. Revisions without it lose nothing: the text content has
 * the same data.
 */
function writeCallResult(tool: Tool, result: ToolResult, features: Features): string {
  const hasStructured = features.structured && tool.outputSchema !== undefined;
  const blocks = result.content.map((block) => JSON.stringify(supportedContent(block, features)));
  const content = `"content":[${blocks.join(',')}]`;
  const structured = hasStructured ? `,"structuredContent":${result.structured}` : '';
  return content + structured + (result.isError ? ',"isError":true' : '');
}

/** Replaces audio by text for revisions without it, whose clients reject unknown content. */
export function supportedContent(block: ContentBlock, { audio }: Features): ContentBlock {
  if (block.type !== 'audio' || audio) return block;
  return { type: 'text', text: `[audio, ${block.mimeType}: this client cannot play it]` };
}

/** Number of removed tools that are remembered; the oldest are forgotten first. */
const maxRemembered = 1_000;
/** Number of tool names in one message. */
const maxListed = 20;

/** Explains why there is no tool of a name. */
export interface MissingTools {
  /** @param isListed whether the caller knows of a tool. */
  explain(name: string, isListed: (tool: Tool) => boolean): string;
  close(): void;
}

/**
 * Remembers the tools that reloads removed, to explain the change to clients with an old list: most
 * clients read the list once.
 */
export function createMissingTools(catalog: Cell<Catalog>): MissingTools {
  const removed = new Map<string, Operation>();
  const close = catalog.subscribe((next, previous) => {
    for (const { name, operation } of previous.tools.values()) {
      if (!next.tools.has(name)) removed.set(name, operation);
    }
    for (const name of removed.keys()) {
      if (next.tools.has(name) || removed.size > maxRemembered) removed.delete(name);
    }
  });
  return {
    explain: (name, isListed) => explain(name, removed.get(name), catalog.current, isListed),
    close,
  };
}

function explain(
  name: string,
  removed: Operation | undefined,
  { tools }: Catalog,
  isListed: (tool: Tool) => boolean,
): string {
  const quoted = echoable(name);
  const listed = [...tools.values()].filter((tool) => !tool.hidden && isListed(tool));
  const names = listed.map((tool) => tool.name);
  if (!removed) return `Unknown tool: ${quoted}.${didYouMean(name, names)}`;
  const successor = listed.find((tool) => isSuccessor(tool, removed));
  if (successor) return `Tool ${quoted} is now called ${successor.name}.`;
  const list = listTexts(names, { max: maxListed }) || 'none';
  return `Tool ${quoted} was removed. Current tools: ${list}.`;
}

function isSuccessor({ operation }: Tool, removed: Operation): boolean {
  return operation.name === removed.name || operation.hash === removed.hash;
}
