import { describe, expect, it } from 'vitest';
import { createCell } from '../../src/core/cell.ts';
import type { Tool } from '../../src/core/tool.ts';
import { createMcp, type Mcp } from '../../src/mcp/server.ts';
import type { Exchange, McpOptions } from '../../src/mcp/context.ts';
import type { Revision } from '../../src/mcp/versions.ts';
import { anonymous, noHeaders } from '../../src/core/call.ts';
import { createFixtureCall } from '../support/fixture-call.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';

const exchange: Exchange = {
  caller: anonymous,
  headers: noHeaders,
  signal: new AbortController().signal,
  listChanged: false,
  mirrorsArguments: false,
};

function mcpOf(tools: readonly Tool[] | undefined, more: Partial<McpOptions> = {}) {
  const catalog = createCell(fixtureCatalog(tools));
  const mcp = createMcp({
    catalog,
    callTool: createFixtureCall().callTool,
    info: { name: 'gw', version: '1.0.0' },
    toolsPageSize: 500,
    reportBug: () => 'bug',
    ...more,
  });
  return { mcp, catalog };
}

async function ask(mcp: Mcp, revision: Revision, method: string, params: object = {}) {
  const request = { kind: 'request', id: 1, method, params: { ...params } } as const;
  const reply = await mcp.dispatch({ revision, request, exchange });
  if (reply.kind !== 'answer') throw new Error('a subscription');
  return JSON.parse(reply.json) as {
    result: { tools: Record<string, unknown>[]; nextCursor?: string; content: object[] };
    error: { code: number; message: string };
  };
}

describe('tools/list', () => {
  it.each([
    ['2024-11-05', ['name', 'description', 'inputSchema']],
    ['2025-03-26', ['name', 'description', 'inputSchema', 'annotations']],
    ['2025-06-18', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']],
    ['2025-11-25', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']],
    ['2026-07-28', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']],
  ] as const)('shows revision %s the members it knows', async (revision, members) => {
    const { result } = await ask(mcpOf(undefined).mcp, revision, 'tools/list');
    expect(Object.keys(result.tools[0] ?? {})).toEqual(members);
  });

  it('omits hidden tools, which can still be called', async () => {
    const { mcp } = mcpOf([fixtureTool('a'), fixtureTool('b', { hidden: true })]);
    const { result } = await ask(mcp, '2025-11-25', 'tools/list');
    expect(result.tools.map(({ name }) => name)).toEqual(['a']);
    const call = await ask(mcp, '2025-11-25', 'tools/call', { name: 'b' });
    expect(call.result.content).toEqual([{ type: 'text', text: '{"data":{"b":{}}}' }]);
  });

  it('returns pages of 500 tools', async () => {
    const tools = Array.from({ length: 1_001 }, (_, i) => fixtureTool(`t${i}`));
    const whole = await ask(mcpOf(tools.slice(0, 500)).mcp, '2025-11-25', 'tools/list');
    expect(whole.result.tools).toHaveLength(500);
    expect(whole.result.nextCursor).toBeUndefined();
    const { mcp } = mcpOf(tools);
    const names: unknown[] = [];
    let cursor: string | undefined;
    const sizes: number[] = [];
    do {
      const { result } = await ask(mcp, '2026-07-28', 'tools/list', {
        ...(cursor !== undefined && { cursor }),
      });
      names.push(...result.tools.map(({ name }) => name));
      sizes.push(result.tools.length);
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([500, 500, 1]);
    expect(names).toEqual(tools.map(({ name }) => name));
  });

  it('refuses a cursor of a list replaced by a reload', async () => {
    const tools = Array.from({ length: 3 }, (_, i) => fixtureTool(`t${i}`));
    const { mcp, catalog } = mcpOf(tools, { toolsPageSize: 2 });
    const { result } = await ask(mcp, '2025-11-25', 'tools/list');
    const params = { cursor: result.nextCursor };
    expect((await ask(mcp, '2025-11-25', 'tools/list', params)).result.tools).toHaveLength(1);
    catalog.set(fixtureCatalog(tools, 'e'.repeat(64)));
    expect((await ask(mcp, '2025-11-25', 'tools/list', params)).error.code).toBe(-32602);
  });

  it('is empty for an empty catalog', async () => {
    const { result } = await ask(mcpOf([]).mcp, '2025-11-25', 'tools/list');
    expect(result).toEqual({ tools: [] });
  });
});

describe('tools/call', () => {
  it.each([
    ['2024-11-05', false, false],
    ['2025-03-26', false, true],
    ['2025-06-18', true, true],
    ['2026-07-28', true, true],
  ] as const)('writes for %s what it knows', async (revision, structured, audio) => {
    const { result } = await ask(mcpOf(undefined).mcp, revision, 'tools/call', {
      name: 'media_op',
    });
    expect('structuredContent' in result).toBe(structured);
    expect(result.content).toEqual([
      { type: 'text', text: 'media' },
      { type: 'image', data: 'aW1n', mimeType: 'image/png' },
      audio
        ? { type: 'audio', data: 'c25k', mimeType: 'audio/wav' }
        : { type: 'text', text: '[audio, audio/wav: this client cannot play it]' },
    ]);
  });

  it('sends only text for a tool without an output schema', async () => {
    const { result } = await ask(mcpOf(undefined).mcp, '2026-07-28', 'tools/call', {
      name: 'text_op',
    });
    expect(result).not.toHaveProperty('structuredContent');
    expect(result.content).toEqual([{ type: 'text', text: '{"data":{"text_op":{}}}' }]);
  });

  it('inserts the envelope as text', async () => {
    const structured = '{"data":{"big":12345678901234567890123}}';
    const { mcp } = mcpOf(undefined, {
      callTool: () => Promise.resolve({ content: [], structured, isError: false }),
    });
    const request = {
      kind: 'request',
      id: 1,
      method: 'tools/call',
      params: { name: 'order' },
    } as const;
    const reply = await mcp.dispatch({ revision: '2025-11-25', request, exchange });
    expect(reply).toEqual({
      kind: 'answer',
      json: `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":${structured}}}`,
    });
  });
});

describe('a tool removed by a reload', () => {
  const call = async (mcp: Mcp, name: string) =>
    (await ask(mcp, '2025-11-25', 'tools/call', { name })).error;

  it('is reported as removed, with the current tools', async () => {
    const { mcp, catalog } = mcpOf([fixtureTool('a'), fixtureTool('b'), fixtureTool('c')]);
    catalog.set(fixtureCatalog([fixtureTool('b'), fixtureTool('c')]));
    expect(await call(mcp, 'a')).toEqual({
      code: -32602,
      message: 'Tool a was removed. Current tools: b, c.',
    });
    catalog.set(fixtureCatalog([]));
    expect((await call(mcp, 'a')).message).toBe('Tool a was removed. Current tools: none.');
  });

  it('lists at most twenty current tools', async () => {
    const { mcp, catalog } = mcpOf([fixtureTool('gone')]);
    catalog.set(fixtureCatalog(Array.from({ length: 25 }, (_, i) => fixtureTool(`t${i}`))));
    expect((await call(mcp, 'gone')).message).toMatch(/t18, t19 and 5 more\.$/);
  });

  it('is reported with its new name if it was renamed', async () => {
    const { mcp, catalog } = mcpOf([fixtureTool('a')]);
    const { operation } = fixtureTool('a');
    catalog.set(fixtureCatalog([fixtureTool('better_name', { operation }), fixtureTool('b')]));
    expect((await call(mcp, 'a')).message).toBe('Tool a is now called better_name.');
  });

  it('can be added again', async () => {
    const { mcp, catalog } = mcpOf([fixtureTool('a'), fixtureTool('b')]);
    catalog.set(fixtureCatalog([fixtureTool('b')]));
    catalog.set(fixtureCatalog([fixtureTool('a'), fixtureTool('b')]));
    expect(await ask(mcp, '2025-11-25', 'tools/call', { name: 'a' })).toMatchObject({ result: {} });
    catalog.set(fixtureCatalog([fixtureTool('a')]));
    expect((await call(mcp, 'b')).message).toBe('Tool b was removed. Current tools: a.');
  });

  it('reveals no hidden tools, and shortens a long name', async () => {
    const { mcp } = mcpOf([fixtureTool('secret_op', { hidden: true })]);
    expect((await call(mcp, 'secret_o')).message).toBe('Unknown tool: secret_o.');
    expect((await call(mcp, 'x'.repeat(5_000))).message.length).toBeLessThan(150);
  });

  it('is forgotten after close', async () => {
    const { mcp, catalog } = mcpOf([fixtureTool('a')]);
    mcp.close();
    catalog.set(fixtureCatalog([]));
    expect((await call(mcp, 'a')).message).toBe('Unknown tool: a.');
  });
});
