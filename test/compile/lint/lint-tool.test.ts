import { describe, expect, it } from 'vitest';
import { createToolLinter } from '../../../src/compile/lint/lint-tool.ts';
import type { SeenTool } from '../../../src/compile/lint/seen-tool.ts';

const tool: SeenTool = {
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

function lint(changes: Partial<SeenTool>) {
  const { keepsOutput, objections } = createToolLinter()({ ...tool, ...changes });
  return { keepsOutput, found: objections.map(({ severity, code }) => `${severity} ${code}`) };
}

const withArgument = (name: string, description = 'x'): Partial<SeenTool> => ({
  inputSchema: { type: 'object', properties: { [name]: { type: 'string', description } } },
});

const within = (name: string): Partial<SeenTool> => ({
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { [name]: { type: 'string' } } } },
    },
  },
});

describe('the linter', () => {
  it('has nothing against a good tool', () => {
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
    [
      'an argument named like a parameter of LangChain',
      withArgument('runtime'),
      'warning ARGUMENT_NAME_MISTAKEN',
    ],
    [
      'an argument named like what every object inherits',
      withArgument('constructor'),
      'warning ARGUMENT_NAME_MISTAKEN',
    ],
    ['an empty description', { description: ' ' }, 'error TOOL_TEXT_MISSING'],
    ['a null title', { title: null as never }, 'error TOOL_SHAPE_REFUSED'],
    ['an annotation that is no boolean', { annotations: [] as never }, 'error TOOL_SHAPE_REFUSED'],
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
    ['half a character', { description: 'cut \ud83d' }, 'warning TEXT_HIDDEN_CHARACTERS'],
    ['a control character', { title: 'Find\u0007' }, 'warning TEXT_HIDDEN_CHARACTERS'],
    ['bidirectional text', withArgument('a', 'safe \u202e evil'), 'warning TEXT_HIDDEN_CHARACTERS'],
    [
      'a default that holds what nobody sees',
      {
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'object', properties: { b: { default: ['\u202e'] } } } },
        },
      },
      'warning TEXT_HIDDEN_CHARACTERS',
    ],
    ['tag characters', { description: 'x\u{E0041}' }, 'warning TEXT_HIDDEN_CHARACTERS'],
  ])('objects to %s', (_, changes, objection) => {
    expect(lint(changes)).toEqual({ keepsOutput: true, found: [objection] });
  });

  it('tells a long key once, where it is first, however often a type holds itself', () => {
    const key = 'k'.repeat(65);
    const nested = (inner: object) => ({
      type: 'object' as const,
      properties: { [key]: { type: 'string' as const }, inner },
    });
    const inputSchema = {
      type: 'object' as const,
      properties: { a: nested(nested(nested({ type: 'object' }))) },
    };
    const { objections } = createToolLinter()({ ...tool, inputSchema });
    expect(objections.map(({ message }) => message)).toEqual([
      `Some model APIs refuse the key "a.${key}", which is longer than 64 characters.`,
    ]);
  });

  it('refuses a tool whose input schema clients would refuse', () => {
    const inputSchema = { type: 'object', properties: { a: { pattern: '(' } } } as const;
    expect(lint({ inputSchema })).toEqual({
      keepsOutput: true,
      found: ['error INPUT_SCHEMA_REFUSED'],
    });
  });

  it('drops an output schema that clients would refuse, and keeps the tool', () => {
    const outputSchema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } as const;
    expect(lint({ outputSchema })).toEqual({
      keepsOutput: false,
      found: ['warning OUTPUT_SCHEMA_DROPPED'],
    });
  });
});
