import { randomUUID } from 'node:crypto';
import type {
  CallContext,
  CallTool,
  ExecutionOutcome,
  Executor,
  ToolResult,
} from '../core/call.ts';
import { nestsDeeperThan } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import type { PreparedArguments, Tool } from '../core/tool.ts';
import type { CallLimits } from '../execute/call-limits.ts';
import type { Audit } from '../observe/audit.ts';
import type { ResultMapper } from '../result/tool-result.ts';

/** Executes the operations of one upstream, and maps its responses to tool results. */
export interface Upstream {
  readonly executor: Executor;
  readonly results: ResultMapper;
}

/** The result of a call, and the outcome that it was made of; undefined if arguments were refused. */
interface Called {
  readonly result: ToolResult;
  readonly outcome: ExecutionOutcome | undefined;
}

/**
 * Creates the function that runs a tool: arguments → variables → response → result.
 *
 * A call that got no response is logged as a warning, and every call in the audit log.
 *
 * @param current returns the upstreams of the current configuration, by name.
 */
export function createCallTool(
  current: () => ReadonlyMap<string, Upstream>,
  log: Log,
  limits: CallLimits,
  audit?: Audit,
): CallTool {
  const run = createRun(current, log, limits);
  if (!audit) return async (...call) => (await run(...call)).result;
  return async (tool, args, context) => {
    const startedAt = performance.now();
    const called = await run(tool, args, context);
    const durationMs = performance.now() - startedAt;
    // arguments that are nested too deeply cannot be written
    const readable = nestsDeeperThan(args, maxArgumentDepth) ? {} : args;
    audit.called({ id: randomUUID(), tool, args: readable, context, durationMs, ...called });
    return called.result;
  };
}

/** Levels of nested lists and objects in arguments: deeper ones exhaust the stack of readers. */
const maxArgumentDepth = 64;

function createRun(current: () => ReadonlyMap<string, Upstream>, log: Log, limits: CallLimits) {
  return async (tool: Tool, args: unknown, context: CallContext): Promise<Called> => {
    const upstream = current().get(tool.upstream);
    if (!upstream) throw new Error(`tool ${tool.name} names upstream ${tool.upstream}`);
    const { executor, results } = upstream;
    const prepared = nestsDeeperThan(args, maxArgumentDepth)
      ? tooDeep
      : tool.prepareArguments(args);
    if (!prepared.ok) {
      return { result: results.refusal(tool, prepared.problems), outcome: undefined };
    }
    const leave = limits.enter(tool.name, context.caller);
    if (typeof leave === 'object') {
      return { result: results.fromOutcome(tool, leave), outcome: leave };
    }
    const request = { tool, variables: prepared.variables };
    const outcome = await executor.execute(request, context).finally(leave);
    // a mismatch is logged once per cause
    if (outcome.kind === 'failure' && outcome.classification !== 'UPSTREAM_MISMATCH') {
      const { classification, message, detail } = outcome;
      const fields = { tool: tool.name, classification, message, ...(detail && { detail }) };
      log.warn(fields, 'a call could not be answered');
    } else if (outcome.kind === 'too-large') {
      const { maxBytes } = outcome;
      log.warn({ tool: tool.name, maxBytes }, 'an answer is larger than the limit');
    }
    return { result: results.fromOutcome(tool, outcome), outcome };
  };
}

const tooDeep: PreparedArguments = {
  ok: false,
  problems: [
    {
      path: [],
      message: `Arguments may have at most ${maxArgumentDepth} levels of lists and objects.`,
    },
  ],
};
