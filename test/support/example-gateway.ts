import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { wireGateway, type WiredGateway } from '../../src/gateway/create-gateway.ts';
import { silentLog } from '../../src/core/log.ts';
import { listen } from '../../src/serve/node.ts';
import { closeLater } from './servers.ts';

const root = join(import.meta.dirname, '..', '..');

/** Opens the example as its own `gateway.yaml` has it, before another endpoint if one is given. */
export async function openExample(
  endpoint?: string,
  { headers = [] }: { readonly headers?: readonly string[] } = {},
): Promise<WiredGateway> {
  const flags = new Map([
    ...(endpoint === undefined ? [] : [['--endpoint', [endpoint]] as const]),
    ...(headers.length === 0 ? [] : [['--header', headers] as const]),
  ]);
  const loaded = await loadConfig({ folder: root, env: {}, flags });
  const parts = { ...loaded, env: {}, log: silentLog, source: {}, watch: false };
  const gateway = await wireGateway(parts);
  closeLater(() => gateway.close());
  return gateway;
}

/** Serves the example on a socket; answers the URL of its MCP endpoint. */
export async function serveExample(endpoint?: string): Promise<string> {
  const { app } = await openExample(endpoint);
  const server = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 100 });
  closeLater(() => server.close());
  return `${server.url}/mcp`;
}

/** A call of the example, who makes it, and what its result is to be. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly token?: 'demo-token' | 'guest-token';
  readonly outcome: 'success' | 'partial' | 'failure' | 'refused';
  /** Classifications of the errors, in order. */
  readonly classifications?: readonly string[];
}

const success = { outcome: 'success' } as const;
const asAda = { token: 'demo-token' } as const;

/** Every tool, and every kind of result. The order matters: the watchlist remembers. */
export const exampleCalls: readonly ExampleCall[] = [
  { tool: 'recommendMoviesForMood', args: { mood: 'COMFORT' }, ...success },
  { tool: 'summarizeMovieReviews', args: { movieId: 'm1' }, ...success },
  { tool: 'searchTitles', args: { text: 'the' }, ...success },
  { tool: 'getTitle', args: { id: 's2' }, ...success },
  { tool: 'listMovies', args: { first: 3 }, ...success },
  { tool: 'listCollections', args: {}, ...success },
  { tool: 'getShowtimes', args: { movieId: 'm11' }, ...success },
  { tool: 'getMovieTrailer', args: { id: 'm8' }, ...success },
  { tool: 'compareTitles', args: { first: 'm4', second: 's2' }, ...success },
  { tool: 'myWatchlist', args: {}, ...asAda, ...success },
  { tool: 'addToWatchlist', args: { subject: { tvShowId: 's7' } }, ...asAda, ...success },
  { tool: 'setWatchStatus', args: { itemId: 'w-s7', status: 'WATCHED' }, ...asAda, ...success },
  {
    tool: 'addToWatchlist',
    args: { subject: { tvShowId: 's7' } },
    ...asAda,
    outcome: 'failure',
    classifications: ['BAD_REQUEST'],
  },
  { tool: 'removeFromWatchlist', args: { itemId: 'w-s7' }, ...asAda, ...success },
  {
    tool: 'writeReview',
    args: { movieId: 'm24', score: 8, text: 'Missed my own boat.' },
    ...asAda,
    ...success,
  },
  {
    tool: 'getMovieTrailer',
    args: { id: 'm17' },
    outcome: 'partial',
    classifications: ['INTERNAL_ERROR'],
  },
  {
    tool: 'summarizeMovieReviews',
    args: { movieId: 'm13' },
    outcome: 'failure',
    classifications: ['INTERNAL_ERROR'],
  },
  {
    tool: 'getTitle',
    args: { id: 'm99' },
    outcome: 'failure',
    classifications: ['NOT_FOUND'],
  },
  { tool: 'myWatchlist', args: {}, outcome: 'failure', classifications: ['UNAUTHORIZED'] },
  {
    tool: 'writeReview',
    args: { movieId: 'm24', score: 8, text: 'Fine.' },
    token: 'guest-token',
    outcome: 'failure',
    classifications: ['FORBIDDEN'],
  },
  {
    tool: 'recommendMoviesForMood',
    args: { mood: 'COMFROT' },
    outcome: 'refused',
    classifications: ['BAD_REQUEST'],
  },
];
