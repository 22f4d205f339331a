import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../src/check/surface/compile-surface.ts';

describe('createDocumentReader', () => {
  const fragment = 'fragment F on Film {\n  id\n}';
  const first = `query A {\n  film {\n    ...F\n  }\n}\n\n${fragment}`;
  const second = `query B {\n  films {\n    ...F\n  }\n}\n\n${fragment}`;

  it('reads the same document as the parser', () => {
    expect(print(createDocumentReader()(first))).toBe(first);
  });

  it('shares equal fragments', () => {
    const read = createDocumentReader();
    const [one, other] = [read(first), read(second)];
    expect(one.definitions[1]).toBe(other.definitions[1]);
    expect(one.definitions[0]).not.toBe(other.definitions[0]);
  });

  it('parses the whole document if a string looks like the start of a fragment', () => {
    const text =
      'query A($text: String = """\na\n\nfragment F on Film { id }\n""") {\n  a(text: $text)\n}';
    expect(createDocumentReader()(text)).toEqual(parse(text, { noLocation: true }));
  });
});
