import type { ErrorObject } from 'ajv';
import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { formatPath, fromJsonPointer, type JsonPath } from '../core/paths.ts';
import { didYouMean, suggest } from '../core/suggest.ts';
import { cutText, listAlternatives } from '../core/text.ts';
import { configDiagnostic } from './codes.ts';
import { configSchema, resolveRef, type OptionSchema } from './schema.ts';
import type { ConfigSource } from './source.ts';

/** Words for true and false in environment variables and flags, in lower case. */
export const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/**
 * Explains a violation of the schema to the author of the configuration: what is wrong, where, what
 * was expected, and what was probably meant.
 */
export function explainViolation(violation: ErrorObject, source: ConfigSource): Diagnostic {
  const path = fromJsonPointer(violation.instancePath, source.value);
  if (violation.keyword === 'additionalProperties') return unknownOption(violation, path, source);
  if (violation.propertyName !== undefined) return wrongName(violation, path, source);
  if (violation.keyword === 'required') return missingOption(violation, path, source);
  return wrongValue(violation, path, source);
}

function unknownOption(
  { params, parentSchema }: ErrorObject,
  path: JsonPath,
  source: ConfigSource,
): Diagnostic {
  const name = String(params['additionalProperty']);
  const { label, place } = source.locate([...path, name], 'key');
  const removed = removedOptions.get([...path, name].slice(-2).join('.'));
  if (removed !== undefined) {
    const message = `The option "${label}" was removed.`;
    return configDiagnostic('CONFIG_UNKNOWN_OPTION', message, { hint: removed, place });
  }
  if (name === '<<') {
    const message = 'The key << does not merge objects: YAML 1.2 has no merge key.';
    const hint = 'Write the options out, or repeat the whole object by an alias.';
    return configDiagnostic('CONFIG_UNKNOWN_OPTION', message, { hint, place });
  }
  const options = Object.keys((parentSchema as OptionSchema).properties ?? {}).filter(
    (option) => option !== '$schema',
  );
  const hint =
    didYouMean(name, options).trim() ||
    suggestElsewhere(name) ||
    `Options here are ${options.join(', ')}.`;
  return configDiagnostic('CONFIG_UNKNOWN_OPTION', `Unknown option "${label}".`, { hint, place });
}

/** Options of earlier versions, by the last two steps of their path, and what replaces them. */
const removedOptions: ReadonlyMap<string, string> = new Map([
  ['server.ssePath', 'Remove it; HTTP+SSE is served at /sse.'],
  ['server.sseMessageStyle', 'Remove it; clients receive the POST address on the stream.'],
  ['introspection.attempts', 'Set "http.attempts", which also applies to introspection.'],
]);

/** Suggests the group of an option that was written in another group. */
function suggestElsewhere(name: string): string | undefined {
  const inGroups = Object.entries(configSchema.properties).flatMap(([group, option]) => {
    const members = option.$ref === undefined ? {} : resolveRef(option).properties;
    return suggest(name, Object.keys(members ?? {})).map((member) => `${group}.${member}`);
  });
  const close = [...suggest(name, Object.keys(configSchema.properties)), ...inGroups];
  const exact = close.filter((option) => option.split('.').at(-1) === name);
  const meant = exact.length > 0 ? exact : close;
  const names = meant.slice(0, 3).map((option) => `"${option}"`);
  return names.length > 0 ? `Did you mean ${listAlternatives(names)}?` : undefined;
}

function wrongName(violation: ErrorObject, path: JsonPath, source: ConfigSource): Diagnostic {
  const name = violation.propertyName ?? '';
  const { place } = source.locate([...path, name], 'key');
  const expected = (violation.parentSchema as OptionSchema).patternErrorMessage ?? 'a name';
  const message = `The name ${JSON.stringify(name)} in "${formatPath(path)}" is not allowed.`;
  return configDiagnostic('CONFIG_WRONG_NAME', message, {
    hint: `It must be ${expected}.`,
    place,
  });
}

function missingOption({ params }: ErrorObject, path: JsonPath, source: ConfigSource): Diagnostic {
  const name = String(params['missingProperty']);
  const { label, place } = source.locate(path, 'value');
  const message = `"${label}" lacks "${name}".`;
  return configDiagnostic('CONFIG_MISSING_OPTION', message, { hint: `Add "${name}".`, place });
}

function wrongValue(violation: ErrorObject, path: JsonPath, source: ConfigSource): Diagnostic {
  const schema = (violation.parentSchema ?? {}) as OptionSchema;
  const { label, place } = source.locate(path, 'value');
  const actual = describeValue(violation.data, isSecret(path) || source.isHidden(path));
  const expected = expectations.get(violation.keyword)?.(schema) ?? 'something else';
  const subject = label === '' ? 'The configuration' : `"${label}"`;
  const message = `${subject} must be ${expected}, but is ${actual}.`;
  return configDiagnostic('CONFIG_WRONG_VALUE', message, {
    hint: hintFor(violation, schema),
    place,
  });
}

/** Completes "must be" for each keyword. */
const expectations: ReadonlyMap<string, (schema: OptionSchema) => string> = new Map<
  string,
  (schema: OptionSchema) => string
>([
  ['type', ({ type = [] }) => [type].flat().map(nameType).join(' or ')],
  ['enum', (schema) => `one of ${(schema.enum ?? []).map((word) => `"${word}"`).join(', ')}`],
  ['pattern', ({ patternErrorMessage }) => patternErrorMessage ?? 'of another form'],
  ['minLength', () => 'a text that is not empty'],
  ['minimum', ({ minimum }) => `at least ${minimum}`],
  ['maximum', ({ maximum }) => `at most ${maximum}`],
]);

function nameType(type: string): string {
  return typeNames.get(type) ?? type;
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['object', 'an object'],
  ['array', 'a list'],
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
]);

function hintFor(violation: ErrorObject, schema: OptionSchema): string | undefined {
  if (violation.keyword === 'enum' && typeof violation.data === 'string') {
    const meant = didYouMean(violation.data, schema.enum ?? []).trim();
    if (meant) return meant;
  }
  const typeHint = violation.keyword === 'type' ? hintForType(violation, schema) : undefined;
  if (typeHint !== undefined || schema.description === undefined) return typeHint;
  const preset =
    schema.default === undefined ? '' : ` The default is ${JSON.stringify(schema.default)}.`;
  return `${schema.description}${preset}`;
}

/** Suggests how to write a value of the required type, if the wrong value shows it. */
function hintForType(
  { data, instancePath }: ErrorObject,
  { type }: OptionSchema,
): string | undefined {
  if (instancePath === '') {
    return 'Write a line for each option, with a space after the colon: "endpoint: https://api.example/graphql".';
  }
  if (type === 'string') return typeof data === 'object' ? undefined : 'Write the value in quotes.';
  if (typeof data !== 'string') return undefined;
  if (type === 'integer' && /^\d+$/.test(data)) return `Write ${data}, without quotes.`;
  const meant = type === 'boolean' ? booleanWords.get(data.toLowerCase()) : undefined;
  return meant === undefined ? undefined : `Write ${meant}.`;
}

/** Returns whether a part usually contains a password or a token. */
function isSecret(path: JsonPath): boolean {
  return path[0] === 'auth' || path.includes('headers') || path.includes('accessToken');
}

/** Describes the actual value; a secret only by its type. */
function describeValue(value: unknown, secret: boolean): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  if (value === '') return 'an empty text';
  if (secret) return typeof value === 'string' ? 'another text' : `a ${typeof value}`;
  // unlike JSON, YAML has NaN and infinity
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return `the text ${JSON.stringify(cutText(value.replace(/\/\/[^/@\s]*@/, '//***@'), 80))}`;
}
