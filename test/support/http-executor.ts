import type { ExecutionOutcome, Executor, CallContext } from '../../src/core/call.ts';
import type { Tool } from '../../src/core/tool.ts';
import { createHttpExecutor, type HttpExecutorOptions } from '../../src/execute/http-executor.ts';
import { closeLater } from './servers.ts';
import { callContext } from './tool-fixture.ts';

/** An executor without jitter, closed after the test; its deadline only ends what hangs. */
export function testExecutor(options: HttpExecutorOptions): Executor {
  const executor = createHttpExecutor({ timeoutMs: 60_000, random: () => 0, ...options });
  closeLater(() => executor.close());
  return executor;
}

/** Calls a tool. */
export function callTool(
  executor: Executor,
  tool: Tool,
  variables: Readonly<Record<string, unknown>> = {},
  context: Partial<CallContext> = {},
): Promise<ExecutionOutcome> {
  return executor.execute({ tool, variables }, callContext(context));
}

/** The data of a response; a failure is the failure itself. */
export function dataOf(outcome: ExecutionOutcome): unknown {
  return outcome.kind === 'response' ? outcome.body.data : outcome;
}

/** What a known caller looks like. */
export function known(subject: string, claims: Readonly<Record<string, unknown>> = {}) {
  return { subject, claims: new Map(Object.entries(claims)), scopes: [] };
}
