import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Diagnostic, GatewayError } from '../core/diagnostic.ts';
import { ownMember } from '../core/json.ts';
import { booleanWords } from './boolean-words.ts';
import { configSchema } from './config-schema.ts';
import { pathOfPointer, type ConfigSource } from './config-source.ts';
import { explainProblem } from './explain-problem.ts';
import { fitsSchema } from './fits-schema.ts';
import type { GatewayOptions } from './options.ts';

/**
 * Checks a configuration against its schema: every option known, every value of its kind.
 *
 * Text from the environment and the command line becomes a number or a boolean where the option is
 * one. Throws a `GatewayError` with one finding for each problem, in the order of the file.
 */
export function validateConfig(source: ConfigSource): GatewayOptions {
  const { value } = source;
  if (isValid(value)) return value;
  const errors = validator().errors ?? [];
  const converted = convertTexts(source, errors);
  if (converted !== undefined) return validateConfig({ ...source, value: converted });
  throw new GatewayError(explainFirst(tellingOf(errors), source));
}

let compiled: ValidateFunction<GatewayOptions> | undefined;

/**
 * The validator, compiled when first needed. That the schema is a schema is for the tests to find
 * out: checking it would take half of the time of reading a configuration.
 */
function validator(): ValidateFunction<GatewayOptions> {
  compiled ??= new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    keywords: ['x-default', 'patternErrorMessage'],
    meta: false,
    validateSchema: false,
  }).compile<GatewayOptions>(configSchema);
  return compiled;
}

function isValid(value: unknown): value is GatewayOptions {
  return fitsSchema(value, configSchema) || validator()(value);
}

/** Converts texts whose option is a number or a boolean; undefined when there are none. */
function convertTexts(source: ConfigSource, errors: readonly ErrorObject[]): unknown {
  const conversions = errors.flatMap(({ keyword, instancePath, data, params }) => {
    const path = pathOfPointer(instancePath);
    if (keyword !== 'type' || typeof data !== 'string' || !source.isText(path)) return [];
    const converted = convert(data.trim(), params['type']);
    return converted === undefined ? [] : [{ path, converted }];
  });
  if (conversions.length === 0) return undefined;
  const value = structuredClone(source.value);
  for (const { path, converted } of conversions) {
    const holder = path.slice(0, -1).reduce<unknown>(partOf, value);
    Object.assign(holder as object, { [path.at(-1) ?? '']: converted });
  }
  return value;
}

function partOf(whole: unknown, step: string | number): unknown {
  return ownMember(whole as object, String(step));
}

function convert(text: string, type: unknown): number | boolean | undefined {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return booleanWords.get(text.toLowerCase());
  return undefined;
}

/** The errors that say something of their own. */
function tellingOf(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const pathsOf = (wanted: string): ReadonlySet<string> =>
    new Set(errors.filter(({ keyword }) => keyword === wanted).map((error) => error.instancePath));
  const ofWrongType = pathsOf('type');
  const ofNoLength = pathsOf('minLength');
  return (
    errors
      // says only that a name is wrong; another error says what is wrong with it
      .filter(({ keyword }) => keyword !== 'propertyNames')
      // what else is wrong with a value of the wrong type does not matter
      .filter(({ keyword, instancePath }) => keyword === 'type' || !ofWrongType.has(instancePath))
      // that a text is empty says enough
      .filter(({ keyword, instancePath }) => keyword !== 'pattern' || !ofNoLength.has(instancePath))
  );
}

/** Problems that are told at once; a file of another kind has thousands. */
const maxTold = 50;

/** Explains the first problems, and says how many more there are. */
function explainFirst(errors: readonly ErrorObject[], source: ConfigSource): readonly Diagnostic[] {
  const first = errors.slice(0, maxTold).map((error) => explainProblem(error, source));
  const told = inOrder(first);
  const more = errors.length - told.length;
  const last = told.at(-1);
  if (more === 0 || !last) return told;
  const hint = 'Mend those that are listed to see the others.';
  return [...told, { ...last, message: `There are ${more} more problems.`, hint }];
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const position = ({ place }: Diagnostic) => (place ? place.line * 10_000 + place.column : 0);
  return [...diagnostics].sort((a, b) => position(a) - position(b));
}
