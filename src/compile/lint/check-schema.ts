import { isJsonObject, ownMember } from '../../core/json.ts';
import { hasHiddenCharacters } from '../../core/text.ts';
import { maxPartDescriptionLength } from '../model/texts.ts';
import { plainKeywords, schemaKeywords, type VisitSubschema } from './keywords.ts';
import type { Issue } from '../model/diagnostics.ts';

/** A place in a schema that some client rejects. */
export interface SchemaFault {
  /** JSON Pointer from the root of the schema. */
  readonly pointer: string;
  /** The end of a sentence that begins with the place. */
  readonly message: string;
}

/**
 * Finds the parts of a schema that clients could reject; reports texts and keys that they accept, but
 * do not show in full.
 *
 * A schema without faults compiles under Ajv, as draft-07 and as 2020-12, with the options of the MCP
 * TypeScript SDK: all keywords are known and have legal values, references resolve, and no boolean or
 * null takes the place of a schema. Compiling each schema instead would take milliseconds.
 */
export type CheckSchema = (
  schema: unknown,
  report?: (issue: Issue) => void,
) => readonly SchemaFault[];

/** Creates a check that visits parts shared by several schemas once. */
export function createSchemaCheck(): CheckSchema {
  const valid = new Set<object>();
  return (schema, report = () => undefined) => {
    const definitions = isJsonObject(schema) ? ownMember(schema, '$defs') : undefined;
    const names = isJsonObject(definitions) ? Object.keys(definitions) : [];
    const path: SchemaVisit['path'] = [];
    const visit: SchemaVisit = {
      references: new Set(names.map((name) => `#/$defs/${name}`)),
      valid,
      path,
      reportedKeys: new Set(),
      faults: rootFaults(schema),
      issueCount: 0,
      report,
      visitSubschema: (inner, key) => {
        if (key !== undefined) path.push(key);
        checkPart(visit, inner);
        if (key !== undefined) path.pop();
      },
    };
    checkPart(visit, schema);
    return visit.faults;
  };
}

interface SchemaVisit {
  /** The legal values of `$ref`. */
  readonly references: ReadonlySet<unknown>;
  /** Parts without problems, in schemas without references. */
  readonly valid: Set<object>;
  /** The keywords, names and indexes from the root to the current part. */
  readonly path: (string | number)[];
  /** Keys that were reported. */
  readonly reportedKeys: Set<string>;
  readonly faults: SchemaFault[];
  issueCount: number;
  readonly report: (issue: Issue) => void;
  /** One function for all parts, because there may be 100,000. */
  readonly visitSubschema: VisitSubschema;
}

/** Deepest part of a schema; validators recurse, and their stack is limited. */
const maxDepth = 1_000;

/** Keywords that clients do not accept at the root. */
const compositions = ['$ref', 'anyOf', 'oneOf', 'not', 'enum', 'const'];

function rootFaults(schema: unknown): SchemaFault[] {
  if (!isJsonObject(schema)) return [];
  const composed = compositions.filter((keyword) => Object.hasOwn(schema, keyword));
  return [
    ...(ownMember(schema, 'type') === 'object' ? [] : ['is not of type object']),
    ...(isJsonObject(ownMember(schema, 'properties')) ? [] : ['has no properties']),
    ...composed.map((keyword) => `has ${keyword}, which clients do not accept at the root`),
  ].map((message) => ({ pointer: '', message }));
}

function checkPart(visit: SchemaVisit, schema: unknown): void {
  const { faults, valid, references, path } = visit;
  if (!isJsonObject(schema)) return addFault(visit, 'is not an object');
  if (valid.has(schema)) return;
  if (path.length > maxDepth) return addFault(visit, 'is nested too deeply');
  const before = faults.length + visit.issueCount;
  for (const keyword in schema) {
    path.push(keyword);
    checkKeyword(visit, keyword, schema[keyword]);
    path.pop();
  }
  const missing = missingProperties(schema);
  if (missing.length > 0) {
    addFault(visit, `requires properties that it does not describe: ${missing.join(', ')}`);
  }
  if (path.length > 0 && Object.hasOwn(schema, '$defs')) {
    addFault(visit, 'has $defs below the root');
  }
  const hasProblems = faults.length + visit.issueCount > before;
  if (!hasProblems && references.size === 0) valid.add(schema);
}

function checkKeyword(visit: SchemaVisit, keyword: string, value: unknown): void {
  checkTexts(visit, keyword, value);
  const visitSubschemas = schemaKeywords.get(keyword);
  const message = visitSubschemas
    ? visitSubschemas(value, visit.visitSubschema)
    : plainFault(visit, keyword, value);
  if (message !== undefined) addFault(visit, message);
}

function addFault({ faults, path }: SchemaVisit, message: string): void {
  faults.push({ pointer: path.map((step) => `/${step}`).join(''), message });
}

function plainFault({ references }: SchemaVisit, keyword: string, value: unknown) {
  if (keyword === '$ref') return references.has(value) ? undefined : 'refers to nothing';
  const check = plainKeywords.get(keyword);
  return check ? check(value) : 'is a keyword that not every client supports';
}

const none: readonly unknown[] = [];

function missingProperties(schema: object): readonly unknown[] {
  const required = ownMember(schema, 'required');
  if (required === undefined) return none;
  const properties = ownMember(schema, 'properties') ?? {};
  if (!Array.isArray(required) || !isJsonObject(properties)) return none;
  return required.filter((name) => !Object.hasOwn(properties, String(name)));
}

/** Returns whether a person sees every character of a text. */
export function isVisible(text: string): boolean {
  return text.isWellFormed() && !hasHiddenCharacters(text);
}

/** Longest key within an argument; Gemini rejects longer ones. */
const maxKeyLength = 64;

/** Keys within an argument that Zed removes from every `properties`, or drops the tool for. */
const lostKeys: ReadonlySet<string> = new Set(['default', 'format', 'if']);

function checkTexts(visit: SchemaVisit, keyword: string, value: unknown): void {
  switch (keyword) {
    case 'description':
      if (typeof value === 'string') checkDescription(visit, value);
      return;
    case 'default':
    case 'examples':
      if (!isVisible(JSON.stringify(value) ?? '')) {
        addIssue(visit, hiddenCharacters(`The ${keyword} of "${namesOf(visit).join('.')}"`));
      }
      return;
    case 'properties':
    case '$defs':
      for (const key in value as object) {
        if (key.length > maxKeyLength) reportKey(visit, key, 'ARGUMENT_KEY_LONG');
        if (lostKeys.has(key)) reportKey(visit, key, 'ARGUMENT_NAME_MISTAKEN');
      }
  }
}

function checkDescription(visit: SchemaVisit, text: string): void {
  const isLong = text.length > maxPartDescriptionLength;
  if (!isLong && isVisible(text)) return;
  const label = `The description of "${namesOf(visit).join('.')}"`;
  if (isLong) {
    addIssue(visit, { code: 'TEXT_TOO_LONG', message: `${label} is longer than clients show.` });
  }
  if (!isVisible(text)) addIssue(visit, hiddenCharacters(label));
}

/** Reports a key at the first place that has it: recursive input types repeat their keys. */
function reportKey(
  visit: SchemaVisit,
  key: string,
  code: 'ARGUMENT_KEY_LONG' | 'ARGUMENT_NAME_MISTAKEN',
): void {
  const names = namesOf(visit);
  // argument names have a check of their own
  if (names.length === 0) return;
  const label = `"${[...names, key].join('.')}"`;
  const message =
    code === 'ARGUMENT_KEY_LONG'
      ? `Some model APIs reject the key ${label}, which is longer than ${maxKeyLength} characters.`
      : `Some clients mistake the key ${label} for a keyword of JSON Schema.`;
  if (visit.reportedKeys.has(key)) visit.issueCount += 1;
  else addIssue(visit, { code, message });
  visit.reportedKeys.add(key);
}

function addIssue(visit: SchemaVisit, issue: Issue): void {
  visit.issueCount += 1;
  visit.report(issue);
}

function hiddenCharacters(label: string): Issue {
  const message = `${label} contains invisible characters, which a model reads.`;
  return { code: 'TEXT_HIDDEN_CHARACTERS', message };
}

/** Returns the names of properties and definitions on the path to the current part. */
function namesOf({ path }: SchemaVisit): readonly string[] {
  return path.flatMap((step, at) => {
    const isName = path[at - 1] === 'properties' || path[at - 1] === '$defs';
    // a property may be named `properties`: its own name is at an even distance from the keyword
    return isName && !isNameAt(path, at - 1) ? String(step) : [];
  });
}

function isNameAt(path: SchemaVisit['path'], at: number): boolean {
  const before = path[at - 1];
  return (before === 'properties' || before === '$defs') && !isNameAt(path, at - 1);
}
