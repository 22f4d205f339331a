import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Roster, type Listed } from '../../src/core/roster.ts';

class Entry implements Listed {
  place = -1;
}

it('holds what a Set holds, whatever comes and goes', () => {
  const step = fc.record({ add: fc.boolean(), index: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const entries = Array.from({ length: 10 }, () => new Entry());
      const roster = new Roster<Entry>();
      const set = new Set<Entry>();
      for (const { add, index } of steps) {
        const entry = entries[index];
        if (!entry || (add && set.has(entry))) continue;
        if (add) {
          roster.add(entry);
          set.add(entry);
        } else {
          roster.remove(entry);
          set.delete(entry);
        }
        expect(new Set(roster.all())).toEqual(set);
        expect(roster.size).toBe(set.size);
      }
    }),
  );
});

it('lists what was there when it was asked', () => {
  const roster = new Roster<Entry>();
  const entry = new Entry();
  roster.add(entry);
  const all = roster.all();
  roster.remove(entry);
  expect(all).toEqual([entry]);
  expect(roster.size).toBe(0);
});
