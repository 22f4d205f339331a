import { describe, expect, it, vi } from 'vitest';
import { lazy } from '../../src/core/memo.ts';

describe('lazy', () => {
  it('creates a value once, on first use, even if it is undefined', () => {
    const make = vi.fn<() => undefined>();
    const value = lazy(make);
    expect(make).not.toHaveBeenCalled();
    expect([value(), value()]).toEqual([undefined, undefined]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('retries after a failure', () => {
    const make = vi.fn<() => number>().mockImplementationOnce(() => {
      throw new Error('not yet');
    });
    make.mockReturnValue(1);
    const value = lazy(make);
    expect(value).toThrow('not yet');
    expect(value()).toBe(1);
  });
});
