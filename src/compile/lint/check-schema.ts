import { isJsonObject, ownMember } from '../../core/json.ts';
import type { Fault } from './fault.ts';
import { plainKeywords } from './keywords.ts';
import { schemaKeywords, type SeeSubschema } from './subschemas.ts';

/**
 * Finds what clients could refuse a schema for, without compiling it: a validator takes
 * milliseconds to compile, and a catalog has hundreds of schemas.
 *
 * A schema without faults compiles under Ajv as draft-07 and as 2020-12 with the options of the MCP
 * TypeScript SDK: it has known keywords with legal values alone, references that resolve, no
 * boolean and no null where a schema belongs.
 */
export type CheckSchema = (schema: unknown) => readonly Fault[];

/** Makes a check that looks once at a part that several schemas share. */
export function createSchemaCheck(): CheckSchema {
  const sound = new Set<object>();
  return (schema) => {
    const definitions = isJsonObject(schema) ? ownMember(schema, '$defs') : undefined;
    const names = isJsonObject(definitions) ? Object.keys(definitions) : [];
    const references = new Set(names.map((name) => `#/$defs/${name}`));
    const path: Checking['path'] = [];
    const checking: Checking = {
      references,
      sound,
      path,
      faults: rootFaults(schema),
      see: (inner, key) => {
        if (key !== undefined) path.push(key);
        checkSchema(checking, inner);
        if (key !== undefined) path.pop();
      },
    };
    checkSchema(checking, schema);
    return checking.faults;
  };
}

interface Checking {
  /** What a `$ref` may say. */
  readonly references: ReadonlySet<unknown>;
  /** Parts without faults; what they are part of has no references. */
  readonly sound: Set<object>;
  /** The way from the root to what is looked at; a pointer is made of it where there is a fault. */
  readonly path: (string | number)[];
  /** Checks a schema within the one at hand; one function for all, for there are 100,000 of them. */
  readonly see: SeeSubschema;
  readonly faults: Fault[];
}

const none: readonly unknown[] = [];

/** Steps from the root; what is deeper overruns the stacks of validators. */
const maxDepth = 1_000;

/** What would decide about the whole: clients refuse it at the root. */
const compositions = ['$ref', 'anyOf', 'oneOf', 'not', 'enum', 'const'];

function rootFaults(schema: unknown): Fault[] {
  if (!isJsonObject(schema)) return [];
  const composed = compositions.filter((keyword) => Object.hasOwn(schema, keyword));
  return [
    ...(ownMember(schema, 'type') === 'object' ? [] : ['is not of type object']),
    ...(isJsonObject(ownMember(schema, 'properties')) ? [] : ['has no properties']),
    ...composed.map((keyword) => `has ${keyword}, which clients do not take at the root`),
  ].map((message) => ({ pointer: '', message }));
}

function checkSchema(checking: Checking, schema: unknown): void {
  const { faults, sound, references, path } = checking;
  if (!isJsonObject(schema)) return addFault(checking, 'is no object');
  if (sound.has(schema)) return;
  if (path.length > maxDepth) return addFault(checking, 'is nested too deeply');
  const before = faults.length;
  // schemas are plain objects: what is not their own has no name that stands here
  for (const keyword in schema) {
    path.push(keyword);
    checkKeyword(checking, keyword, schema[keyword]);
    path.pop();
  }
  const missing = missingMembers(schema);
  if (missing.length > 0) {
    addFault(checking, `requires what it does not describe: ${missing.join(', ')}`);
  }
  if (path.length > 0 && Object.hasOwn(schema, '$defs')) {
    addFault(checking, 'has $defs below the root');
  }
  if (faults.length === before && references.size === 0) sound.add(schema);
}

function checkKeyword(checking: Checking, keyword: string, value: unknown): void {
  const showSubschemas = schemaKeywords.get(keyword);
  const message = showSubschemas
    ? showSubschemas(value, checking.see)
    : plainFault(checking, keyword, value);
  if (message !== undefined) addFault(checking, message);
}

function addFault({ faults, path }: Checking, message: string): void {
  faults.push({ pointer: path.map((step) => `/${step}`).join(''), message });
}

function plainFault({ references }: Checking, keyword: string, value: unknown): string | undefined {
  if (keyword === '$ref') return references.has(value) ? undefined : 'refers to nothing';
  const check = plainKeywords.get(keyword);
  return check ? check(value) : 'is a keyword that not every client knows';
}

function missingMembers(schema: object): readonly unknown[] {
  const required = ownMember(schema, 'required');
  if (required === undefined) return none;
  const properties = ownMember(schema, 'properties') ?? {};
  if (!Array.isArray(required) || !isJsonObject(properties)) return [];
  return required.filter((name) => !Object.hasOwn(properties, String(name)));
}
