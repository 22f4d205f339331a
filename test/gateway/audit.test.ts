import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { createAudit } from '../../src/observe/audit.ts';
import { sha256Hex } from '../../src/core/text.ts';
import { closeLater, serveJson } from '../support/servers.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { refusalOf } from '../config/prepare.ts';

const schema = buildSchema('type Query { film(id: ID!, password: String): String }');
const tokens = [{ token: 'planted-token', subject: 'ada', claims: { org: 'planted-claim' } }];

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'audit-'));
  closeLater(() => rm(path, { recursive: true }));
  return path;
}

async function open(baseDir: string, values = false) {
  const { url } = await serveJson(({ body }) =>
    body.includes('"bad"')
      ? { errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }], data: null }
      : { data: { film: 'x' } },
  );
  const gateway = await createGateway({
    schema,
    baseDir,
    endpoint: url,
    inlineOperations: [
      'query film($id: ID!, $password: String) { film(id: $id, password: $password) }',
      'query admin @mcpTool(scopes: ["admin"]) { film(id: 1) }',
    ],
    audit: { file: 'audit.jsonl', values },
    auth: { tokens },
  });
  closeLater(() => gateway.close());
  const call = async (name: string, args: object, token?: string) => {
    const params = { name, arguments: args };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'client/1',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body });
    await (await gateway.fetch(request)).text();
  };
  const file = join(baseDir, 'audit.jsonl');
  const lines = async () => {
    const text = await readFile(file, 'utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { call, file, lines };
}

it('records each call and each refused request, without values, tokens and claims', async () => {
  const { call, file, lines } = await open(await folder());
  await call('film', { id: 'planted-id' }, 'planted-token');
  await call('film', { id: 'bad' });
  await call('film', { ids: 'planted-name' }, 'planted-token');
  await call('admin', {}, 'planted-token');
  await call('films', {}, 'planted-token');
  await call('film', {}, 'planted-unknown');
  const entries = await lines();
  const base = { event: 'call', caller: 'ada', client: 'client/1', tool: 'film' };
  expect(entries).toMatchObject([
    {
      ...base,
      arguments: ['id'],
      argumentsHash: sha256Hex('{"id":"planted-id"}'),
      outcome: 'success',
    },
    { ...base, caller: null, outcome: 'failure', classification: 'FORBIDDEN', status: 200 },
    { ...base, arguments: ['ids'], outcome: 'refused', classification: 'BAD_REQUEST' },
    { event: 'refused', cause: 'permission', tool: 'admin', caller: 'ada' },
    { event: 'refused', cause: 'unknown tool', tool: 'films', caller: 'ada' },
    {
      event: 'refused',
      cause: 'credentials',
      value: 'The token is not one that the gateway accepts.',
    },
  ]);
  const [first] = entries;
  expect(Object.keys(first ?? {})).toEqual([
    'time',
    'event',
    'id',
    'caller',
    'client',
    'tool',
    'arguments',
    'argumentsHash',
    'outcome',
    'durationMs',
  ]);
  expect(await readFile(file, 'utf8')).not.toContain('planted');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('records values if that is configured, without secrets and the ends of long texts', async () => {
  const { call, lines } = await open(await folder(), true);
  await call('film', { id: 'x'.repeat(500), password: 'planted' });
  expect(await lines()).toMatchObject([
    { values: { id: `${'x'.repeat(199)}…`, password: '[masked]' } },
  ]);
});

it('records at most 60 refusals a minute, and how many it omitted', async () => {
  const file = join(await folder(), 'audit.jsonl');
  let time = 0;
  const now = () => new Date(time);
  const audit = createAudit({ file, values: false, now, onFailure: () => {} });
  for (let count = 0; count < 100; count++) audit.refused({ cause: 'credentials' });
  time = 60_000;
  audit.refused({ cause: 'host', value: 'evil.example' });
  audit.close();
  audit.refused({ cause: 'host', value: 'late.example' });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(61);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    time: '1970-01-01T00:01:00.000Z',
    event: 'refused',
    cause: 'host',
    value: 'evil.example',
    omitted: 40,
  });
});

it('lets calls go on if it cannot be written, and says so once', async () => {
  const { log, errors } = keepingLog();
  const { url } = await serveJson(() => ({ data: { film: 'x' } }));
  const gateway = await createGateway({
    schema,
    log,
    endpoint: url,
    inlineOperations: ['query film { film(id: 1) }'],
    // every write fails: no space left
    audit: { file: '/dev/full' },
  });
  closeLater(() => gateway.close());
  expect((await gateway.call('film')).isError).toBe(false);
  expect((await gateway.call('film')).isError).toBe(false);
  expect(errors).toEqual([[{ reason: 'ENOSPC' }, 'the audit log cannot be written']]);
});

it('refuses to start with a file that cannot be opened', async () => {
  const refused = await refusalOf(async () => open(join(await folder(), 'none')));
  expect(refused).toEqual([
    'error CONFIG_AUDIT_FILE: The audit log "audit.jsonl" cannot be opened (ENOENT). Create its folder, and let the process write to it.',
  ]);
});
