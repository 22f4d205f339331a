import { describe, expect, it } from 'vitest';
import { runSerially } from '../../src/gateway/reload.ts';
import { eventually } from '../support/servers.ts';

/** Runs that the test ends. */
function manualRuns() {
  const endings: (() => void)[] = [];
  const run = () =>
    new Promise<number>((resolve) => {
      const number = endings.length + 1;
      endings.push(() => resolve(number));
    });
  return { run, endings };
}

describe('runSerially', () => {
  it('does not overlap runs, and shares the next run among calls made during one', async () => {
    const { run, endings } = manualRuns();
    const serial = runSerially(run);
    const calls = [serial(), serial(), serial()];
    expect(endings).toHaveLength(1);
    endings[0]?.();
    await calls[0];
    await Promise.resolve();
    expect(endings).toHaveLength(2);
    endings[1]?.();
    expect(await Promise.all(calls)).toEqual([1, 2, 2]);
  });

  it('does not overlap runs if a call follows the end of a run immediately', async () => {
    const { run, endings } = manualRuns();
    const serial = runSerially(run);
    const again = serial().then(() => serial());
    const meanwhile = serial();
    endings[0]?.();
    await eventually(() => expect(endings).toHaveLength(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(endings).toHaveLength(2);
    endings[1]?.();
    expect(await Promise.all([again, meanwhile])).toEqual([2, 2]);
  });

  it('continues after a failed run', async () => {
    let count = 0;
    const serial = runSerially(async () => {
      count += 1;
      if (count === 1) throw new Error('first');
      return count;
    });
    const failing = serial();
    const next = serial();
    await expect(failing).rejects.toThrow('first');
    expect(await next).toBe(2);
  });
});
