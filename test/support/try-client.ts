import { expect } from 'vitest';

/** What is used of a client of an official SDK, whatever its version. */
export interface SdkClient {
  ping(): Promise<unknown>;
  listTools(params?: { readonly cursor?: string }): Promise<{
    readonly tools: readonly { readonly name: string }[];
    readonly nextCursor?: string | undefined;
  }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

interface CallResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** Lists the tools of the fixture gateway and calls some, as every agent does. */
export async function tryClient(client: SdkClient): Promise<readonly string[]> {
  const { tools } = await client.listTools();
  const call = async (name: string, args?: Record<string, unknown>): Promise<string> => {
    const called = client.callTool({ name, ...(args && { arguments: args }) });
    const { content, isError = false } = (await called) as CallResult;
    return `${isError ? 'error: ' : ''}${content[0]?.text}`;
  };
  return [
    tools.map(({ name }) => name).join(' '),
    await call('order', { id: 'o1' }),
    await call('ping_op'),
    await call('fail_op', {}),
    await call('order', { id: 5 }),
    await call('nope', {}).catch((error: Error) => error.message.replace(/^.*?: /, '')),
  ];
}

/** The result of `tryClient` with every client. */
export const usualTrial: readonly unknown[] = [
  'ping_op fail_op order routed_op slow_op bug_op media_op text_op admin_op',
  '{"data":{"order":{"id":"o1"}}}',
  '{"data":{"ping_op":{}}}',
  'error: GraphQL operation failed: the upstream said no.',
  'error: id must be string',
  expect.stringMatching(/nope\.$/),
];
