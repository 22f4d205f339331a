import { describe, expect, it } from 'vitest';
import { annotationsOf } from '../../src/compile/describe.ts';

const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
const writing = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

describe('annotationsOf', () => {
  it.each([
    ['query', 'reads', {}, reading],
    ['mutation', 'writes, at worst destroys', {}, writing],
    ['query', 'that is said to write', { readOnly: false }, writing],
    ['mutation', 'that is said to read', { readOnly: true }, reading],
    ['mutation', 'that only adds', { destructive: false }, { ...writing, destructiveHint: false }],
    [
      'mutation',
      'that may be repeated',
      { idempotent: true },
      { ...writing, idempotentHint: true },
    ],
    ['query', 'of a closed world', { openWorld: false }, { ...reading, openWorldHint: false }],
    [
      'query',
      'of which all is said',
      { readOnly: false, destructive: false, idempotent: true, openWorld: false },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ],
  ] as const)('hints of a %s %s', (kind, _, options, expected) => {
    expect(annotationsOf(kind, options)).toEqual(expected);
  });
});
