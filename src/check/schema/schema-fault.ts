import { isJsonObject, ownMember } from '../../core/json.ts';
import { nestsDeeperThan } from './nests-deeper-than.ts';
import { keywordProblem, schemasIn, stepsInPlace } from './keyword-shapes.ts';

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
  const found: Found = { root, paths: new Map() };
  return shapeFault(found, root, '') ?? circleFault(found);
}

interface Found {
  readonly root: unknown;
  /** Where each schema stands. */
  readonly paths: Map<object, string>;
}

function shapeFault(found: Found, schema: unknown, path: string): SchemaFault | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return { path, problem: 'is no schema' };
  found.paths.set(schema, path);
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value);
    if (problem !== undefined) return { path: `${path}/${escape(keyword)}`, problem };
  }
  const reference = ownMember(schema, '$ref');
  if (isLocal(reference) && !isSchema(follow(found.root, reference))) {
    return { path: `${path}/$ref`, problem: 'refers to no schema in this one' };
  }
  for (const [steps, inner] of schemasIn(schema)) {
    const fault = shapeFault(found, inner, [path, ...steps.map(escape)].join('/'));
    if (fault) return fault;
  }
  return undefined;
}

/** How many steps lead on from each schema at most, the value staying the same. */
function circleFault({ root, paths }: Found): SchemaFault | undefined {
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
  for (const [schema, path] of paths) {
    if (heightOf(schema) > maxStepsInPlace) {
      const problem = 'leads by references back to itself, or on and on, the value being the same';
      return { path, problem };
    }
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
