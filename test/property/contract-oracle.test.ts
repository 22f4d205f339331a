import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/check/change.ts';
import { diffCatalogs } from '../../src/check/diff-catalogs.ts';
import { surfaceOf } from '../../src/check/surface.ts';
import type { Profile } from '../../src/core/tool.ts';
import { editApi, randomApi, type Compiled } from '../check/support/contract-pair.ts';
import { createRandom } from '../check/support/instances.ts';
import { findBreak } from '../check/support/shown-break.ts';
import { seededChoices } from '../support/choices.ts';

const inCi = process.env['CI'] !== undefined || process.env['DEEP'] === '1';
const wantedPairs = inCi ? 10_000 : 600;
const editsOfOne = 16;
const profiles: readonly Profile[] = ['portable', 'portable', 'full', 'gemini', 'openai'];

/** Changes that are about values, so that a value can show them. */
const shownByValues = /^(INPUT_NARROWED|OUTPUT_WIDENED|TOOL_REMOVED|TOOL_RENAMED)$/;

interface Pair {
  readonly seed: number;
  readonly edit: number;
  readonly before: Compiled;
  readonly after: Compiled;
}

/** Random APIs with a random operation, each with some edits of one or the other. */
function* pairs(): Iterable<Pair> {
  let left = wantedPairs;
  for (let seed = 1; left > 0; seed++) {
    const choices = seededChoices(seed);
    const profile = profiles[seed % profiles.length] ?? 'portable';
    const before = randomApi(choices, profile);
    if (!before || before.catalog.tools.size === 0) continue;
    for (let edit = 0; edit < editsOfOne && left > 0; edit++) {
      const after = editApi(before, choices, profile);
      if (!after) continue;
      left--;
      yield { seed, edit, before, after };
    }
  }
}

function changesOf({ before, after }: Pair): readonly Change[] {
  const [old, next] = [before, after].map(({ catalog, schema }) =>
    surfaceOf(catalog, { gateway: '1.0.0', schemas: new Map([['default', schema]]) }),
  );
  if (!old || !next) throw new Error('two surfaces were made');
  return diffCatalogs(old, next);
}

describe('the contract check', () => {
  it(
    'calls every change breaking that a call or an answer shows to be, and shows what it calls so',
    { timeout: 1_800_000 },
    () => {
      const missed: unknown[] = [];
      const unshown: unknown[] = [];
      const counts = { pairs: 0, shown: 0, changes: 0 };
      for (const pair of pairs()) {
        const { seed, edit, before, after } = pair;
        const breaking = changesOf(pair).filter(({ severity }) => severity === 'breaking');
        const byValues = breaking.filter(({ code }) => shownByValues.test(code));
        const found = findBreak(
          before,
          after,
          seededChoices(seed * editsOfOne + edit),
          createRandom(seed * editsOfOne + edit),
        );
        counts.pairs++;
        counts.changes += byValues.length;
        if (found !== undefined) counts.shown++;
        if (found !== undefined && breaking.length === 0) missed.push({ seed, edit, found });
        unshown.push(
          ...byValues
            .filter(({ witness }) => witness === undefined)
            .map(({ code, path }) => ({ seed, edit, code, path })),
        );
      }
      expect(missed).toEqual([]);
      expect(counts.pairs).toBe(wantedPairs);
      // the samples are worth something only where they do show breaks
      expect(counts.shown).toBeGreaterThan(wantedPairs / 20);
      expect(unshown.length / counts.changes, JSON.stringify(unshown)).toBeLessThan(0.05);
    },
  );
});
