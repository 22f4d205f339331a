import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/core/json.ts';
import { profiles, type Profile } from '../../src/core/tool.ts';
import { corpusNames } from '../support/corpus.ts';
import type { SdkClient } from '../support/try-client.ts';
import { clientKinds } from './clients.ts';
import { serveCorpus, type ServedCorpus } from './served-corpus.ts';

const isDeep = process.env['DEEP'] !== undefined;
const callsOfMost = isDeep ? Infinity : 10;
/** Clients that call every tool; the others call some, spread over the list. */
function mostCalls(client: string, profile: Profile): number {
  const isThorough = client === 'sdk 1.32.2' || client === 'client 2.4.0';
  return isThorough && profile === 'portable' ? Infinity : callsOfMost;
}

/**
 * Clients take seconds to compile the schemas they list, so the most exact ones are left to the
 * oldest validator and the newest, but for the largest API.
 */
function triedIn(profile: Profile, name: string): typeof clientKinds {
  if (isDeep || profile === 'portable') return clientKinds;
  if (profile !== 'full' || name === 'linear') return [];
  return clientKinds.filter(({ name }) => name === 'sdk 1.13.3' || name === 'client 2.4.0');
}

const cases = corpusNames.flatMap((name) =>
  profiles.flatMap((profile) => {
    const peers = triedIn(profile, name);
    return peers.length > 0 ? [{ name, profile, peers }] : [];
  }),
);

describe.skipIf(cases.length === 0).each(cases)(
  'the tools of $name in profile $profile',
  ({ name, profile, peers }) => {
    let corpus: ServedCorpus;
    beforeAll(async () => {
      corpus = await serveCorpus(name, profile);
    });
    afterAll(() => corpus.close());

    it.each(peers)(
      'can be listed and called by $name',
      async ({ name: client, connect }) => {
        const peer = await connect(corpus.url);
        const most = mostCalls(client, profile);
        const { listed, problems, called } = await tryTools(corpus, peer, most);
        expect(listed).toEqual([...corpus.tools.keys()]);
        expect(problems).toEqual([]);
        expect(called).toBeGreaterThanOrEqual(Math.min(most, listed.length));
        await peer.close();
      },
      600_000,
    );
  },
);

describe.skipIf(!corpusNames.includes('star-wars'))('a client', () => {
  const validating = clientKinds.filter(({ name }) => name !== 'sdk 1.11.5');
  it.each(validating)(
    'of $name rejects an answer that does not fit the schema',
    async ({ connect }) => {
      // all root fields of this API are objects or lists
      const corpus = await serveCorpus('star-wars', 'portable', ({ data }) => ({
        data: isJsonObject(data)
          ? Object.fromEntries(Object.keys(data).map((key) => [key, 'text']))
          : {},
      }));
      const peer = await connect(corpus.url);
      const { problems, listed } = await tryTools(corpus, peer, Infinity);
      expect(problems).toHaveLength(listed.length);
      await peer.close();
      await corpus.close();
    },
  );
});

/** Result of a client that lists and calls the tools. */
interface Trial {
  readonly listed: readonly string[];
  readonly problems: readonly string[];
  readonly called: number;
}

/** Lists page by page, because clients keep the schemas of the last page only, and calls some tools. */
async function tryTools(corpus: ServedCorpus, peer: SdkClient, most: number): Promise<Trial> {
  const step = Math.max(1, Math.floor(corpus.tools.size / most));
  const listed: string[] = [];
  const problems: string[] = [];
  let called = 0;
  let cursor: string | undefined;
  do {
    const page = await peer.listTools(cursor === undefined ? {} : { cursor });
    for (const { name } of page.tools) {
      if (listed.push(name) % step !== 0) continue;
      called += 1;
      const problem = await problemOf(corpus, peer, name);
      if (problem !== undefined) problems.push(`${name}: ${problem}`);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { listed, problems, called };
}

interface Envelope {
  readonly data: unknown;
}

interface CallResult {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Envelope;
}

/** Fault of a call: the client rejects the result, or it differs from the answer of the API. */
async function problemOf(
  { tools, answers, argumentsFor }: ServedCorpus,
  peer: SdkClient,
  name: string,
): Promise<string | undefined> {
  const tool = tools.get(name);
  if (!tool) return 'is not in the catalog';
  const args = argumentsFor(tool);
  try {
    const called = await peer.callTool({ name, arguments: args });
    const { content, structuredContent } = called as CallResult;
    // the envelope is sent as text too, which is all that the oldest client reads
    const envelope = JSON.parse(content.at(-1)?.text ?? '') as Envelope;
    if (structuredContent) expect(structuredContent).toEqual(envelope);
    expect(envelope.data).toEqual(answers.get(name)?.['data']);
    return undefined;
  } catch (error) {
    return `${String(error)} ${JSON.stringify(args)}`;
  }
}
