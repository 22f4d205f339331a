import type { ErrorObject } from 'ajv';
import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { didYouMean, suggest } from '../core/suggest.ts';
import { severityOf, type ConfigCode } from './config-codes.ts';
import { booleanWords } from './boolean-words.ts';
import { configSchema } from './config-schema.ts';
import {
  formatConfigPath,
  pathOfPointer,
  type ConfigPath,
  type ConfigSource,
} from './config-source.ts';
import type { OptionSchema } from './option-schema.ts';

/**
 * Words one problem for the person who writes the configuration: what is wrong, where, what was
 * expected, and what was probably meant.
 */
export function explainProblem(error: ErrorObject, source: ConfigSource): Diagnostic {
  const path = pathOfPointer(error.instancePath);
  if (error.keyword === 'additionalProperties') return unknownOption(error, path, source);
  if (error.propertyName !== undefined) return wrongName(error, path, source);
  if (error.keyword === 'required') return missingOption(error, path, source);
  return wrongValue(error, path, source);
}

function unknownOption(
  { params, parentSchema }: ErrorObject,
  path: ConfigPath,
  source: ConfigSource,
) {
  const name = String(params['additionalProperty']);
  const known = Object.keys((parentSchema as OptionSchema).properties ?? {}).filter(
    (option) => option !== '$schema',
  );
  const { label, place } = source.locate([...path, name], 'key');
  if (name === '<<') return mergeKey(place);
  return problem(
    'CONFIG_UNKNOWN_OPTION',
    `There is no option "${label}".`,
    didYouMean(name, known).trim() || elsewhere(name) || `Options here are ${known.join(', ')}.`,
    place,
  );
}

/** YAML 1.1 merged objects so; YAML 1.2, which is read here, does not. */
function mergeKey(place: Diagnostic['place']): Diagnostic {
  return problem(
    'CONFIG_UNKNOWN_OPTION',
    'The key << does not merge another object in.',
    'Write the options out, or repeat the whole object by an alias.',
    place,
  );
}

/** Tells where an option stands that was written in the wrong group. */
function elsewhere(name: string): string | undefined {
  const homes = Object.entries(configSchema.properties).flatMap(([groupName, { $ref }]) => {
    const members = $ref && configSchema.$defs[$ref.slice('#/$defs/'.length)]?.properties;
    return suggest(name, Object.keys(members ?? {})).map((option) => `${groupName}.${option}`);
  });
  const close = [...suggest(name, Object.keys(configSchema.properties)), ...homes];
  const exact = close.filter((option) => option.split('.').at(-1) === name);
  const places = exact.length > 0 ? exact : close;
  return places.length > 0 ? `Did you mean "${places.slice(0, 3).join('" or "')}"?` : undefined;
}

function wrongName(error: ErrorObject, path: ConfigPath, source: ConfigSource): Diagnostic {
  const name = error.propertyName ?? '';
  const { place } = source.locate([...path, name], 'key');
  const expected = (error.parentSchema as OptionSchema).patternErrorMessage ?? 'a name';
  return problem(
    'CONFIG_WRONG_NAME',
    `The name ${JSON.stringify(name)} in "${formatConfigPath(path)}" cannot be used.`,
    `It must be ${expected}.`,
    place,
  );
}

function missingOption(
  { params }: ErrorObject,
  path: ConfigPath,
  source: ConfigSource,
): Diagnostic {
  const name = String(params['missingProperty']);
  const { label, place } = source.locate(path, 'value');
  return problem('CONFIG_MISSING_OPTION', `"${label}" lacks "${name}".`, `Add "${name}".`, place);
}

function wrongValue(error: ErrorObject, path: ConfigPath, source: ConfigSource): Diagnostic {
  const schema = (error.parentSchema ?? {}) as OptionSchema;
  const { label, place } = source.locate(path, 'value');
  const received = describeValue(error.data, isSecret(path) || source.isHidden(path));
  const expected = (expectations.get(error.keyword) ?? (() => 'something else'))(schema);
  return problem(
    'CONFIG_WRONG_VALUE',
    `${label === '' ? 'The configuration' : `"${label}"`} must be ${expected}, but is ${received}.`,
    hintFor(error, schema),
    place,
  );
}

/** What each keyword asks for, to follow "must be". */
const expectations: ReadonlyMap<string, (schema: OptionSchema) => string> = new Map<
  string,
  (schema: OptionSchema) => string
>([
  [
    'type',
    ({ type }) =>
      [type ?? []]
        .flat()
        .map((name) => typeNames[name])
        .join(' or '),
  ],
  ['enum', (schema) => `one of ${(schema.enum ?? []).map((word) => `"${word}"`).join(', ')}`],
  ['pattern', ({ patternErrorMessage }) => patternErrorMessage ?? 'of another form'],
  ['minLength', () => 'a text that is not empty'],
  ['minimum', ({ minimum }) => `at least ${minimum}`],
  ['maximum', ({ maximum }) => `at most ${maximum}`],
]);

const typeNames = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
} as const;

function hintFor(error: ErrorObject, schema: OptionSchema): string {
  const words = schema.enum ?? [];
  if (error.keyword === 'enum' && typeof error.data === 'string') {
    const meant = didYouMean(error.data, words).trim();
    if (meant) return meant;
  }
  const typeHint = error.keyword === 'type' ? hintForType(error, schema) : undefined;
  if (typeHint !== undefined) return typeHint;
  if (schema.description === undefined) return 'See docs/configuration.md.';
  const preset =
    schema.default === undefined ? '' : ` The default is ${JSON.stringify(schema.default)}.`;
  return `${schema.description}${preset}`;
}

/** What to write where the right value has the wrong type, as far as that can be told. */
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

/** Whether a part may hold a password or token, or somebody may have taken it for one. */
function isSecret(path: ConfigPath): boolean {
  return path[0] === 'auth' || path.includes('headers');
}

/** Describes a value that was found; a secret only by its kind. */
function describeValue(value: unknown, secret: boolean): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  if (value === '') return 'an empty text';
  if (secret) return typeof value === 'string' ? 'another text' : `a ${typeof value}`;
  // JSON has no word for NaN and Infinity, which YAML has
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return `the text ${JSON.stringify(shown.replace(/\/\/[^/@\s]*@/, '//***@'))}`;
}

function problem(
  code: ConfigCode,
  message: string,
  hint: string,
  place: Diagnostic['place'],
): Diagnostic {
  return { code, severity: severityOf(code), message, hint, ...(place && { place }) };
}
