import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../src/check/diff/change.ts';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import { surfaceOf, type Surface } from '../../../src/check/surface/surface.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

const nested = 'query t($i: I) { r(i: $i) }';

function inputOf(fields: string): Surface {
  return surface(`input I { ${fields} } type Query { r(i: I): String }`, nested);
}

function surface(sdl: string, operation: string): Surface {
  const compiled = compileSources(sourcesOf(sdl, operation));
  return surfaceOf(compiled.catalog, compiled);
}

function changes(old: Surface, next: Surface) {
  return diffCatalogs(old, next)
    .filter(({ code }) => code !== 'INPUT_TEXT_CHANGED' && code !== 'INPUT_WIDENED')
    .map(({ tool, code, path, witness }) => [
      changeOf(tool, { code, message: '' }).severity,
      code,
      path,
      witness?.value,
    ]);
}

describe('names of fields that agents see', () => {
  const optional = inputOf('constructor: String x: Int');

  it('break calls where they get another', () => {
    const required = inputOf('constructor: String! x: Int');
    expect(changes(required, optional)).toEqual([
      ['breaking', 'INPUT_NARROWED', 'i.constructor', { i: { constructor: 'text' } }],
    ]);
    expect(changes(optional, required)).toContainEqual([
      'breaking',
      'INPUT_NARROWED',
      'i.constructor_',
      expect.anything(),
    ]);
    expect(changes(optional, optional)).toEqual([]);
  });

  it('are those that a lock shows', () => {
    const lock = formatLock(optional);
    expect(changes(readLock(lock, 'tools.lock.json'), optional)).toEqual([]);
    const former = readLock(lock.replace('"constructor_"', '"constructor"'), 'tools.lock.json');
    expect(changes(former, optional)).toEqual([
      ['breaking', 'INPUT_NARROWED', 'i.constructor', { i: { constructor: 'text' } }],
    ]);
  });

  it('are told where they stand for another field', () => {
    const both = inputOf('constructor: String constructor_: String x: Int');
    const moved = ['dangerous', 'OPERATION_CHANGED', 'i.constructor_', undefined];
    expect(changes(optional, both)).toEqual([moved]);
    expect(changes(optional, inputOf('constructor_: String x: Int'))).toContainEqual(moved);
    expect(changes(both, both)).toEqual([]);
  });

  it('are told where an argument may stand for another variable', () => {
    const sdl = 'type Query { r(a: String, b: String): String }';
    const before = surface(sdl, 'query t($constructor: String) { r(a: $constructor) }');
    const after = surface(
      sdl,
      'query t($constructor: String, $constructor_: String) { r(a: $constructor, b: $constructor_) }',
    );
    expect(changes(before, after)).toEqual([
      ['dangerous', 'OPERATION_CHANGED', 'constructor_', undefined],
    ]);
  });
});
