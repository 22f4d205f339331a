import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { openExample } from '../support/example-gateway.ts';
import { closeLater } from '../support/servers.ts';

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

/** Code blocks in order, with their language. */
const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language: language ?? '',
  text: text ?? '',
}));

/** Each `curl` of the README with the JSON that is shown below it. */
const transcripts = blocks.flatMap(({ text }, index) =>
  text.startsWith('curl ') ? [{ curl: text, shown: blocks[index + 1]?.text ?? '' }] : [],
);

describe('the README', () => {
  it('shows calls', () => {
    expect(transcripts.length).toBeGreaterThanOrEqual(2);
  });

  it.each(transcripts)('shows what the example answers: $curl', async ({ curl, shown }) => {
    const { app } = await openExample();
    const headers = [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
      ([, name = '', value = '']) => [name, value] as [string, string],
    );
    const body = /-d '([^']+)'/.exec(curl)?.[1] ?? '';
    const request = new Request('http://127.0.0.1:4000/mcp', { method: 'POST', headers, body });
    const response = await app.fetch(request);
    expect(await response.json()).toEqual(JSON.parse(shown));
  });

  it('shows an operation file that becomes a tool as it is', async () => {
    const text = blocks.find(({ language }) => language === 'graphql')?.text ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'readme-'));
    closeLater(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'findSeries.graphql'), text);
    const gateway = await createGateway({
      schema: join(import.meta.dirname, '..', '..', 'schema', '*.graphql'),
      operations: join(folder, '*.graphql'),
      endpoint: 'example:films',
    });
    closeLater(() => gateway.close());
    expect([...gateway.catalog.tools.keys()]).toEqual(['findSeries']);
    const { isError, structured } = await gateway.call('findSeries', {
      genre: 'CRIME',
      status: 'RUNNING',
    });
    expect([isError, JSON.parse(structured)]).toMatchObject([
      false,
      { data: { tvShows: [{ id: 's4' }] } },
    ]);
  });

  it('links to pages that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '');
    const local = links.filter((link) => !link.includes('://'));
    const root = join(import.meta.dirname, '..', '..');
    for (const link of local) expect(readFileSync(join(root, link), 'utf8')).not.toBe('');
  });
});
