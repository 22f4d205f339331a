import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { ToolOptions } from '../../src/config/upstream-options.ts';
import { describeTool } from '../../src/compile/describe.ts';
import { firstText, maxToolDescriptionBytes } from '../../src/compile/model/texts.ts';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import { catalogOf, toolOf } from '../support/sources.ts';

const sdl = `type Query {
  "All films."
  films: Int
  "One film."
  film: Int
  plain: Int
  "Old films."
  old: Int @deprecated(reason: "Use films.")
}`;

describe('describeTool', () => {
  const configured = { description: 'Configuration.' };
  const described = '"""Own description."""\nquery q { films }';

  it.each([
    ['the settings', `# Comment.\n${described}`, configured, 'Configuration.'],
    ['its own description', `# Comment.\n${described}`, {}, 'Own description.'],
    ['the comment above it', '# Comment.\nquery q { films }', {}, 'Comment.'],
    ['the descriptions of its root fields', 'query q { films film }', {}, 'All films.\nOne film.'],
    ['its title', 'query q { plain }', {}, 'Title.'],
  ])('prefers %s to more distant texts', (_, document, options, expected) => {
    expect(describe_(document, options)).toBe(expected);
  });

  it.each([
    ['empty settings', `# Comment.\n${described}`, { description: '' }, 'Own description.'],
    ['an empty description', '# Comment.\n""" """\nquery q { films }', {}, 'Comment.'],
    ['an empty comment', '#\nquery q { films }', {}, 'All films.'],
    ['settings that nobody sees', described, { description: '\u200B' }, 'Own description.'],
  ])('ignores %s', (_, document, options, expected) => {
    expect(describe_(document, options)).toBe(expected);
  });

  it('describes a root field once if it is selected twice', () => {
    expect(describe_('query q { a: film b: film __typename }')).toBe('One film.');
  });

  it('reads root fields in fragments that spread each other', () => {
    const document = `query q { ...A ... { film } }
      fragment A on Query { films ...B }
      fragment B on Query { plain ...A }`;
    expect(describe_(document)).toBe('All films.\nOne film.');
  });

  it('notes deprecated root fields after every description', () => {
    expect(describe_('query q { old }')).toBe('Old films.\nDeprecated (old): Use films.');
    expect(describe_('query q { old }', configured)).toBe(
      'Configuration.\nDeprecated (old): Use films.',
    );
    const long = describe_('query q { old }', { description: 'x'.repeat(3_000) });
    expect(long).toMatch(/^x+…\nDeprecated \(old\): Use films\.$/);
    expect(new TextEncoder().encode(long)).toHaveLength(maxToolDescriptionBytes);
  });

  it('cuts descriptions at 2000 bytes, between characters', () => {
    const text = describe_('query q { films }', { description: '\u{1F3AC}'.repeat(600) });
    expect(text).toBe(`${'\u{1F3AC}'.repeat(499)}…`);
    expect(new TextEncoder().encode(text).length).toBe(maxToolDescriptionBytes - 1);
  });

  it('prefers the configuration to the directive', () => {
    const operation = 'query q @mcpTool(description: "Directive.") { films }';
    const tools = new Map([['q', { description: 'Configuration.' }]]);
    expect(toolOf(sdl, operation).description).toBe('Directive.');
    expect(toolOf(sdl, operation, { tools }).description).toBe('Configuration.');
  });
});

describe('a tool without a description', () => {
  const notesOf = (operation: string) =>
    catalogOf(sdl, { 'a.graphql': operation }).diagnostics.map(formatDiagnostic);

  it('is served and reported', () => {
    expect(notesOf('query q { plain }\nquery r { plain films }')).toEqual([
      'a.graphql:1:1: info TOOL_UNDESCRIBED: Tool "q" has no description; agents see only its title. Write a comment above the operation, or use `@mcpTool(description:)`.',
    ]);
  });

  it('is not reported if its name is refused', () => {
    expect(notesOf('query q { plain }\nquery Q { plain }')).toEqual([]);
  });

  it('reports the first 25 undescribed tools and counts the rest', () => {
    const many = Array.from({ length: 27 }, (_, index) => `query q${index} { plain }`).join('\n');
    const notes = notesOf(many);
    expect(notes).toHaveLength(26);
    expect(notes[0]).toBe(
      'info TOOL_UNDESCRIBED: 2 more tools have no description. Write a comment above the operation, or use `@mcpTool(description:)`.',
    );
  });

  it.each(['# Comment.\nquery q { plain }', 'query q @mcpTool(description: "It.") { plain }'])(
    'is no longer one once something does: %s',
    (operation) => {
      expect(notesOf(operation)).toEqual([]);
    },
  );
});

describe('firstText', () => {
  it('returns the first text that is not empty', () => {
    expect(firstText([undefined, null, ' ', '\u200B', ' b ', 'c'])).toBe('b');
    expect(firstText([])).toBeUndefined();
  });
});

function describe_(document: string, options: ToolOptions = {}): string {
  const [operation, ...others] = parse(document).definitions;
  const rootType = buildSchema(sdl).getQueryType();
  if (operation?.kind !== 'OperationDefinition' || !rootType) throw new Error('no query');
  const fragments = new Map(
    others.flatMap((one) =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one] as const] : [],
    ),
  );
  return describeTool({ operation, fragments }, rootType, options, 'Title').text;
}
