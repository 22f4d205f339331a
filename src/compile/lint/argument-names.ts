import type { ObjectSchema } from '../../core/json-schema.ts';
import { inheritedNames } from '../../core/json.ts';
import type { Issue } from '../model/diagnostics.ts';

/** The argument names that Claude's API accepts; with any other it rejects the whole request. */
const validName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Argument names that some clients mistake for something else.
 *
 * Zed treats `properties` as a schema, so that it loses parameters named like a keyword, or the tool;
 * LangChain's wrapper has parameters of its own; validators written in JavaScript read the inherited
 * member if an argument is omitted.
 */
const mistakenNames: ReadonlyMap<string, string> = new Map([
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
  // `__proto__` is not valid at all
  ...[...inheritedNames]
    .filter((name) => name !== '__proto__')
    .map((name) => [name, 'a property of every object'] as const),
  ['runtime', 'a parameter of LangChain'],
  ['config', 'a parameter of LangChain'],
]);

/** Checks the names of a tool's arguments. */
export function lintArgumentNames({ properties }: ObjectSchema): readonly Issue[] {
  return Object.keys(properties).flatMap((name): readonly Issue[] => {
    if (!validName.test(name) || name === '__proto__') {
      const message = `Model APIs reject the argument name "${name}".`;
      return [{ code: 'ARGUMENT_NAME_INVALID', message }];
    }
    const meaning = mistakenNames.get(name);
    if (meaning === undefined) return [];
    const message = `Some clients mistake the argument name "${name}" for ${meaning}.`;
    return [{ code: 'ARGUMENT_NAME_MISTAKEN', message }];
  });
}
