import { describe, expect, it } from 'vitest';
import { createToolLinter, type PublishedTool } from '../../../src/compile/lint/lint-tool.ts';
import { compileDiagnostic } from '../../../src/compile/model/diagnostics.ts';

const tool: PublishedTool = {
  title: 'Find films',
  description: 'Finds films by their title.',
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'The title.' } },
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { data: {} } },
};

function lint(changes: Partial<PublishedTool>) {
  const { keepsOutput, issues } = createToolLinter()({ ...tool, ...changes });
  const diagnostics = issues.map(({ code, message }) => compileDiagnostic(code, message));
  return { keepsOutput, found: diagnostics.map(({ severity, code }) => `${severity} ${code}`) };
}

const withArgument = (name: string, description = 'x'): Partial<PublishedTool> => ({
  inputSchema: { type: 'object', properties: { [name]: { type: 'string', description } } },
});

const within = (name: string): Partial<PublishedTool> => ({
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { [name]: { type: 'string' } } } },
    },
  },
});

describe('createToolLinter', () => {
  it('accepts a good tool', () => {
    expect(lint({})).toEqual({ keepsOutput: true, found: [] });
  });

  it.each([
    [
      'an argument name of 65 characters',
      withArgument('a'.repeat(65)),
      'error ARGUMENT_NAME_INVALID',
    ],
    [
      'an argument named __proto__',
      { inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') },
      'error ARGUMENT_NAME_INVALID',
    ],
    ['a key of 65 characters within', within('a'.repeat(65)), 'warning ARGUMENT_KEY_LONG'],
    ['an argument named like a keyword', withArgument('type'), 'warning ARGUMENT_NAME_MISTAKEN'],
    ['a key within that clients drop', within('default'), 'warning ARGUMENT_NAME_MISTAKEN'],
    [
      'an argument named like a parameter of LangChain',
      withArgument('runtime'),
      'warning ARGUMENT_NAME_MISTAKEN',
    ],
    [
      'an argument named like an inherited member of objects',
      withArgument('constructor'),
      'warning ARGUMENT_NAME_MISTAKEN',
    ],
    ['an empty description', { description: ' ' }, 'error TOOL_TEXT_MISSING'],
    ['a null title', { title: null as never }, 'error TOOL_SHAPE_REFUSED'],
    [
      'an annotation that is not a boolean',
      { annotations: [] as never },
      'error TOOL_SHAPE_REFUSED',
    ],
    [
      'a description of 2001 bytes',
      { description: 'é'.repeat(1000) + 'x' },
      'warning TEXT_TOO_LONG',
    ],
    [
      'an argument’s description of 1025 characters',
      withArgument('a', 'x'.repeat(1025)),
      'warning TEXT_TOO_LONG',
    ],
    ['a lone surrogate', { description: 'cut \ud83d' }, 'warning TEXT_HIDDEN_CHARACTERS'],
    ['a control character', { title: 'Find\u0007' }, 'warning TEXT_HIDDEN_CHARACTERS'],
    ['bidirectional text', withArgument('a', 'safe \u202e evil'), 'warning TEXT_HIDDEN_CHARACTERS'],
    [
      'a default with invisible characters',
      {
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'object', properties: { b: { default: ['\u202e'] } } } },
        },
      },
      'warning TEXT_HIDDEN_CHARACTERS',
    ],
    ['tag characters', { description: 'x\u{E0041}' }, 'warning TEXT_HIDDEN_CHARACTERS'],
  ])('reports %s', (_, changes, objection) => {
    expect(lint(changes)).toEqual({ keepsOutput: true, found: [objection] });
  });

  it('reports a long key once, at its first place, if a type contains itself', () => {
    const key = 'k'.repeat(65);
    const nested = (inner: object) => ({
      type: 'object' as const,
      properties: { [key]: { type: 'string' as const }, inner },
    });
    const inputSchema = {
      type: 'object' as const,
      properties: { a: nested(nested(nested({ type: 'object' }))) },
    };
    const { issues } = createToolLinter()({ ...tool, inputSchema });
    expect(issues.map(({ message }) => message)).toEqual([
      `Some model APIs reject the key "a.${key}", which is longer than 64 characters.`,
    ]);
  });

  it('rejects a tool whose input schema clients would reject', () => {
    const inputSchema = { type: 'object', properties: { a: { pattern: '(' } } } as const;
    expect(lint({ inputSchema })).toEqual({
      keepsOutput: true,
      found: ['error INPUT_SCHEMA_REFUSED'],
    });
  });

  it('drops an output schema that clients would reject, and keeps the tool', () => {
    const outputSchema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } as const;
    expect(lint({ outputSchema })).toEqual({
      keepsOutput: false,
      found: ['warning OUTPUT_SCHEMA_DROPPED'],
    });
  });
});
