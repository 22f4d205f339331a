import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core/json-schema.ts';
import type { ArgumentProblem } from '../core/tool.ts';
import { cutText } from './plain-text.ts';

/** Says where a value contradicts a schema, at most ten places, or nothing. */
export type Validator = (value: unknown) => readonly ArgumentProblem[];

/** Most problems that are told of one value. */
const maxProblems = 10;

const none: readonly ArgumentProblem[] = [];

/**
 * Makes a validator that is compiled at its first use: compiling takes milliseconds a schema, and
 * most tools of a catalog are not called in a process's life.
 */
export function createValidator(schema: JsonSchema | (() => JsonSchema)): Validator {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(typeof schema === 'function' ? schema() : schema);
    if (validate(value)) return none;
    return (validate.errors ?? []).slice(0, maxProblems).map((error) => explain(error, value));
  };
}

/** An instance for each schema, so that a catalog that is replaced takes its validators with it. */
function compile(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // else an absent "constructor" is read from the prototype
    ownProperties: true,
    verbose: true,
    // lint has checked the schema; compiling the meta-schema for that takes many times longer
    meta: false,
    validateSchema: false,
  });
  ajv.addKeyword('x-mcp-header');
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function explain(error: ErrorObject, root: unknown): ArgumentProblem {
  const path = pathOf(error.instancePath, root);
  const received =
    error.data === undefined ? '' : `, received ${cutText(JSON.stringify(error.data), 80)}`;
  return { path, message: `Expected that it ${expectation(error)}${received}.` };
}

/** What a keyword asks for, in words. */
function expectation({ keyword, params, message = 'fits its schema' }: ErrorObject): string {
  const values = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'type':
      return `is ${[values.type].flat().join(' or ')}`;
    case 'enum':
      return `is one of ${cutText([values.allowedValues].flat().join(', '), 200)}`;
    case 'required':
      return `has "${String(values.missingProperty)}"`;
    case 'additionalProperties':
      return `has no member "${String(values.additionalProperty)}"`;
    case 'pattern':
      return `matches ${String(values.pattern)}`;
    default:
      return message.replace(/^must /, '').replace(/^be /, 'is ');
  }
}

/** Reads a JSON Pointer into the value it points into: steps into lists are numbers. */
function pathOf(pointer: string, root: unknown): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let at = root;
  for (const token of pointer.split('/').slice(1)) {
    const step = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(at) ? Number(step) : step);
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  }
  return path;
}
