import type { JsonSchema } from '../../core/json-schema.ts';
import { stableJson } from '../../core/json.ts';
import { accepts } from './accepts.ts';
import { createShapeTable, type ShapeTable } from './alternatives.ts';
import { includes, kindOf, createNodeTable, type SchemaNode, type Shape } from './schema-node.ts';
import { problem, type Comparison, uniteProblems, type Problem } from './problem.ts';
import { createSchemaReader } from './read-schema.ts';
import { keywordProblems, shapeProblems } from './shape-problems.ts';
import { unionProblems } from './union-problems.ts';

/** Two schemas and their differences in both directions. */
export interface SchemaPair {
  readonly one: SchemaNode;
  readonly other: SchemaNode;
  readonly table: ShapeTable;
  /** Returns why values of the first may not match the second; empty if all of them match. */
  readonly forwards: () => readonly Problem[];
  /** Returns why values of the second may not match the first. */
  readonly backwards: () => readonly Problem[];
}

/** Compares two schemas by the sets of values that match them. */
export type CompareSchemas = (one: JsonSchema, other: JsonSchema) => SchemaPair;

/** Compares two schemas on their own; see `createSchemaComparer`. */
export function compareSchemas(one: JsonSchema, other: JsonSchema): SchemaPair {
  return createSchemaComparer()(one, other);
}

/**
 * Creates a comparer; what several schemas share is read and compared once.
 *
 * The result is sound: without problems, every value of the one schema matches the other. A problem
 * may be a false alarm if unions, patterns or unknown keywords (`oneOf` among them) are too complex to decide.
 */
export function createSchemaComparer(): CompareSchemas {
  const nodeTable = createNodeTable();
  const table = createShapeTable(nodeTable);
  const read = createSchemaReader(nodeTable);
  const memo: ProblemsByPair = new Map();
  return (one, other) => {
    const nodes = { one: read(one), other: read(other) };
    return {
      ...nodes,
      table,
      forwards: () => createComparison(table, memo).compare(nodes.one, nodes.other),
      backwards: () => createComparison(table, memo).compare(nodes.other, nodes.one),
    };
  };
}

/** The problems of pairs of nodes, by their ids. */
type ProblemsByPair = Map<string, readonly Problem[]>;

/** Steps after which a comparison gives up. */
const maxSteps = 50_000;

/** Cases of unions that are split in one comparison. */
const maxCases = 500;

/** Nested pairs after which a comparison gives up, to bound the stack. */
const maxDepth = 200;

interface Progress {
  /** Compared pairs. */
  readonly done: ProblemsByPair;
  /** Pairs under comparison, with their depth. */
  readonly open: Map<string, number>;
  /**
   * Pairs that have no problems if the open pairs have none, in the order of comparison, each with the
   * depth of the outermost pair it relies on.
   */
  readonly assumed: Map<string, number>;
  /** The depth of the outermost open pair that the results so far rely on. */
  reliedOn: number;
  /** The depth of the outermost open pair whose problems the results so far omit. */
  omits: number;
  /** Compared pairs whose results omit the problems of an enclosing pair. */
  readonly partial: Set<string>;
  steps: number;
}

/**
 * Compares recursive schemas by coinduction (a greatest fixed point): a pair that is reached again while
 * it is under comparison counts as matching, because values are finite and every step descends into
 * them. A result that relies on an open pair is discarded if that pair has problems.
 */
function createComparison(table: ShapeTable, memo: ProblemsByPair): Comparison {
  const progress: Progress = {
    done: new Map(),
    open: new Map(),
    assumed: new Map(),
    reliedOn: Infinity,
    omits: Infinity,
    partial: new Set(),
    steps: 0,
  };
  const comparison: Comparison = {
    table,
    casesLeft: maxCases,
    compare,
    compareShape,
  };
  return comparison;

  function compare(one: SchemaNode, other: SchemaNode): readonly Problem[] {
    if (one === other) return [];
    const pair = `${one.id}:${other.id}`;
    const known = memo.get(pair) ?? progress.done.get(pair);
    if (known !== undefined) {
      if (progress.partial.has(pair)) progress.omits = 0;
      return known;
    }
    const openDepth = progress.open.get(pair) ?? progress.assumed.get(pair);
    if (openDepth !== undefined) {
      progress.reliedOn = Math.min(progress.reliedOn, openDepth);
      progress.omits = Math.min(progress.omits, openDepth);
      return [];
    }
    if (progress.open.size > maxDepth) return [problem('complex', '')];
    const found = assuming(progress, pair, () => compareAlternatives(one, other));
    // an abandoned or partial result is recomputed in the next comparison
    const isAbandoned = progress.steps > maxSteps || comparison.casesLeft <= 0;
    if (!isAbandoned && !progress.partial.has(pair) && progress.done.has(pair))
      memo.set(pair, found);
    return found;
  }

  function compareAlternatives(one: SchemaNode, other: SchemaNode): readonly Problem[] {
    const shapes = table.alternatives(one);
    if (shapes === undefined) return [problem('complex', '')];
    return uniteProblems(shapes.flatMap((shape) => compareShape(shape, other)));
  }

  function compareShape(one: Shape, other: SchemaNode): readonly Problem[] {
    progress.steps++;
    if (progress.steps > maxSteps) return [problem('complex', '')];
    if (one.values !== undefined) return valueProblems(table, one, other);
    return [
      ...shapeProblems(comparison, one, other.shape),
      ...other.links.flatMap((target) => compareShape(one, target())),
      ...other.unions.flatMap((union) => unionProblems(comparison, one, union)),
    ];
  }
}

function assuming(
  progress: Progress,
  pair: string,
  compare: () => readonly Problem[],
): readonly Problem[] {
  const { reliedOn, omits } = progress;
  const depth = progress.open.size;
  progress.reliedOn = Infinity;
  progress.omits = Infinity;
  const earlier = progress.assumed.size;
  progress.open.set(pair, depth);
  const found = compare();
  progress.open.delete(pair);
  const isDone = found.length > 0 || progress.reliedOn >= depth;
  const isPartial = progress.omits < depth;
  if (isDone) {
    progress.done.set(pair, found);
    commitAssumed(progress, earlier, found.length === 0);
  } else {
    progress.assumed.set(pair, progress.reliedOn);
  }
  if (isPartial) progress.partial.add(pair);
  progress.reliedOn = Math.min(reliedOn, isDone ? Infinity : progress.reliedOn);
  progress.omits = Math.min(omits, isPartial ? progress.omits : Infinity);
  return found;
}

/** Commits pairs that were assumed equal if the enclosing pair holds; discards them otherwise. */
function commitAssumed({ assumed, done }: Progress, earlier: number, isFitting: boolean): void {
  for (const pair of [...assumed.keys()].slice(earlier)) {
    assumed.delete(pair);
    if (isFitting) done.set(pair, []);
  }
}

/** Checks each listed value. */
function valueProblems(table: ShapeTable, one: Shape, other: SchemaNode): readonly Problem[] {
  const refused = (one.values ?? []).filter((value) => !accepts(other, value));
  const shapes = table.alternatives(other);
  const problems = refused.map((value) => {
    const kind = kindOf(value);
    const isKindTaken = shapes?.some(({ kinds }) => includes(kinds, kind)) ?? true;
    return isKindTaken
      ? problem('value', stableJson(value), () => value)
      : problem('type', kind, () => value);
  });
  return [...problems, ...unknownKeywords(one, other)];
}

function unknownKeywords(
  one: Shape,
  other: SchemaNode,
  seen: ReadonlySet<SchemaNode> = new Set(),
): readonly Problem[] {
  if (seen.has(other)) return [];
  const within = new Set([...seen, other]);
  const parts = [...other.links.map((target) => target()), ...other.unions.flat()];
  return [
    ...keywordProblems(one, other.shape),
    ...parts.flatMap((part) => unknownKeywords(one, part, within)),
  ];
}
