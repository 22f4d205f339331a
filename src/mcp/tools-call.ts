import type { CallTool, ToolResult, ContentBlock } from '../core/call.ts';
import { isJsonObject } from '../core/json.ts';
import type { Tool, Catalog, Operation } from '../core/tool.ts';
import { errorCodes, echoable } from './message.ts';
import type { Method, MethodCall, McpOptions } from './context.ts';
import { headerParamProblem } from './headers.ts';
import { progressTokenOf, startProgress } from './calls.ts';
import { failed, succeeded, type Outcome, type ResultWriter } from './reply.ts';
import { featuresOf, modernRevision, type Features } from './versions.ts';
import type { Cell } from '../core/cell.ts';
import { didYouMean } from '../core/suggest.ts';

const noArguments = {};

/**
 * `tools/call`: runs a tool and writes its result.
 *
 * | what is wrong                              | answer                             |
 * | ------------------------------------------ | ---------------------------------- |
 * | the request: no name, odd `arguments`      | -32602                             |
 * | no such tool                               | -32602 that says what there is     |
 * | a header contradicts an argument           | -32020                             |
 * | the caller lacks a scope                   | 403, and the same over HTTP        |
 * | the arguments, the upstream, its answer    | a result with `isError`            |
 */
export function createToolsCall(
  { catalog, callTool }: McpOptions,
  missing: MissingTools,
  writer: ResultWriter,
): Method {
  return function toolsCall(call) {
    const { name, arguments: args = noArguments } = call.request.params;
    if (typeof name !== 'string') {
      return failed(errorCodes.INVALID_PARAMS, '"name" must be the name of a tool.');
    }
    const tool = catalog.current.tools.get(name);
    if (!tool) return failed(errorCodes.INVALID_PARAMS, missing.explain(name));
    const refusal = refusalOf(tool, args, call);
    if (refusal) return refusal;
    const features = featuresOf[call.revision];
    return run(callTool, tool, args, call).then((result) =>
      succeeded(writer.write(call.revision, wireResult(tool, result, features))),
    );
  };
}

function refusalOf(tool: Tool, args: unknown, call: MethodCall): Outcome | undefined {
  if (!isJsonObject(args)) {
    return failed(errorCodes.INVALID_PARAMS, '"arguments" must be an object.');
  }
  const { exchange, revision } = call;
  if (exchange.mirrorsArguments && revision === modernRevision) {
    const error = headerParamProblem(tool, args, exchange.headers);
    if (error) return { ok: false, error };
  }
  const { scopes } = tool;
  if (scopes.every((scope) => exchange.caller.scopes.includes(scope))) return undefined;
  const message = `Tool ${tool.name} needs the scopes: ${scopes.join(' ')}.`;
  return { ok: false, error: { code: errorCodes.FORBIDDEN, message }, scopes };
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

/** Removed tools that are remembered; the oldest are forgotten first. */
const maxRemembered = 1_000;
/** Names that one message lists. */
const maxListed = 20;

/** Explains why a name is no tool. */
export interface MissingTools {
  explain(name: string): string;
  close(): void;
}

/**
 * Remembers the tools that reloads removed, so that a client with an old list learns what became of
 * them: most clients read the list once, and go on calling what they saw.
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
  return { explain: (name) => explain(name, removed.get(name), catalog.current), close };
}

function explain(name: string, was: Operation | undefined, { tools }: Catalog): string {
  const short = echoable(name);
  const listed = [...tools.values()].filter((tool) => !tool.hidden);
  const names = listed.map((tool) => tool.name);
  if (!was) return `Unknown tool: ${short}.${didYouMean(name, names)}`;
  const heir = listed.find((tool) => isHeir(tool, was));
  if (heir) return `Tool ${short} is now called ${heir.name}.`;
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  const now = names.length === 0 ? 'none' : names.slice(0, maxListed).join(', ') + more;
  return `Tool ${short} was removed. Tools are now: ${now}.`;
}

function isHeir({ operation }: Tool, was: Operation): boolean {
  return operation.name === was.name || operation.hash === was.hash;
}

/**
 * Writes the members of a `CallToolResult` for a revision.
 *
 * `structuredContent` is the envelope's text, inserted unchanged. Revisions without it lose
 * nothing: the text blocks say the same.
 */
export function wireResult(tool: Tool, result: ToolResult, features: Features): string {
  const hasStructured = features.structured && tool.outputSchema !== undefined;
  const blocks = result.content.map((block) => JSON.stringify(wireContent(block, features)));
  const content = `"content":[${blocks.join(',')}]`;
  const structured = hasStructured ? `,"structuredContent":${result.structured}` : '';
  return content + structured + (result.isError ? ',"isError":true' : '');
}

/** A kind of content that a client does not know fails its whole call, so it is named in text. */
export function wireContent(block: ContentBlock, { audio }: Features): ContentBlock {
  if (block.type !== 'audio' || audio) return block;
  return { type: 'text', text: `[audio, ${block.mimeType}: this client cannot play it]` };
}
