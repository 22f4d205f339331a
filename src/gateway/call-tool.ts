import type { CallTool, Executor } from '../core/call.ts';
import type { ResultMapper } from '../result/tool-result.ts';

/** What answers the tools of one upstream. */
export interface Answering {
  readonly executor: Executor;
  readonly results: ResultMapper;
}

/**
 * Makes the function that runs a tool: arguments → variables → response → result.
 *
 * @param current what answers now, by the name that tools carry.
 */
export function createCallTool(current: () => ReadonlyMap<string, Answering>): CallTool {
  return async (tool, args, context) => {
    const upstream = current().get(tool.upstream);
    if (!upstream) throw new Error(`tool ${tool.name} names upstream ${tool.upstream}`);
    const prepared = tool.prepareArguments(args);
    if (!prepared.ok) return upstream.results.refusal(tool, prepared.problems);
    const request = { tool, variables: prepared.variables };
    return upstream.results.fromOutcome(tool, await upstream.executor.execute(request, context));
  };
}
