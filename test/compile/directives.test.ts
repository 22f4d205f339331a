import { buildSchema, GraphQLSchema, parse, print, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { mcpParam, mcpTool, withoutGatewayDirectives } from '../../src/compile/directives.ts';

describe('the directives', () => {
  it('can be added to a schema', () => {
    const config = buildSchema('type Query { a(b: Int): Int }').toConfig();
    const schema = new GraphQLSchema({
      ...config,
      directives: [...config.directives, mcpTool, mcpParam],
    });
    const document = parse(
      'query q($b: Int @mcpParam(examples: [1])) @mcpTool(partialResults: ACCEPT) { a(b: $b) }',
    );
    expect(validate(schema, document)).toEqual([]);
  });
});

describe('withoutGatewayDirectives', () => {
  it('removes the directives where they are allowed, and nothing else', () => {
    expect(stripped('query q($a: Int @mcpParam @own) @own @mcpTool(name: "n") { a }')).toBe(
      'query q($a: Int @own) @own {\n  a\n}',
    );
  });

  it('keeps the directives elsewhere, for validation', () => {
    expect(stripped('query q @mcpParam { a @mcpTool }')).toBe('query q {\n  a @mcpTool\n}');
  });

  it('keeps the places of the other nodes', () => {
    const document = parse('query q($a: Int @mcpParam) @mcpTool { a }');
    const starts: number[] = [];
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('no operation');
    visit(withoutGatewayDirectives(operation), {
      Field: ({ loc }) => void starts.push(loc?.start ?? -1),
    });
    expect(starts).toEqual([38]);
  });
});

function stripped(document: string): string {
  const [operation] = parse(document).definitions;
  if (operation?.kind !== 'OperationDefinition') throw new Error('no operation');
  return print(withoutGatewayDirectives(operation));
}
