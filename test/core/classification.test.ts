import { expect, it } from 'vitest';
import { classificationOfStatus } from '../../src/core/classification.ts';

it.each([
  [200, undefined],
  [204, undefined],
  [301, 'UPSTREAM_MISMATCH'],
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'UPSTREAM_MISMATCH'],
  [408, 'TIMEOUT'],
  [413, 'BAD_REQUEST'],
  [418, 'UPSTREAM_MISMATCH'],
  [422, 'BAD_REQUEST'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL_ERROR'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'TIMEOUT'],
  [599, 'INTERNAL_ERROR'],
])('classifies HTTP status %i as %s', (status, classification) => {
  expect(classificationOfStatus(status)).toBe(classification);
});
