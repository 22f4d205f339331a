import { describe, expect, it } from 'vitest';
import type { ContentField } from '../../src/core/tool.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { toolFixture } from '../support/tool-fixture.ts';

const png = 'iVBORw0KGgo'.padEnd(199, 'A') + '=';
const mapper = createResultMapper({
  maxResultBytes: 500,
  keepExtensions: [],
  validateOutput: 'off',
});

/** The result of an answer, given as the text that an API wrote. */
function resultOf(content: readonly ContentField[], text: string) {
  const tool = { ...toolFixture('query Poster { film { title } }'), name: 'poster', content };
  const body = JSON.parse(text) as { readonly data: unknown; readonly errors?: unknown };
  return mapper.fromOutcome(tool, { kind: 'response', body, text });
}

const poster = { path: ['film', 'poster'], mimeType: 'image/png' };
const note = '[image/png: in a content block]';

describe('takeContent', () => {
  it('creates an image block, and replaces only its value by a note', () => {
    const result = resultOf([poster], `{"data":{"film":{"poster":"${png}","budget":1.50}}}`);
    const envelope = `{"data":{"film":{"poster":"${note}","budget":1.50}}}`;
    expect(result).toEqual({
      content: [
        { type: 'text', text: envelope },
        { type: 'image', data: png, mimeType: 'image/png' },
      ],
      structured: envelope,
      isError: false,
    });
  });

  it.each([
    ['a data URL', `data:image/png;base64,${png}`, png],
    ['Base64 with line breaks', `${png.slice(0, 76)}\r\n${png.slice(76)}`, png],
    ['escaped slashes', png.replace('AA', '//'), png.replace('AA', '//')],
  ])('accepts %s', (_, value, data) => {
    const text = JSON.stringify({ data: { film: { poster: value } } });
    const { content } = resultOf([poster], text.replaceAll('/', '\\/'));
    expect(content).toEqual([
      { type: 'text', text: `{"data":{"film":{"poster":"${note}"}}}` },
      { type: 'image', data, mimeType: 'image/png' },
    ]);
  });

  it('creates blocks for audio, text and other files', () => {
    const fields = [
      { path: ['sound'], mimeType: 'audio/mpeg' },
      { path: ['notes'], mimeType: 'text/markdown' },
      { path: ['report'], mimeType: 'application/pdf' },
    ];
    const data = { sound: 'AAAA', notes: '# Notes', report: 'BBBB' };
    const { content } = resultOf(fields, JSON.stringify({ data }));
    expect(content.slice(1)).toEqual([
      { type: 'audio', data: 'AAAA', mimeType: 'audio/mpeg' },
      {
        type: 'resource',
        resource: {
          uri: 'graphql://answers/poster/notes',
          mimeType: 'text/markdown',
          text: '# Notes',
        },
      },
      {
        type: 'resource',
        resource: {
          uri: 'graphql://answers/poster/report',
          mimeType: 'application/pdf',
          blob: 'BBBB',
        },
      },
    ]);
    // what is short costs a model nothing
    expect(content[0]).toEqual({ type: 'text', text: JSON.stringify({ data }) });
  });

  it('finds the field in every item of a list', () => {
    const field = { path: ['films', 'poster'], mimeType: 'image/png' };
    const films = [{ poster: 'AAAA' }, { poster: null }, {}, { poster: 'BBBB' }];
    const { content } = resultOf([field], JSON.stringify({ data: { films } }));
    expect(content.slice(1).map((block) => 'data' in block && block.data)).toEqual([
      'AAAA',
      'BBBB',
    ]);
  });

  it.each(['null', '""', '"no base64!"', '"AAA"', '7', '{"a":1}'])(
    'keeps the value %s in the envelope',
    (value) => {
      const text = `{"data":{"film":{"poster":${value}}}}`;
      const content = [{ type: 'text', text }];
      expect(resultOf([poster], text)).toEqual({ content, structured: text, isError: false });
    },
  );

  it('replaces lone surrogates', () => {
    const notes = { path: ['notes'], mimeType: 'text/plain' };
    const long = 'x'.repeat(100);
    const { content } = resultOf([notes], `{"data":{"notes":["\\ud83d","\\udc4d${long}"]}}`);
    const texts = ['\ufffd', `\ufffd${long}`];
    const uri = 'graphql://answers/poster/notes';
    expect(content).toEqual([
      {
        type: 'text',
        text: '{"data":{"notes":["\\ufffd","[text/plain: in a content block]"]}}',
      },
      ...texts.map((text) => ({
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text },
      })),
    ]);
  });

  it('searches nested lists to a limited depth', () => {
    const posters = { path: ['posters'], mimeType: 'image/png' };
    const nested = (levels: number) => '['.repeat(levels) + '"AAAA"' + ']'.repeat(levels);
    const blocksOf = (levels: number) =>
      resultOf([posters], `{"data":{"posters":${nested(levels)},"x":1}}`).content.slice(1);
    expect(blocksOf(3)).toEqual([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]);
    expect(blocksOf(100_000)).toHaveLength(1);
  });

  it('creates at most a hundred blocks', () => {
    const posters = { path: ['posters'], mimeType: 'image/png' };
    const pictures = Array.from({ length: 20_000 }, (_, index) => String(index).padStart(200, 'A'));
    const large = createResultMapper({
      maxResultBytes: 10_000_000,
      keepExtensions: [],
      validateOutput: 'off',
    });
    const text = JSON.stringify({ data: { posters: pictures } });
    const tool = { ...toolFixture('query Posters { films { poster } }'), content: [posters] };
    const body = JSON.parse(text) as { readonly data: unknown };
    const { content, structured } = large.fromOutcome(tool, { kind: 'response', body, text });
    expect(content.slice(1)).toEqual(
      pictures.slice(0, 100).map((data) => ({ type: 'image', data, mimeType: 'image/png' })),
    );
    expect(JSON.parse(structured)).toEqual({
      data: { posters: pictures.map((picture, index) => (index < 100 ? note : picture)) },
    });
  });

  it('does not count blocks towards the size limit', () => {
    const large = 'A'.repeat(10_000);
    const { isError, content } = resultOf([poster], `{"data":{"film":{"poster":"${large}"}}}`);
    expect(isError).toBe(false);
    expect(content[1]).toEqual({ type: 'image', data: large, mimeType: 'image/png' });
  });

  it('adds blocks to partial results', () => {
    const text = `{"data":{"film":{"poster":"${png}"},"other":null},"errors":[{"message":"no"}]}`;
    const { isError, content } = resultOf([poster], text);
    expect(isError).toBe(true);
    expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
  });
});
