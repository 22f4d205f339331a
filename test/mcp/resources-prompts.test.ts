import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../src/core/call.ts';
import type { PromptProvider, ResourceProvider } from '../../src/mcp/context.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

const schema = {
  uri: 'graphql://schema',
  name: 'schema',
  title: 'Schema',
  description: 'The SDL.',
  mimeType: 'application/graphql',
};
const resources: ResourceProvider = {
  list: () => [schema],
  templates: () => [
    {
      uriTemplate: 'graphql://operations/{name}',
      name: 'operation',
      title: 'Operation',
      description: 'A document.',
      mimeType: 'application/graphql',
    },
  ],
  read: (uri) =>
    uri === schema.uri ? { mimeType: schema.mimeType, text: 'type Query { a: Int }' } : undefined,
};

const greet: Prompt = {
  name: 'greet',
  title: 'Greet',
  description: 'Greets somebody.',
  arguments: [
    { name: 'who', description: 'Whom.', required: true },
    { name: 'how', required: false },
  ],
  render: (values) => [
    { role: 'user', content: { type: 'text', text: `Greet ${values.get('who')}.` } },
    { role: 'user', content: { type: 'audio', data: 'c25k', mimeType: 'audio/wav' } },
  ],
};
const bare: Prompt = { name: 'bare', arguments: [], render: () => [] };
const prompts: PromptProvider = { list: () => [greet, bare] };

const gateway = createFixtureGateway({ mcp: { resources, prompts } });
const send = async (path: string, init = {}) =>
  gateway.app.fetch(new Request(`http://localhost${path}`, init));

async function legacy(method: string, params: object = {}, revision = '2025-11-25') {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return (await post(send, body, { 'mcp-protocol-version': revision })).json;
}

const SI = { 'io.modelcontextprotocol/serverInfo': { name: 'gw', version: '1.0.0' } };
const cacheable = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public', _meta: SI };

describe('configured resources and prompts', () => {
  it('are advertised in both eras', async () => {
    const clientInfo = { name: 'c', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    expect(await legacy('initialize', params)).toMatchObject({
      result: { capabilities: { tools: {}, resources: {}, prompts: {} } },
    });
    const discover = await post(send, modern('server/discover'), modernHeaders('server/discover'));
    expect(discover.json).toMatchObject({
      result: { capabilities: { tools: {}, resources: {}, prompts: {} } },
    });
  });

  it.each([
    ['resources/list', { resources: [schema] }],
    ['resources/templates/list', { resourceTemplates: resources.templates() }],
    [
      'prompts/list',
      {
        prompts: [
          {
            name: 'greet',
            title: 'Greet',
            description: 'Greets somebody.',
            arguments: greet.arguments,
          },
          { name: 'bare' },
        ],
      },
    ],
  ])('are listed by %s', async (method, result) => {
    expect(await legacy(method)).toEqual({ jsonrpc: '2.0', id: 1, result });
    const answer = await post(send, modern(method), modernHeaders(method));
    expect(answer.json).toEqual({ jsonrpc: '2.0', id: 1, result: { ...result, ...cacheable } });
    expect(await legacy(method, { cursor: 'nope' })).toMatchObject({ error: { code: -32602 } });
    expect(JSON.stringify(await legacy(method, {}, '2025-03-26'))).not.toContain('"title"');
  });

  it('are read', async () => {
    const result = {
      contents: [{ uri: schema.uri, mimeType: schema.mimeType, text: 'type Query { a: Int }' }],
    };
    expect(await legacy('resources/read', { uri: schema.uri })).toMatchObject({ result });
    const body = modern('resources/read', { uri: schema.uri });
    const answer = await post(send, body, modernHeaders('resources/read', schema.uri));
    expect(answer.json).toMatchObject({ result: { ...result, ...cacheable } });
    const other = await post(send, body, modernHeaders('resources/read', 'graphql://other'));
    expect(other).toMatchObject({ status: 400, json: { error: { code: -32020 } } });
  });

  it('report a missing resource with the code of the revision', async () => {
    const uri = 'graphql://nothing';
    expect(await legacy('resources/read', { uri })).toMatchObject({
      error: { code: -32002, data: { uri } },
    });
    const body = modern('resources/read', { uri });
    expect(await post(send, body, modernHeaders('resources/read', uri))).toMatchObject({
      status: 200,
      json: { error: { code: -32602, data: { uri } } },
    });
    expect(await legacy('resources/read')).toMatchObject({ error: { code: -32602 } });
  });

  it('are rendered with arguments', async () => {
    const params = { name: 'greet', arguments: { who: 'Ann' } };
    const messages = [
      { role: 'user', content: { type: 'text', text: 'Greet Ann.' } },
      { role: 'user', content: { type: 'audio', data: 'c25k', mimeType: 'audio/wav' } },
    ];
    expect(await legacy('prompts/get', params)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { description: 'Greets somebody.', messages },
    });
    const answer = await post(
      send,
      modern('prompts/get', params),
      modernHeaders('prompts/get', 'greet'),
    );
    expect(answer.json).toMatchObject({ result: { resultType: 'complete', messages, _meta: SI } });
    expect(await legacy('prompts/get', params, '2024-11-05')).toMatchObject({
      result: { messages: [{}, { content: { type: 'text' } }] },
    });
    expect(await legacy('prompts/get', { name: 'bare' })).toMatchObject({
      result: { messages: [] },
    });
  });

  it.each([
    [{ name: 'gret' }, 'Unknown prompt. Did you mean "greet"?'],
    [{ name: 5 }, 'Unknown prompt.'],
    [{ name: 'greet' }, 'Argument "who" is missing.'],
    [{ name: 'greet', arguments: { who: 5 } }, 'Argument "who" must be a string.'],
    [{ name: 'greet', arguments: [] }, '"arguments" must be an object.'],
  ])('are refused with -32602 for invalid parameters: %j', async (params, message) => {
    expect(await legacy('prompts/get', params)).toMatchObject({ error: { code: -32602, message } });
  });

  it('are rendered without lone surrogates', async () => {
    const halves = { name: 'greet', arguments: { who: 'a\ud83d' } };
    expect(await legacy('prompts/get', halves)).toMatchObject({
      result: { messages: [{ content: { text: 'Greet a\ufffd.' } }, {}] },
    });
    const odd = { name: 'greet', arguments: { [`\ud83d${'a'.repeat(1_000)}`]: 1 } };
    expect(await legacy('prompts/get', odd)).toMatchObject({
      error: { message: `Argument "\ufffd${'a'.repeat(98)}…" must be a string.` },
    });
  });
});
