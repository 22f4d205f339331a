import { inheritedNames } from '../../core/json.ts';
import type { ToolRule } from './seen-tool.ts';

/**
 * Argument names that some client takes for something else.
 *
 * Zed walks `properties` as if it were a schema, so that a parameter named like a keyword is lost,
 * or the tool with it; LangChain's wrapper has parameters of its own; validators in JavaScript take
 * an argument that is left out for what every object inherits.
 */
const mistaken: ReadonlyMap<string, string> = new Map([
  ...[
    'type',
    'format',
    'default',
    'if',
    'then',
    'else',
    '$ref',
    'properties',
    'items',
    'required',
    'enum',
    'const',
    'title',
    'description',
    'pattern',
    'oneOf',
    'anyOf',
    'allOf',
    'not',
  ].map((name) => [name, 'a keyword of JSON Schema'] as const),
  // `__proto__` is refused by itself
  ...[...inheritedNames].flatMap((name) =>
    name === '__proto__' ? [] : [[name, 'a property of every object'] as const],
  ),
  ['runtime', 'a parameter of LangChain'],
  ['config', 'a parameter of LangChain'],
]);

/** Arguments named like something that a client means otherwise. */
export const keywordArguments: ToolRule = ({ inputSchema }) =>
  Object.keys(inputSchema.properties).flatMap((name) => {
    const meaning = mistaken.get(name);
    if (meaning === undefined) return [];
    return {
      severity: 'warning' as const,
      code: 'ARGUMENT_NAME_MISTAKEN' as const,
      message: `Some clients take the argument name "${name}" for ${meaning}.`,
      hint: 'Give the argument another name with @mcpParam(name:), where these clients matter.',
    };
  });
