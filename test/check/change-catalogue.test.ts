import { describe, expect, it } from 'vitest';
import { changeCatalogue } from './support/catalogue/change-catalogue.ts';
import { runChange } from './support/run-change.ts';

describe.each(Object.entries(changeCatalogue))('%s', (_, changes) => {
  it.each(changes.map((change) => [change.name, change] as const))('%s', async (_name, change) => {
    const report = await runChange(change);
    const [worst] = report.changes;
    expect({
      verdict: report.verdict,
      codes: [...new Set(report.changes.map(({ code }) => code))],
      cause: worst?.causes[0]?.kind,
    }).toEqual({ verdict: change.verdict, codes: change.codes, cause: change.cause });
  });
});

it('has at least sixty changes', () => {
  expect(Object.values(changeCatalogue).flat().length).toBeGreaterThanOrEqual(60);
});
