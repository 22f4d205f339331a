import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Executor } from '../../src/core/call.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { createMismatchReport } from '../../src/gateway/error-log.ts';
import { closeLater } from '../support/servers.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { toolFixture } from '../support/tool-fixture.ts';

const drifted = '{"data":{"films":[{"title":"Alien"},{"title":7}]}}';

const answersDrifted: Executor = {
  execute: async () => ({
    kind: 'response',
    body: JSON.parse(drifted) as object,
    text: drifted,
  }),
  close: async () => {},
};

async function open(validateOutput: 'off' | 'warn' | undefined) {
  const { log, warnings } = keepingLog();
  const gateway = await createGateway({
    schema: buildSchema('type Query { films: [Film!] } type Film { title: String! }'),
    inlineOperations: ['query films { films { title } }'],
    executor: answersDrifted,
    ...(validateOutput && { validateOutput }),
    log,
  });
  closeLater(() => gateway.close());
  const health = async () =>
    (await (await gateway.fetch(new Request('http://127.0.0.1/health'))).json()) as {
      readonly mismatches?: number;
    };
  return { gateway, warnings, health };
}

const line = {
  tool: 'films',
  cause: 'The response contradicts the output schema at data.films[].title.',
};

describe('a response that violates the output schema', () => {
  it('is served with validateOutput: warn, counted and logged', async () => {
    const { gateway, warnings, health } = await open('warn');
    for (let calls = 0; calls < 25; calls++) {
      const { isError, structured } = await gateway.call('films');
      expect([isError, structured]).toEqual([false, drifted]);
    }
    expect((await health()).mismatches).toBe(25);
    expect(warnings).toEqual([[line, 'the tool does not match the API']]);
  });

  it('is an error by default, counted and logged', async () => {
    const { gateway, warnings, health } = await open(undefined);
    const { isError, structured, content } = await gateway.call('films');
    expect(isError).toBe(true);
    expect(JSON.parse(structured)).toEqual({
      data: null,
      errors: [
        {
          message:
            'The response contradicts the output schema of the tool: Expected string, received 7.',
          path: ['films', 1, 'title'],
          classification: 'UPSTREAM_MISMATCH',
        },
      ],
    });
    expect(content.at(-1)).toEqual({ type: 'text', text: drifted });
    expect(await health()).toMatchObject({
      status: 'degraded',
      mismatches: 1,
      mismatched: ['films'],
    });
    expect(warnings).toEqual([[line, 'the tool does not match the API']]);
  });

  it('is not checked with validateOutput: off', async () => {
    const { gateway, warnings, health } = await open('off');
    expect((await gateway.call('films')).isError).toBe(false);
    expect([await health(), warnings]).toEqual([
      expect.not.objectContaining({ mismatches: 1 }),
      [],
    ]);
  });
});

describe('createMismatchReport', () => {
  it('logs a bounded number of causes per tool, and continues to count', () => {
    const { log, warnings } = keepingLog();
    const report = createMismatchReport(log);
    const tools = ['A', 'B'].map((name) => toolFixture(`query ${name} { film }`));
    for (let cause = 0; cause < 50; cause++) {
      for (const tool of tools) report.add(tool, `cause ${cause}`);
    }
    expect([report.total, warnings.length]).toEqual([100, 40]);
  });
});
