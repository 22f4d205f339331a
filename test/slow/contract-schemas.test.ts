import { it } from 'vitest';
import { expectNoMissedNarrowing } from '../check/support/no-missed-narrowing.ts';

it('the comparison of JSON Schemas reports every narrower schema that a value shows', () => {
  expectNoMissedNarrowing(process.env['DEEP'] === '1' ? 30_000 : 10_000);
});
