import { type JsonSchema, resolveReference, subschemas } from '../../core/json-schema.ts';
import { isJsonObject, stableJson } from '../../core/json.ts';

/** Annotations, which restrict no value, and `$defs`, which is reached by `$ref` only. */
export const annotationKeywords: ReadonlySet<string> = new Set(
  'title description default deprecated examples x-mcp-header $defs $schema $comment'.split(' '),
);

/**
 * Creates the canonical keys of the references of one document: references with equal keys match the
 * same values, in whatever document.
 *
 * The key covers the names and texts (without annotations) of all definitions that the reference
 * reaches: a definition includes the keys of those it refers to, and definitions that refer to each
 * other share one key.
 */
export function createCanonicalKeys(
  root: JsonSchema,
  idOfText: (text: string) => number,
): (reference: string) => string {
  const keys = new Map<string, string>();
  const nextOf = (reference: string) => referencesIn(resolveReference(root, reference));
  const textOf = (reference: string): string => {
    const target = resolveReference(root, reference);
    if (!isJsonObject(target)) return `${reference} nowhere`;
    return `${reference} ${idOfText(stableJson(withoutAnnotations(target)))}`;
  };
  const visit = (references: readonly string[]): void => {
    const further = new Set(references.flatMap((reference) => [...nextOf(reference)]));
    const beyond = [...further].flatMap((reference) => keys.get(reference) ?? []);
    const group = idOfText([...references.map(textOf).sort(), '', ...beyond.sort()].join('\n'));
    for (const reference of references) keys.set(reference, `${reference} ${group}`);
  };
  return (reference) => {
    visitStronglyConnected(reference, nextOf, (name) => keys.has(name), visit);
    return keys.get(reference) ?? reference;
  };
}

/** Returns all references in a schema, except those in its `$defs`. */
export function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (!isJsonObject(part)) return;
    const reference = part['$ref'];
    if (typeof reference === 'string') found.add(reference);
    for (const { schema: inner, keyword } of subschemas(part as JsonSchema)) {
      if (keyword !== '$defs') collect(inner);
    }
  };
  collect(schema);
  return found;
}

function withoutAnnotations(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const keywords = Object.entries(schema).filter(([keyword]) => !annotationKeywords.has(keyword));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => [keyword, plainKeyword(keyword, value)]),
  );
}

function plainKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' && isJsonObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [name, withoutAnnotations(member)]));
  }
  if (Array.isArray(value)) return value.map(withoutAnnotations);
  return keyword === 'items' || keyword === 'additionalProperties'
    ? withoutAnnotations(value)
    : value;
}

/** The progress of the search at one name. */
interface Step {
  readonly name: string;
  readonly open: string[];
  readonly order: number;
  /** The least order of an open name that is reachable from here. */
  least: number;
}

/**
 * Visits the strongly connected components that are reachable from a name, each after the components it
 * leads to. Tarjan's algorithm, iterative because chains may have thousands of names.
 *
 * @param isKnown whether a name was visited before.
 */
function visitStronglyConnected(
  first: string,
  nextOf: (name: string) => Iterable<string>,
  isKnown: (name: string) => boolean,
  visit: (names: readonly string[]) => void,
): void {
  const met = new Map<string, Step>();
  const waiting: string[] = [];
  const enter = (name: string): Step => {
    const step: Step = { name, open: [...nextOf(name)], order: met.size, least: met.size };
    met.set(name, step);
    waiting.push(name);
    return step;
  };
  const steps = isKnown(first) ? [] : [enter(first)];
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    const next = step.open.pop();
    if (next === undefined) {
      steps.pop();
      const above = steps.at(-1);
      if (above) above.least = Math.min(above.least, step.least);
      if (step.least === step.order) visit(waiting.splice(waiting.lastIndexOf(step.name)));
    } else if (!isKnown(next)) {
      const before = met.get(next);
      if (before) step.least = Math.min(step.least, before.order);
      else steps.push(enter(next));
    }
  }
}
