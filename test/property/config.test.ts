import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/source.ts';
import { prepareOptions } from '../../src/config/load.ts';
import { type Diagnostic, GatewayError } from '../../src/core/diagnostic.ts';
import { isJsonObject, type JsonValue } from '../../src/core/json.ts';

const numRuns = process.env['DEEP'] === '1' ? 8_000 : 300;

/** JSON objects; some keys are dangerous in JavaScript or special in YAML. */
const json = fc.letrec<{ value: JsonValue; object: Record<string, JsonValue> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        '<<',
        '~',
        'null',
        'true',
        '1',
        '- a',
        'a: b',
        '*',
        '&',
        '!x',
      ),
    ),
    tie('value'),
    { maxKeys: 5, noNullPrototype: true },
  ),
})).object;

/** Returns the paths of all scalars in a value, with the scalars. */
function scalarsOf(
  value: JsonValue,
  path: readonly (string | number)[] = [],
): readonly (readonly [path: readonly (string | number)[], scalar: JsonValue])[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => scalarsOf(item, [...path, i]));
  if (!isJsonObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => scalarsOf(item, [...path, key]));
}

/** Returns the diagnostics of a text; any other error fails the test. */
function findingsOf(text: string): readonly Diagnostic[] {
  try {
    return prepareOptions(parseConfig(text, 'gateway.yaml'), {}).diagnostics;
  } catch (error) {
    if (error instanceof GatewayError) return error.diagnostics;
    throw error;
  }
}

describe('a configuration', () => {
  it.each([0, 2])('in JSON indented by %i is parsed like JSON.parse', (indent) => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(parseConfig(text, 'gateway.json').value).toEqual(JSON.parse(text));
      }),
      { numRuns },
    );
  });

  it('has a place for each scalar', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, undefined, 2);
        const lines = text.split('\n');
        const { locate } = parseConfig(text, 'gateway.json');
        for (const [path, scalar] of scalarsOf(JSON.parse(text) as JsonValue)) {
          const { line = 0, column = 0 } = locate(path, 'value').place ?? {};
          const written = JSON.stringify(scalar);
          expect(lines[line - 1]?.slice(column - 1, column - 1 + written.length)).toBe(written);
        }
      }),
      { numRuns },
    );
  });

  it('is rejected with diagnostics, never with another error', () => {
    const words = [
      'a',
      'endpoint',
      'http://x',
      'server',
      'port',
      'auth',
      'tokens',
      'headers',
      '${env:X}',
    ];
    const marks = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ': ',
      ',',
      '\n',
      '\n  ',
      '- ',
      '*',
      '&',
      '!',
      '"',
      "'",
      '|',
      '>',
      '#',
      '\t',
      '?',
      '%',
      '@',
      '`',
    ];
    const soup = fc.array(fc.constantFrom(...words, ...marks), { maxLength: 40 });
    fc.assert(
      fc.property(soup, (parts) => {
        const findings = findingsOf(parts.join(''));
        const empty = findings.filter(
          ({ message, hint }) => !/\S/.test(message) || !/\S/.test(hint),
        );
        expect(empty).toEqual([]);
      }),
      { numRuns: numRuns * 5 },
    );
  });
});
