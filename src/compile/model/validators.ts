import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { compilePattern } from './linear-pattern.ts';
import { fromJsonPointer } from '../../core/paths.ts';
import { didYouMean } from '../../core/suggest.ts';
import type { ArgumentProblem } from '../../core/tool.ts';
import { cutText } from '../../core/text.ts';
import { formatValue } from './format-value.ts';

/** Returns where a value violates a schema, at most ten places. */
export type Validator = (value: unknown) => readonly ArgumentProblem[];

/** The maximum number of problems reported for one value. */
const maxProblems = 10;

const none: readonly ArgumentProblem[] = [];

/** Creates a validator that is compiled at first use, because most tools are never called. */
export function createValidator(schema: JsonSchema): Validator {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (validate(value)) return none;
    const problems = specificErrors(validate.errors ?? []).map((error) =>
      describeError(error, value),
    );
    // Ajv would keep the value in memory until the next call
    validate.errors = null;
    return problems;
  };
}

/**
 * Compiles a schema with its own Ajv instance: a shared one would keep all schemas it ever compiled, and
 * with them the catalogs that were replaced.
 *
 * The lint has checked the schema, so Ajv need not. Ajv stops at the first error, because the number of
 * all errors has no bound.
 */
function compile(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    // the schemas have bounds without a type, lists of types, and `required` in branches of an anyOf
    strictTypes: false,
    strictRequired: false,
    meta: false,
    validateSchema: false,
    // otherwise an omitted "constructor" is read from the prototype
    ownProperties: true,
    verbose: true,
    code: { regExp },
  });
  ajv.addKeyword('x-mcp-header');
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** Patterns come from the API or the configuration, so they must not take exponential time. */
const regExp = Object.assign(compilePattern, { code: '' });

/**
 * Selects the specific errors: if no branch of an `anyOf` matches, the errors of the branches, without
 * the one for `null`, those for other types of objects, and that of the `anyOf` itself.
 */
function specificErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const inBranches = errors.filter(
    ({ keyword, params }) =>
      keyword !== 'anyOf' && keyword !== 'oneOf' && ownMember(params as object, 'type') !== 'null',
  );
  const ofType = inBranches.filter((error) => !isOfOtherType(error));
  const specific = ofType.length > 0 ? ofType : inBranches;
  return (specific.length > 0 ? specific : errors).slice(0, maxProblems);
}

/** Returns whether an error is that of a branch for another `__typename` than the object has. */
function isOfOtherType({ instancePath, keyword, parentSchema, data }: ErrorObject): boolean {
  if (instancePath.endsWith('/__typename') && keyword !== 'type') return true;
  const typename: unknown = isJsonObject(data) ? ownMember(data, '__typename') : undefined;
  const schema = (parentSchema as JsonSchema | undefined)?.properties?.['__typename'];
  if (keyword !== 'required' || typeof typename !== 'string' || !schema) return false;
  const { const: only, enum: names, not } = schema;
  const isListed = only === undefined ? (names?.includes(typename) ?? true) : only === typename;
  return !isListed || (not?.enum?.includes(typename) ?? false);
}

function describeError(error: ErrorObject, root: unknown): ArgumentProblem {
  const { instancePath, keyword, params, data } = error;
  const path = fromJsonPointer(instancePath, root);
  const extra = ownMember(params as object, 'additionalProperty');
  const missing = ownMember(params as object, 'missingProperty');
  if (keyword === 'additionalProperties' && typeof extra === 'string') {
    const suggestion = didYouMean(extra, Object.keys(error.parentSchema?.['properties'] ?? {}));
    return { path: [...path, cutText(extra, 80)], message: `Unknown name.${suggestion}` };
  }
  if (keyword === 'required' && typeof missing === 'string') {
    return { path: [...path, missing], message: 'Required but missing.' };
  }
  const suggestion = keyword === 'enum' ? suggestEnumMember(error) : '';
  const message = `Expected ${describeExpectation(error)}, received ${formatValue(data)}.${suggestion}`;
  return { path, message };
}

/** Describes what a keyword expects. */
function describeExpectation({
  keyword,
  params,
  schema,
  message = 'another value',
}: ErrorObject): string {
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

function suggestEnumMember({ schema, data }: ErrorObject): string {
  const members = [schema].flat().filter((one) => typeof one === 'string');
  return typeof data === 'string' ? didYouMean(data, members) : '';
}
