import type { CallTool, Executor } from '../core/call.ts';
import type { Log } from '../core/log.ts';
import type { ResultMapper } from '../result/tool-result.ts';

/** Executes the operations of one upstream, and maps its responses to tool results. */
export interface Upstream {
  readonly executor: Executor;
  readonly results: ResultMapper;
}

/**
 * Creates the function that runs a tool: arguments → variables → response → result.
 *
 * A call that got no response is logged as a warning.
 *
 * @param current returns the upstreams of the current configuration, by name.
 */
export function createCallTool(current: () => ReadonlyMap<string, Upstream>, log: Log): CallTool {
  return async (tool, args, context) => {
    const upstream = current().get(tool.upstream);
    if (!upstream) throw new Error(`tool ${tool.name} names upstream ${tool.upstream}`);
    const prepared = tool.prepareArguments(args);
    if (!prepared.ok) return upstream.results.refusal(tool, prepared.problems);
    const request = { tool, variables: prepared.variables };
    const outcome = await upstream.executor.execute(request, context);
    // a mismatch is logged once per cause
    if (outcome.kind === 'failure' && outcome.classification !== 'UPSTREAM_MISMATCH') {
      const { classification, message, detail } = outcome;
      const fields = { tool: tool.name, classification, message, ...(detail && { detail }) };
      log.warn(fields, 'a call could not be answered');
    } else if (outcome.kind === 'too-large') {
      const { maxBytes } = outcome;
      log.warn({ tool: tool.name, maxBytes }, 'an answer is larger than the limit');
    }
    return upstream.results.fromOutcome(tool, outcome);
  };
}
