import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import { loadPrompts, parsePrompt } from '../../src/load/prompts/load-prompts.ts';

const review = `---
title: Review a film
description: Sums up what people say of a film.
arguments:
  - name: movieId
    description: Id of the film.
    required: true
  - name: tone
---

Sum up the reviews of {{movieId}}, {{ tone }}.
`;

function read(source: string, name = 'review') {
  const parsed = parsePrompt(source, `prompts/${name}.md`, name);
  return parsed.ok ? parsed.prompt : parsed.problems.map(formatDiagnostic);
}

describe('a prompt file', () => {
  it('becomes a prompt with its arguments', () => {
    const prompt = read(review);
    expect(prompt).toEqual({
      name: 'review',
      title: 'Review a film',
      description: 'Sums up what people say of a film.',
      arguments: [
        { name: 'movieId', description: 'Id of the film.', required: true },
        { name: 'tone', required: false },
      ],
      render: expect.any(Function),
    });
    const values = new Map([['movieId', '{{tone}}$&']]);
    expect('render' in prompt && prompt.render(values)).toEqual([
      { role: 'user', content: { type: 'text', text: 'Sum up the reviews of {{tone}}$&, .' } },
    ]);
  });

  it('may set its name and omit arguments', () => {
    expect(read('---\nname: other\n---\nText')).toMatchObject({ name: 'other', arguments: [] });
    expect(read('---\n---\nText')).toMatchObject({ name: 'review', arguments: [] });
    expect(read('---\r\ntitle: T\r\n---\r\nText')).toMatchObject({ title: 'T' });
  });

  it('may name the scopes that a caller needs', () => {
    expect(read('---\nscopes: [a, b]\n---\nText')).toMatchObject({ scopes: ['a', 'b'] });
    expect(read('---\nscopes: a\n---\nText')).toEqual([
      'prompts/review.md:2:9: error PROMPT_MEMBER: "scopes" must be a list of texts. Write scopes: [a, b].',
    ]);
  });

  it('has a separate message per image', () => {
    const prompt = read('---\n---\nLook at\n![it](data:image/png;base64,aW1n)\nand say.');
    expect('render' in prompt && prompt.render(new Map())).toEqual([
      { role: 'user', content: { type: 'text', text: 'Look at' } },
      { role: 'user', content: { type: 'image', data: 'aW1n', mimeType: 'image/png' } },
      { role: 'user', content: { type: 'text', text: 'and say.' } },
    ]);
  });

  it.each([
    [
      'Text alone',
      [
        'prompts/review.md:1:1: error PROMPT_FRONT_MATTER: The file does not start with front matter. Start it with a line ---, description and arguments, and another line ---.',
      ],
    ],
    [
      '---\ntitle: "open\n---\n',
      [
        'prompts/review.md:2:13: error PROMPT_FRONT_MATTER: The front matter is invalid. Neither YAML nor JSON: Missing closing "quote. Start it with a line ---, description and arguments, and another line ---.',
      ],
    ],
    [
      '---\n- a\n---\n',
      [
        'prompts/review.md:2:1: error PROMPT_MEMBER: The front matter must have members. Write description: …',
      ],
    ],
    [
      '---\ntitel: T\nname: 5\narguments: x\n---\n',
      [
        'prompts/review.md:2:8: error PROMPT_MEMBER: Unknown member "titel". Members are name, title, description. Did you mean "title"?',
        'prompts/review.md:3:7: error PROMPT_MEMBER: "name" must be a string. Correct its value; quote text.',
        'prompts/review.md:4:12: error PROMPT_MEMBER: "arguments" must be a list. Write each argument as "- name: …".',
      ],
    ],
    [
      '---\narguments:\n  - name: a\n    required: maybe\n  - b\n---\nUse {{a}},\nthen {{c}}.',
      [
        'prompts/review.md:4:15: error PROMPT_MEMBER: "required" must be a boolean. Correct its value; quote text.',
        'prompts/review.md:5:5: error PROMPT_MEMBER: An argument has no name. Write "- name: …".',
        'prompts/review.md:8:6: error PROMPT_ARGUMENT_UNDECLARED: The text uses the argument "c", which is not declared. Declare it under arguments, or correct it.',
      ],
    ],
  ])('reports mistakes at their places: %j', (source, problems) => {
    expect(read(source)).toEqual(problems);
  });
});

describe('prompt files', () => {
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'prompts-'));
    await writeFile(join(base, 'b.md'), review);
    await writeFile(join(base, 'a.md'), '---\nname: z\n---\nText');
    await writeFile(join(base, 'c.md'), '---\nname: z\n---\nOther');
    await writeFile(join(base, 'broken.md'), 'no front matter');
  });
  afterAll(() => rm(base, { recursive: true }));

  it('are sorted; invalid ones are reported', async () => {
    const loaded = await loadPrompts(['*.md'], { base, displayBase: base });
    expect(loaded.prompts.map(({ name }) => name)).toEqual(['b', 'z']);
    expect(loaded.prompts[1]?.render(new Map())).toMatchObject([{ content: { text: 'Text' } }]);
    expect(loaded.diagnostics.map(({ code, place }) => [code, place?.file])).toEqual([
      ['PROMPT_FRONT_MATTER', 'broken.md'],
      ['PROMPT_NAME_TAKEN', 'c.md'],
    ]);
    expect(loaded.roots).toEqual([base]);
  });

  it('that do not exist are reported', async () => {
    const loaded = await loadPrompts(['nothing/*.md'], { base, displayBase: base });
    expect(loaded).toMatchObject({ prompts: [], diagnostics: [{ code: 'FILES_NOT_FOUND' }] });
  });
});
