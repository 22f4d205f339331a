import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { compareDiagnostics, GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import { ownMember } from '../core/json.ts';
import { lazy } from '../core/memo.ts';
import { fromJsonPointer } from '../core/paths.ts';
import { booleanWords, explainViolation } from './explain.ts';
import type { GatewayOptions } from './options.ts';
import { configSchema } from './schema.ts';
import type { ConfigSource } from './source.ts';

/**
 * Validates a configuration against its JSON Schema.
 *
 * Text from the environment and the command line is converted to a number or a boolean if the
 * option requires one. Throws a `GatewayError` with a diagnostic for each violation, in the order
 * of the file.
 */
export function validateConfig(source: ConfigSource): GatewayOptions {
  const validate = validator();
  const { value } = source;
  if (validate(value)) return value;
  const violations = validate.errors ?? [];
  const converted = convertTexts(source, violations);
  if (converted !== undefined) return validateConfig({ ...source, value: converted });
  throw new GatewayError(explainViolations(withoutConsequences(violations), source));
}

/** Compiled quickly, since it runs once; a test validates the schema itself. */
const validator = lazy((): ValidateFunction<GatewayOptions> =>
  new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    keywords: ['x-default', 'patternErrorMessage'],
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  }).compile<GatewayOptions>(configSchema),
);

/** Converts texts whose option is a number or a boolean; undefined if there are none. */
function convertTexts(source: ConfigSource, violations: readonly ErrorObject[]): unknown {
  const conversions = violations.flatMap(({ keyword, instancePath, data, params }) => {
    const path = fromJsonPointer(instancePath, source.value);
    if (keyword !== 'type' || typeof data !== 'string' || !source.isText(path)) return [];
    const converted = convert(data.trim(), params['type']);
    return converted === undefined ? [] : [{ path, converted }];
  });
  if (conversions.length === 0) return undefined;
  const value = structuredClone(source.value);
  for (const { path, converted } of conversions) {
    const parent = path.slice(0, -1).reduce<unknown>(memberOf, value);
    Object.assign(parent as object, { [path.at(-1) ?? '']: converted });
  }
  return value;
}

function memberOf(parent: unknown, step: string | number): unknown {
  return ownMember(parent as object, String(step));
}

function convert(text: string, type: unknown): number | boolean | undefined {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return booleanWords.get(text.toLowerCase());
  return undefined;
}

/** Removes violations that follow from others at the same place. */
function withoutConsequences(violations: readonly ErrorObject[]): readonly ErrorObject[] {
  const pathsOf = (wanted: string): ReadonlySet<string> =>
    new Set(violations.filter((each) => each.keyword === wanted).map((each) => each.instancePath));
  const wrongTypes = pathsOf('type');
  const emptyTexts = pathsOf('minLength');
  return violations.filter(({ keyword, instancePath }) => {
    // another violation describes what is wrong with the name
    if (keyword === 'propertyNames') return false;
    if (keyword === 'pattern' && emptyTexts.has(instancePath)) return false;
    return keyword === 'type' || !wrongTypes.has(instancePath);
  });
}

/** Bounds the violations of a file that is no configuration at all. */
const maxExplained = 50;

/** Explains the first violations, and counts the others. */
function explainViolations(
  violations: readonly ErrorObject[],
  source: ConfigSource,
): readonly Diagnostic[] {
  const explained = violations
    .slice(0, maxExplained)
    .map((violation) => explainViolation(violation, source))
    .sort(compareDiagnostics);
  const more = violations.length - explained.length;
  const last = explained.at(-1);
  if (more === 0 || !last) return explained;
  const hint = 'Fix the listed problems to see the others.';
  return [...explained, { ...last, message: `There are ${more} more problems.`, hint }];
}
