import { isJsonObject, ownMember } from '../../core/json.ts';
import type { Fault } from './fault.ts';
import { plainKeywords } from './keywords.ts';
import { schemaKeywords } from './subschemas.ts';

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
  const sound = new WeakSet<object>();
  return (schema) => {
    const definitions = isJsonObject(schema) ? ownMember(schema, '$defs') : undefined;
    const names = isJsonObject(definitions) ? Object.keys(definitions) : [];
    const references = new Set(names.map((name) => `#/$defs/${name}`));
    const checking = { references, sound, faults: rootFaults(schema) };
    checkSchema(checking, schema, '', 0);
    return checking.faults;
  };
}

interface Checking {
  /** What a `$ref` may say. */
  readonly references: ReadonlySet<unknown>;
  /** Parts without faults; what they are part of has no references. */
  readonly sound: WeakSet<object>;
  readonly faults: Fault[];
}

/** Schemas within schemas; what is deeper overruns the stacks of validators. */
const maxDepth = 400;

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

function checkSchema(checking: Checking, schema: unknown, pointer: string, depth: number): void {
  const { faults, sound, references } = checking;
  if (!isJsonObject(schema) || depth > maxDepth) {
    faults.push({ pointer, message: depth > maxDepth ? 'is nested too deeply' : 'is no object' });
    return;
  }
  if (sound.has(schema)) return;
  const before = faults.length;
  for (const keyword of Object.keys(schema)) {
    const value = ownMember(schema, keyword);
    const subschemas = schemaKeywords.get(keyword)?.(value);
    const at = `${pointer}/${keyword}`;
    if (subschemas === undefined || typeof subschemas === 'string') {
      const message = subschemas ?? plainFault(checking, keyword, value);
      if (message !== undefined) faults.push({ pointer: at, message });
    } else {
      for (const [way, inner] of subschemas) {
        checkSchema(checking, inner, `${at}${way}`, depth + 1);
      }
    }
  }
  const missing = missingMembers(schema);
  if (missing.length > 0) {
    faults.push({ pointer, message: `requires what it does not describe: ${missing.join(', ')}` });
  }
  if (Object.hasOwn(schema, '$defs') && pointer !== '') {
    faults.push({ pointer, message: 'has $defs below the root' });
  }
  if (faults.length === before && references.size === 0) sound.add(schema);
}

function plainFault({ references }: Checking, keyword: string, value: unknown): string | undefined {
  if (keyword === '$ref') return references.has(value) ? undefined : 'refers to nothing';
  const check = plainKeywords.get(keyword);
  return check ? check(value) : 'is a keyword that not every client knows';
}

function missingMembers(schema: object): readonly unknown[] {
  const required = ownMember(schema, 'required');
  const properties = ownMember(schema, 'properties') ?? {};
  if (!Array.isArray(required) || !isJsonObject(properties)) return [];
  return required.filter((name) => !Object.hasOwn(properties, String(name)));
}
