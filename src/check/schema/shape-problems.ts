import { stableJson, type JsonValue } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import type { Comparison } from './comparison.ts';
import { includes, kindSet, listKinds, type Kind } from './kinds.ts';
import { listProblems } from './list-problems.ts';
import { objectProblems } from './object-problems.ts';
import { problem, type Problem } from './problem.ts';
import { sampleShape } from './sample.ts';
import { scalarCandidates } from './scalar-candidates.ts';
import { scalarProblems } from './scalar-problems.ts';
import type { Shape } from './schema-node.ts';

/** Why values of one shape, of which there are too many to try them, may not fit the other. */
export function shapeProblems(
  comparison: Comparison,
  one: Shape,
  other: Shape,
): readonly Problem[] {
  const common: Shape = { ...one, kinds: one.kinds & other.kinds };
  return [
    ...kindProblems(comparison, one, other),
    ...(other.values === undefined ? [] : listedProblems(comparison, common, other, other.values)),
    ...scalarProblems(common, other),
    ...(includes(common.kinds, 'array') ? listProblems(comparison, common, other) : []),
    ...(includes(common.kinds, 'object') ? objectProblems(comparison, common, other) : []),
    ...keywordProblems(one, other),
  ];
}

function kindProblems({ algebra }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const refused = listKinds(one.kinds & ~other.kinds);
  return refused.map((kind) =>
    problem('type', kind, () => sampleShape(algebra, { ...one, kinds: kindSet(kind) })),
  );
}

/** The other shape lists its values; of all kinds but null and booleans, the one has more. */
function listedProblems(
  { algebra }: Comparison,
  one: Shape,
  other: Shape,
  values: readonly JsonValue[],
): readonly Problem[] {
  const refuses = (value: JsonValue) =>
    acceptedByShape(one, value) && !acceptedByShape(other, value);
  const finite = [null, true, false].filter(refuses);
  const endless = listKinds(one.kinds).filter((kind) => !finiteKinds.has(kind));
  return [
    ...finite.map((value) => problem('value', stableJson(value), () => value)),
    ...endless.map((kind) =>
      problem('values', listValues(values), () => {
        const ofKind: Shape = { ...one, kinds: kindSet(kind) };
        const candidates = scalarCandidates(ofKind, other);
        return candidates.find(refuses) ?? sampleShape(algebra, ofKind);
      }),
    ),
  ];
}

const finiteKinds: ReadonlySet<Kind> = new Set<Kind>(['null', 'boolean']);

function listValues(values: readonly JsonValue[]): string {
  return values.map((value) => stableJson(value)).join(', ');
}

/** Keywords that cannot be compared: they are harmless only where they stand unchanged. */
export function keywordProblems(one: Shape, other: Shape): readonly Problem[] {
  const changed = [...other.other].filter(([keyword, value]) => one.other.get(keyword) !== value);
  return changed.map(([keyword, value]) => problem('keyword', `${keyword}: ${value}`));
}
