import { describe, expect, it } from 'vitest';
import type { ToolOptions } from '../../src/config/upstream-options.ts';
import { readToolSettings, type ToolSettings } from '../../src/compile/tool-settings.ts';
import { sourcesOf } from '../support/sources.ts';

describe('readToolSettings', () => {
  it('returns no settings for an operation without any', () => {
    expect(read('query q($a: Int) { a }')).toMatchObject({
      options: {},
      params: new Map(),
      isExplicit: false,
      namePlace: { file: 'q.graphql', line: 1, column: 1 },
      diagnostics: [],
    });
  });

  it('reads every argument of both directives', () => {
    const { options, params, isExplicit, namePlace, diagnostics } = read(`
query q(
  $a: Int @mcpParam(name: "b", description: "B.", examples: [1, "x", { c: [true] }], mcpHeader: "B")
  $c: Int @mcpParam(fromClaim: "sub")
) @mcpTool(
  name: "n", title: "T", description: "D.", readOnly: false, destructive: true, idempotent: false
  openWorld: false, partialResults: ACCEPT, scopes: ["s"], tags: "t", hidden: true, timeoutMs: 5
  content: { field: "a", mimeType: "image/png" }
) { a }`);
    expect(options).toEqual({
      name: 'n',
      title: 'T',
      description: 'D.',
      readOnly: false,
      destructive: true,
      idempotent: false,
      openWorld: false,
      partialResults: 'ACCEPT',
      scopes: ['s'],
      tags: ['t'],
      hidden: true,
      timeoutMs: 5,
      content: [{ field: 'a', mimeType: 'image/png' }],
    });
    expect([...params].map(([name, { options: of }]) => [name, of])).toEqual([
      ['a', { name: 'b', description: 'B.', examples: [1, 'x', { c: [true] }], mcpHeader: 'B' }],
      ['c', { fromClaim: 'sub' }],
    ]);
    expect(isExplicit).toBe(true);
    expect(namePlace).toEqual({ file: 'q.graphql', line: 6, column: 9 });
    const a = params.get('a');
    expect([a?.placeOf('name'), a?.placeOf('fromEnv')]).toEqual([
      { file: 'q.graphql', line: 3, column: 27 },
      { file: 'q.graphql', line: 3, column: 3 },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('overrides single options of directives by the configuration', () => {
    const document =
      'query q($a: Int @mcpParam(name: "b", description: "B.")) @mcpTool(title: "T", hidden: true) { a }';
    const { options, params } = read(document, {
      title: 'Configured',
      params: { a: { description: 'Configured.' } },
    });
    expect(options).toEqual({ title: 'Configured', hidden: true });
    expect(params.get('a')?.options).toEqual({ name: 'b', description: 'Configured.' });
  });

  it('treats an operation in the configuration as explicit', () => {
    expect(read('query q { a }', {}).isExplicit).toBe(true);
    expect(read('query q @mcpTool { a }').isExplicit).toBe(true);
  });

  it('treats null as absent', () => {
    expect(read('query q @mcpTool(name: null, hidden: null) { a }')).toMatchObject({
      options: {},
      diagnostics: [],
    });
  });

  it.each([
    [
      'an unknown argument of @mcpTool',
      'query q @mcpTool(titel: "T") { a }',
      'q.graphql:1:18 @mcpTool has no argument "titel". Did you mean "title"?',
    ],
    [
      'an argument like no other',
      'query q @mcpTool(constructor: 1) { a }',
      'q.graphql:1:18 @mcpTool has no argument "constructor".',
    ],
    [
      'an unknown argument of @mcpParam',
      'query q(\n  $a: Int @mcpParam(fromclaim: "sub")\n) { a }',
      'q.graphql:2:21 @mcpParam has no argument "fromclaim". Did you mean "fromClaim"?',
    ],
    [
      'a value of another type',
      'query q @mcpTool(hidden: "yes") { a }',
      'q.graphql:1:26 The argument "hidden" of @mcpTool must be of type Boolean.',
    ],
    [
      'an unknown member of an enum',
      'query q @mcpTool(partialResults: MAYBE) { a }',
      'q.graphql:1:34 The argument "partialResults" of @mcpTool must be REJECT or ACCEPT.',
    ],
    [
      'a misspelt member of an enum',
      'query q @mcpTool(partialResults: ACEPT) { a }',
      'q.graphql:1:34 The argument "partialResults" of @mcpTool must be REJECT or ACCEPT. Did you mean "ACCEPT"?',
    ],
    [
      'a deadline that nothing meets',
      'query q @mcpTool(timeoutMs: 0) { a }',
      'q.graphql:1:29 The argument "timeoutMs" of @mcpTool must be of type Int, at least 1.',
    ],
    [
      'null in a list',
      'query q @mcpTool(scopes: ["a", null]) { a }',
      'q.graphql:1:26 The argument "scopes" of @mcpTool must be of type [String!].',
    ],
    [
      'a variable',
      'query q($t: String) @mcpTool(title: $t) { a }',
      'q.graphql:1:37 The argument "title" of @mcpTool must be of type String.',
    ],
    [
      'a repeated directive',
      'query q @mcpTool @mcpTool(hidden: true) { a }',
      'q.graphql:1:18 @mcpTool is repeated.',
    ],
    [
      'a repeated argument',
      'query q @mcpTool(name: "a", name: "b") { a }',
      'q.graphql:1:29 The argument "name" of @mcpTool is repeated.',
    ],
  ])('reports %s, with its place', (_, document, expected) => {
    const { diagnostics } = read(document);
    expect(written(diagnostics)).toEqual([expected]);
    expect(diagnostics).toMatchObject([{ code: 'DIRECTIVE_INVALID', severity: 'error' }]);
  });

  it('lists the known arguments', () => {
    expect(read('query q($a: Int @mcpParam(x: 1)) { a }').diagnostics).toMatchObject([
      {
        hint: 'Use one of name, description, examples, mcpHeader, fromClaim, fromHeader, fromEnv.',
      },
    ]);
  });

  it('reports settings for an undeclared variable', () => {
    const { diagnostics } = read('query q($movieId: ID) { a }', {
      params: { movieID: { name: 'id' }, constructor: {} } as never,
    });
    expect(written(diagnostics)).toEqual([
      'q.graphql:1:1 The configuration has settings for $movieID, which the operation does not declare. Did you mean "movieId"?',
      'q.graphql:1:1 The configuration has settings for $constructor, which the operation does not declare.',
    ]);
    expect(diagnostics).toMatchObject([{ code: 'PARAM_UNKNOWN' }, { code: 'PARAM_UNKNOWN' }]);
  });

  it('finds no settings for a variable named like a built-in property', () => {
    expect(read('query q($constructor: Int, $toString: Int) { a }', {}).params).toEqual(new Map());
  });
});

function read(document: string, configured?: ToolOptions): ToolSettings {
  const { operations } = sourcesOf('type Query { a: Int }', { 'q.graphql': document });
  const [source] = operations;
  if (!source) throw new Error('no operation');
  return readToolSettings(source, configured);
}

function written(diagnostics: ToolSettings['diagnostics']): readonly string[] {
  return diagnostics.map(
    ({ place, message }) => `${place?.file}:${place?.line}:${place?.column} ${message}`,
  );
}
