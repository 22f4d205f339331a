import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../core/json-schema.ts';
import { ownMember } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import type { ArgumentProblem } from '../../core/tool.ts';
import { cutText } from '../../core/text.ts';
import { formatValue } from './format-value.ts';

/** Says where a value contradicts a schema, at most ten places, or nothing. */
export type Validator = (value: unknown) => readonly ArgumentProblem[];

/** Most problems that are told of one value. */
const maxProblems = 10;

const none: readonly ArgumentProblem[] = [];

/**
 * Makes a validator that is compiled at its first use: compiling takes milliseconds a schema, and
 * most tools of a catalog are not called in a process's life.
 */
export function createValidator(schema: JsonSchema): Validator {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (validate(value)) return none;
    const problems = tellingErrors(validate.errors ?? []).map((error) => explain(error, value));
    // what was wrong must not be held until the next call
    validate.errors = null;
    return problems;
  };
}

/**
 * Compiles a schema, with an instance of its own: a shared one would hold every schema that it ever
 * compiled, and with them the catalogs that were replaced.
 *
 * Schemas are checked when they are made, so that Ajv need not, which takes twenty times as long. It
 * stops at the first error: the others it would collect without bound.
 */
function compile(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    // bounds stand without a type, types in lists, and `required` in branches of an anyOf
    strictTypes: false,
    strictRequired: false,
    meta: false,
    validateSchema: false,
    // else an absent "constructor" is read from the prototype
    ownProperties: true,
    verbose: true,
  });
  ajv.addKeyword('x-mcp-header');
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/**
 * The errors that tell something: where no branch of an `anyOf` fits, not that none does and that it
 * is not null, but why the others do not.
 */
function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(
    ({ keyword, params }) =>
      keyword !== 'anyOf' && keyword !== 'oneOf' && ownMember(params as object, 'type') !== 'null',
  );
  return (telling.length > 0 ? telling : errors).slice(0, maxProblems);
}

function explain(error: ErrorObject, root: unknown): ArgumentProblem {
  const { instancePath, keyword, params, data } = error;
  const path = pathOf(instancePath, root);
  const extra = ownMember(params as object, 'additionalProperty');
  const missing = ownMember(params as object, 'missingProperty');
  if (keyword === 'additionalProperties' && typeof extra === 'string') {
    const suggestion = didYouMean(extra, Object.keys(error.parentSchema?.['properties'] ?? {}));
    return { path: [...path, cutText(extra, 80)], message: `Unknown name.${suggestion}` };
  }
  if (keyword === 'required' && typeof missing === 'string') {
    return { path: [...path, missing], message: 'Required but missing.' };
  }
  const suggestion = keyword === 'enum' ? suggestMember(error) : '';
  const message = `Expected ${expectation(error)}, received ${formatValue(data)}.${suggestion}`;
  return { path, message };
}

/** What a keyword asks for, in words. */
function expectation({ keyword, params, schema, message = 'another value' }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return [schema].flat().join(' or ');
    case 'enum':
      return `one of ${cutText([schema].flat().join(', '), 400)}`;
    case 'const':
      return formatValue(schema);
    case 'pattern':
      return `text that matches ${cutText(String(schema), 200)}`;
    case 'format':
      return `text in the format ${String(schema)}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `a number ${String(ownMember(params as object, 'comparison'))} ${String(schema)}`;
    case 'multipleOf':
      return `a multiple of ${String(schema)}`;
    default:
      return counts.get(keyword)?.(String(schema)) ?? `that it ${message.replace(/^must /, '')}`;
  }
}

const counts = new Map<string, (count: string) => string>([
  ['minLength', (count) => `at least ${count} characters`],
  ['maxLength', (count) => `at most ${count} characters`],
  ['minItems', (count) => `at least ${count} items`],
  ['maxItems', (count) => `at most ${count} items`],
]);

function suggestMember({ schema, data }: ErrorObject): string {
  const members = [schema].flat().filter((one) => typeof one === 'string');
  return typeof data === 'string' ? didYouMean(data, members) : '';
}

/** Reads a JSON Pointer into the value it points into: steps into lists are numbers. */
function pathOf(pointer: string, root: unknown): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let at = root;
  for (const token of pointer.split('/').slice(1)) {
    const step = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(at) ? Number(step) : step);
    at = typeof at === 'object' && at !== null ? ownMember(at, step) : undefined;
  }
  return path;
}
