import type { CallTool, ToolResult } from '../../core/call.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import { errorCodes } from '../codes.ts';
import type { Method, MethodCall } from '../exchange.ts';
import { headerParamProblem } from '../header-params.ts';
import type { McpOptions } from '../mcp-options.ts';
import type { MissingTools } from '../missing-tool.ts';
import { progressTokenOf, startProgress } from '../progress.ts';
import { failed, succeeded, type Outcome } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { featuresOf, modernRevision } from '../versions.ts';
import { wireResult } from '../wire-result.ts';

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
