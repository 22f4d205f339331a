import { describe, expect, it } from 'vitest';
import { createLineCounter, parseJson } from '../../../src/load/files/read-file.ts';
import { lines } from '../sources-folder.ts';

describe('parseJson', () => {
  it('reports broken JSON at its place', () => {
    const file = { path: '/a.json', displayPath: 'a.json' };
    const result = parseJson(file, '{\r\n  "a": 1,\r\n  "b" 2\r\n}');
    expect(lines(result.ok ? [] : [result.problem])).toEqual([
      'a.json:3:7: error JSON_SYNTAX: Invalid JSON: Unexpected number. Correct the JSON at this place, or generate the file again.',
    ]);
  });
});

describe('createLineCounter', () => {
  it('counts lines and columns from 1', () => {
    const at = createLineCounter('ab\n\nc');
    expect([0, 1, 2, 3, 4, 5, 0].map(at)).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
      { line: 1, column: 1 },
    ]);
  });
});
