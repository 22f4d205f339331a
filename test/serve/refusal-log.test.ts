import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { createRefusalLog } from '../../src/serve/refusal-log.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { closeLater } from '../support/servers.ts';

describe('a refused request', () => {
  it.each([
    [403, 'host', { host: 'mcp.example' }, 'server.allowedHosts'],
    [403, 'origin', { origin: 'https://app.example' }, 'server.allowedOrigins'],
    [401, 'credentials', { authorization: 'Bearer two' }, 'auth.tokens'],
    [406, 'accept', { accept: 'text/html' }, 'Accept must allow'],
    [413, 'body size', { 'content-length': '9999' }, 'limits.maxBodyBytes'],
    [415, 'body type', { 'content-type': 'text/plain' }, 'Content-Type must be'],
  ])('with %i is logged once: %s', async (status, cause, headers, words) => {
    const { log, warnings } = keepingLog();
    const gateway = await createGateway({
      endpoint: 'example:films',
      inlineOperations: ['query films { __typename }'],
      auth: { tokens: [{ token: 'one', subject: 'ada' }] },
      limits: { maxBodyBytes: 1_000 },
      log,
    });
    closeLater(() => gateway.close());
    const request = () =>
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    const response = await gateway.fetch(request());
    await gateway.fetch(request());
    expect(response.status).toBe(status);
    const logged = warnings.filter((line) => JSON.stringify(line).includes('refused'));
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain(cause);
    expect(`${await response.text()} ${JSON.stringify(logged)}`).toContain(words);
  });
});

describe('createRefusalLog', () => {
  it('logs at most 20 values of each cause', () => {
    const { log, warnings } = keepingLog();
    const report = createRefusalLog(log);
    for (let at = 0; at < 100; at += 1) report('host', `host-${at}`);
    report('origin', 'https://app.example');
    expect(warnings).toHaveLength(21);
  });

  it('shortens values, and replaces control characters', () => {
    const { log, warnings } = keepingLog();
    createRefusalLog(log)('host', `\u001b[31m${'x'.repeat(500)}`);
    expect(JSON.stringify(warnings)).toContain(`?[31m${'x'.repeat(95)}"`);
  });
});
