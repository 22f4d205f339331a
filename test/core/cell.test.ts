import { describe, expect, it } from 'vitest';
import { createCell } from '../../src/core/cell.ts';

describe('a cell', () => {
  it('passes the new and the old value to listeners until they unsubscribe', () => {
    const cell = createCell(1);
    const heard: unknown[] = [];
    const stop = cell.subscribe((next, previous) => heard.push([next, previous]));
    cell.set(2);
    stop();
    cell.set(3);
    expect(heard).toEqual([[2, 1]]);
    expect(cell.current).toBe(3);
  });
});
