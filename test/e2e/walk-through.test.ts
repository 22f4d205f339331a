import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { anonymous, noHeaders } from '../../src/core/call.ts';
import { createFilmApi } from '../../src/example/film-api.ts';
import { mockSchema, serveGuarded } from '../support/guarded-api.ts';
import { closeLater } from '../support/servers.ts';
import { Shell } from '../support/shell.ts';

const root = join(import.meta.dirname, '..', '..');

let shell: Shell;
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'walk-through-')));
  closeLater(() => rm(folder, { recursive: true }));
  shell = new Shell(folder);
});

/** A line of the page, and what the page shows below it, if anything. */
interface Step {
  readonly line: string;
  readonly shown: string | undefined;
}

async function stepsOfPage(): Promise<readonly Step[]> {
  const page = await readFile(join(root, 'docs', 'walk-through.md'), 'utf8');
  const blocks = [...page.matchAll(/```(sh|text|graphql)\n([\s\S]*?)```/g)].map(
    ([, language, text = '']) => ({ language, text }),
  );
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const lines = text.trim().split('\n');
    return lines.map((line, at) => ({
      line,
      shown: at === lines.length - 1 && next?.language === 'text' ? next.text : undefined,
    }));
  });
}

async function toolNames(url: string): Promise<readonly string[]> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

describe('the walk-through', () => {
  it('quotes the output of its commands, from an API with a token to a client', async () => {
    const { schema, contextOf } = createFilmApi();
    const { signal } = new AbortController();
    const endpoint = await serveGuarded(schema, 'Bearer s3cret', () =>
      contextOf({ caller: anonymous, headers: noHeaders, signal }),
    );
    const origin = new URL(endpoint).origin;
    const steps = await stepsOfPage();
    expect(steps.length).toBeGreaterThan(8);
    for (const { line, shown = '' } of steps.filter((step) => !step.line.endsWith(' serve'))) {
      const { output, errors } = await shell.run(
        line.replace('https://api.example/graphql', endpoint),
      );
      const printed = (errors || output).replaceAll(origin, 'https://api.example');
      // what the page does not show may be anything but an error
      expect(shown === '' ? errors : printed).toBe(shown);
    }
    const serving = steps.find(({ line }) => line.endsWith(' serve'))?.line ?? '';
    const { url, stop } = await shell.start(serving);
    expect(await toolNames(url)).toEqual([
      'addToWatchlist',
      'listMovies',
      'listTvShows',
      'movie',
      'search',
      'summarizeMovieReviews',
      'title',
    ]);
    await stop();
    expect(await readFile(join(folder, 'gateway.yaml'), 'utf8')).not.toContain('s3cret');
  });

  const linear = join(root, '..', 'shared', 'corpus', 'linear', 'schema', 'schema.graphql');

  it.skipIf(!existsSync(linear))(
    'works for a public API of a thousand types',
    async () => {
      const endpoint = await serveGuarded(
        mockSchema(await readFile(linear, 'utf8')),
        'lin_api_key',
      );
      const printed: string[] = [];
      for (const line of [
        'export LINEAR_API_KEY=lin_api_key',
        `graphql-mcp-gateway init ${endpoint} --header 'Authorization: \${env:LINEAR_API_KEY}'`,
        'graphql-mcp-gateway add issues,issueCreate,searchIssues',
        `graphql-mcp-gateway call searchIssues --args '{"term":"login","first":2}'`,
      ]) {
        const { code, output, errors } = await shell.run(line);
        expect([line, code, errors]).toEqual([line, 0, '']);
        printed.push(output);
      }
      expect(printed[1]).toContain('operations/listUsers.graphql');
      expect(JSON.parse(printed[3] ?? '')).toMatchObject({
        data: { searchIssues: { nodes: [{ title: 'title' }, { title: 'title' }] } },
      });
      const { url, stop } = await shell.start('graphql-mcp-gateway serve');
      expect(await toolNames(url)).toEqual([
        'issueCreate',
        'listIssues',
        'listProjects',
        'listTeams',
        'listUsers',
        'searchIssues',
        'team',
        'user',
      ]);
      await stop();
    },
    120_000,
  );
});
