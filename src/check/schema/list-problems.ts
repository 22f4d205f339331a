import type { Comparison } from './comparison.ts';
import { eachItem } from './instance-path.ts';
import { problem, within, type Problem } from './problem.ts';
import { sampleList } from './sample.ts';
import { anything, type Shape } from './schema-node.ts';

/** Why lists of one shape may not fit the other. */
export function listProblems(comparison: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const { algebra, compare } = comparison;
  const found: Problem[] = [];
  if (other.minItems > one.minItems) {
    found.push(problem('items', `minItems ${other.minItems}`, () => sampleList(algebra, one, [])));
  }
  if (other.maxItems < one.maxItems) {
    const more = other.maxItems + 1;
    found.push(
      problem('items', `maxItems ${other.maxItems}`, () => sampleList(algebra, one, [], more)),
    );
  }
  const items = one.items ?? anything;
  if (one.maxItems === 0 || algebra.alternatives(items)?.length === 0) return found;
  const inner = compare(items, other.items ?? anything);
  return [
    ...found,
    ...inner.map((each) => within(each, eachItem, (part) => sampleList(algebra, one, [part]))),
  ];
}
