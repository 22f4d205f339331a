import { buildASTSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../src/check/diff/diff-catalogs.ts';
import { createToolComparison } from '../../src/check/diff/tool-comparison.ts';
import { callsMade } from '../check/support/calls-made.ts';
import { editMeaning } from '../check/support/edit-meaning.ts';
import { compileApi, randomApi, type Compiled } from '../check/support/random-api.ts';
import { seededChoices } from '../support/choices.ts';

const seeds = 40;
const editsOfOne = 12;

describe('an edit of an operation that the contract check calls safe', () => {
  it('makes every call that the operation made before, with the same arguments', () => {
    const lost: object[] = [];
    const counts = { safe: 0, other: 0 };
    for (let seed = 1; seed <= seeds; seed++) {
      const choices = seededChoices(seed);
      const before = randomApi(choices, 'portable');
      for (let edit = 0; before && edit < editsOfOne; edit++) {
        const edited = editMeaning(before.document, before.schema, choices);
        const after = edited && compileApi(before.sdl, edited, 'portable');
        if (!after) continue;
        const [worst] = diffCatalogs(before.surface, after.surface);
        const isSafe = worst === undefined || worst.severity === 'safe';
        counts[isSafe ? 'safe' : 'other']++;
        const missing = isSafe ? lostCalls(before, after) : [];
        if (missing.length > 0) lost.push({ seed, edit, missing });
      }
    }
    expect(lost).toEqual([]);
    expect(counts.safe).toBeGreaterThan(seeds / 4);
    expect(counts.other).toBeGreaterThan(seeds / 4);
  });
});

/** The calls of the old operation that the new one does not make, for equal arguments of the tool. */
function lostCalls(before: Compiled, after: Compiled): readonly string[] {
  const { callOf } = createToolComparison(before.surface, after.surface);
  const [tool] = before.surface.tools.values();
  const given = { ...((tool && callOf(tool)?.value) as object | undefined) };
  return [0, 1, 2, 3].flatMap((turn) => {
    const [old, now] = [before, after].map((api) =>
      made(api, { ...given, ...conditions(given, turn) }, turn),
    );
    return [...(old ?? [])].filter((call) => !now?.has(call));
  });
}

/** Other values for the conditions of an operation. */
function conditions(given: object, turn: number): object {
  const names = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'boolean' ? name : [],
  );
  return Object.fromEntries(names.map((name, index) => [name, ((turn >> (index % 2)) & 1) === 1]));
}

function made({ tool, sdl }: Compiled, given: object, turn: number): ReadonlySet<string> {
  const prepared = tool.prepareArguments(given);
  if (!prepared.ok) return new Set();
  // what the operation does not use was removed from the schema, whatever is left of types
  const schema = buildASTSchema(sdl, { assumeValid: true });
  return callsMade(schema, parse(tool.operation.document), prepared.variables, turn);
}
