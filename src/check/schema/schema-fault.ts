import { isJsonObject, ownMember } from '../../core/json.ts';
import { nestsDeeperThan } from './nests-deeper-than.ts';
import { isInPlace, keywordProblem, schemasOf, stepsInPlace } from './keyword-shapes.ts';

/** What is wrong with a schema from elsewhere. */
export interface SchemaFault {
  /** JSON pointer within the schema; empty for the schema itself. */
  readonly path: string;
  /** What goes on after "it": `is no list of schemas`. */
  readonly problem: string;
}

/** Levels of JSON in one schema: the deepest the gateway writes, selections of 250 levels, and more. */
export const maxSchemaNesting = 1_500;

/** Schemas that apply to one and the same value, each within the one before or referred to by it. */
const maxStepsInPlace = 200;

/**
 * Finds why a schema from elsewhere cannot be compared: a keyword with a value of another kind than
 * JSON Schema gives it, nesting without end, a reference to a place that the schema does not have, or
 * references that lead back to where they began while the value stays the same, so that judging it
 * never ends. What is found to be sound can be read, compared and compiled without a thought of this.
 *
 * Keywords that are not known here, and references to other documents, are left as they are.
 */
export function schemaFault(root: unknown): SchemaFault | undefined {
  if (nestsDeeperThan(root, maxSchemaNesting)) {
    return { path: '', problem: `nests more than ${maxSchemaNesting} levels deep` };
  }
  return faultWithin(root);
}

/** The same for a schema that is known not to nest too deep. */
export function faultWithin(root: unknown): SchemaFault | undefined {
  const found: Found = { root, stepping: [] };
  return shapeFault(found, root) ?? circleFault(found);
}

interface Found {
  readonly root: unknown;
  /** Schemas from which something leads on while the value stays the same. */
  readonly stepping: object[];
}

/** Paths are put together where a fault was found: a lock holds hundreds of thousands of schemas. */
function shapeFault(found: Found, schema: unknown): SchemaFault | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return { path: '', problem: 'is no schema' };
  let leadsOn = false;
  for (const keyword in schema) {
    const value = schema[keyword];
    const problem = keywordProblem(keyword, value);
    if (problem !== undefined) return { path: `/${escape(keyword)}`, problem };
    if (!leadsOn && (keyword === '$ref' || isInPlace(keyword))) {
      leadsOn = true;
      found.stepping.push(schema);
    }
    const fault = faultOfKeyword(found, keyword, value);
    if (fault) return { ...fault, path: `/${escape(keyword)}${fault.path}` };
  }
  const reference = ownMember(schema, '$ref');
  return isLocal(reference) && !isSchema(follow(found.root, reference))
    ? { path: '/$ref', problem: 'refers to no schema in this one' }
    : undefined;
}

function faultOfKeyword(found: Found, keyword: string, value: unknown): SchemaFault | undefined {
  const holds = schemasOf(keyword, value);
  if (holds === undefined) return undefined;
  if (holds === 'one') return shapeFault(found, value);
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const fault = shapeFault(found, members[name]);
    if (fault) return { ...fault, path: `/${escape(name)}${fault.path}` };
  }
  return undefined;
}

/** How many steps lead on from each schema at most, the value staying the same. */
function circleFault({ root, stepping }: Found): SchemaFault | undefined {
  const heights = new Map<object, number>();
  const open = new Set<object>();
  const heightOf = (schema: object): number => {
    const known = heights.get(schema);
    if (known !== undefined) return known;
    if (open.has(schema) || open.size > maxStepsInPlace) return Infinity;
    open.add(schema);
    const reference = ownMember(schema, '$ref');
    const target = isLocal(reference) ? [follow(root, reference)] : [];
    const next = [...stepsInPlace(schema), ...target].filter(isJsonObject);
    const height = 1 + Math.max(0, ...next.map(heightOf));
    open.delete(schema);
    heights.set(schema, height);
    return height;
  };
  const endless = stepping.find((schema) => heightOf(schema) > maxStepsInPlace);
  if (endless === undefined) return undefined;
  const problem = 'leads by references back to itself, or on and on, the value being the same';
  return { path: pathTo(endless, root) ?? '', problem };
}

/** Where an object stands within another one. */
function pathTo(wanted: object, from: unknown): string | undefined {
  if (from === wanted) return '';
  if (typeof from !== 'object' || from === null) return undefined;
  for (const [name, member] of Object.entries(from)) {
    const path = pathTo(wanted, member);
    if (path !== undefined) return `/${escape(name)}${path}`;
  }
  return undefined;
}

/** References to other documents and to anchors are no business of whoever compares. */
function isLocal(reference: unknown): reference is string {
  return reference === '#' || (typeof reference === 'string' && reference.startsWith('#/'));
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function follow(root: unknown, reference: string): unknown {
  let at: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = ownMember(at, decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
