import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { commentAbove, commentBeside } from '../../../src/compile/model/texts.ts';

describe('commentAbove', () => {
  it('joins the lines directly above an operation without `#`', () => {
    expect(commentOf('# Finds films.\n#\n##  By name.\nquery q { a }')).toBe(
      'Finds films.\n\nBy name.',
    );
  });

  it('returns comments of any length', () => {
    const lines = Array.from({ length: 300_000 }, (_, line) => `Line ${line}`);
    const document = `${lines.map((line) => `# ${line}\n`).join('')}query q { a }`;
    expect(commentOf(document)).toBe(lines.join('\n'));
  });

  it('stops at a gap', () => {
    expect(commentOf('# Licence.\n\n# Finds films.\nquery q { a }')).toBe('Finds films.');
    expect(commentOf('# Licence.\n\nquery q { a }')).toBeUndefined();
  });

  it('stops at a comment at the end of a line', () => {
    expect(commentOf('fragment F on A { b } # of F\n# Finds films.\nquery q { a }', 1)).toBe(
      'Finds films.',
    );
    expect(commentOf('fragment F on A { b } # of F\nquery q { a }', 1)).toBeUndefined();
  });

  it.each([
    ['an import', '#import "./film.graphql"'],
    ['an import with a blank', '# import Film from "./film.graphql"'],
    ["a linter's instruction", '# eslint-disable-next-line'],
    ["a formatter's instruction", '# prettier-ignore'],
    ['a tag', '# @deprecated'],
  ])('leaves out %s', (_, line) => {
    expect(commentOf(`${line}\nquery q { a }`)).toBeUndefined();
    expect(commentOf(`# Finds films.\n${line}\nquery q { a }`)).toBe('Finds films.');
  });

  it('keeps a line that starts with a word like imports', () => {
    expect(commentOf('# imported films\nquery q { a }')).toBe('imported films');
  });

  it('leaves out lines without words', () => {
    expect(commentOf('# ------\n# Finds films.\n# ======\nquery q { a }')).toBe('Finds films.');
  });

  it.each([
    '# Licensed to the Foundation under one or more agreements.',
    '# SPDX-License-Identifier: MIT',
    '# Copyright 2026 Somebody\n# All rights reserved.',
  ])('ignores a licence: %j', (comment) => {
    expect(commentOf(`${comment}\nquery q { a }`)).toBeUndefined();
  });

  it('returns the comment above a description', () => {
    expect(commentOf('# Comment.\n"Description."\nquery q { a }')).toBe('Comment.');
  });

  it('returns the comment of the variable below', () => {
    const [operation] = parse(
      'query q(\n  # Which mood.\n  $a: Int # trailing\n  $b: Int\n) { a }',
    ).definitions;
    const variables = operation && 'variableDefinitions' in operation;
    const definitions = variables ? (operation.variableDefinitions ?? []) : [];
    expect(definitions.map(commentAbove)).toEqual(['Which mood.', undefined]);
  });

  it('returns nothing for an operation without source text', () => {
    const [operation] = parse('# A.\nquery q { a }', { noLocation: true }).definitions;
    expect(operation && commentAbove(operation)).toBeUndefined();
  });
});

describe('commentBeside', () => {
  it("returns the comment at the end of the variable's line", () => {
    const [operation] = parse(
      'query q(\n  $a: Int # How many.\n  $b: Int, # From where.\n  $c: Int\n  # Above d.\n  $d: Int\n) { a }',
    ).definitions;
    const definitions =
      operation?.kind === 'OperationDefinition' ? (operation.variableDefinitions ?? []) : [];
    expect(definitions.map(commentBeside)).toEqual([
      'How many.',
      'From where.',
      undefined,
      undefined,
    ]);
  });
});

function commentOf(document: string, at = 0): string | undefined {
  const definition = parse(document).definitions[at];
  if (!definition) throw new Error('no such definition');
  return commentAbove(definition);
}
