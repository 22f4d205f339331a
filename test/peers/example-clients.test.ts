import { describe, expect, it } from 'vitest';
import {
  exampleCalls,
  openExample,
  serveExample,
  type ExampleCall,
} from '../support/example-gateway.ts';
import { closeLater } from '../support/servers.ts';
import type { SdkClient } from '../support/try-client.ts';
import { newestClients } from './clients.ts';

interface Envelope {
  readonly data: unknown;
  readonly errors?: readonly { readonly classification?: string }[];
}

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Envelope;
  readonly isError?: boolean;
}

describe.each(newestClients)('the example through $name', ({ connect }) => {
  it('lists every tool', async () => {
    const peer = await connect(await serveExample());
    closeLater(() => peer.close());
    const { tools } = await peer.listTools();
    const { catalog } = await openExample();
    expect(tools.map(({ name }) => name)).toEqual([...catalog.tools.keys()]);
  });

  it('calls every tool and accepts every result and error', async () => {
    const url = await serveExample();
    const clients = new Map<string | undefined, SdkClient>();
    for (const token of [undefined, 'demo-token', 'guest-token']) {
      const peer = await connect(url, token ? { authorization: `Bearer ${token}` } : {});
      closeLater(() => peer.close());
      // the client validates results of tools it has listed
      await peer.listTools();
      clients.set(token, peer);
    }
    for (const call of exampleCalls) {
      const result = await clients
        .get(call.token)
        ?.callTool({ name: call.tool, arguments: call.args });
      expect(summaryOf(result as CallResult), call.tool).toEqual(expectedOf(call));
    }
  });
});

function summaryOf({ content, structuredContent, isError = false }: CallResult) {
  const { data, errors } = structuredContent;
  return {
    isError,
    hasData: data !== null && Object.values(data as object).some((value) => value !== null),
    classifications: errors?.map(({ classification }) => classification),
    // the envelope stands as text, too: the only block of a success, the second of a failure
    textEqualsEnvelope: JSON.stringify(structuredContent) === content.at(-1)?.text,
  };
}

function expectedOf({ outcome, classifications }: ExampleCall) {
  return {
    isError: outcome !== 'success',
    hasData: outcome === 'success' || outcome === 'partial',
    classifications,
    textEqualsEnvelope: true,
  };
}
