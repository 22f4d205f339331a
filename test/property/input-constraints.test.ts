import fc from 'fast-check';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileInputs } from '../support/compile-inputs.ts';
import { pythonFaultsOf, sdkValidatorsOf } from '../support/client-validators.ts';

const numRuns = process.env['DEEP'] ? 2_500 : 400;

const names = ['constraint', 'Range', 'length', 'Size', 'pattern', 'Min', 'Max'];
const args = (
  'min max exclusiveMin exclusiveMax multipleOf minLength maxLength minItems maxItems ' +
  'format pattern regexp value __proto__'
).split(' ');
const types = ['Int', 'Float', 'String', 'ID', 'Odd', '[String!]', '[[Int]]', 'Mood'];

/** Parts of patterns; engines differ in some. */
const pieces = String.raw`a . \d [a-z] [] [^] ( ) (?: (?= (?<= (?<n> (?i) | * + ? {2} {,2} {1,2}
  {99999999999} ^ $ \b \1 \k<n> \u{41} \u0041 \cA \p{L} \- \/ [[] \Z { } é 😀`.split(/\s+/);
const pattern = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => JSON.stringify(parts.join('')));
const literal = fc.oneof(
  pattern,
  fc.constantFrom('"email"', '"uri"', '"phone"', 'null', 'true', '[1]', '{a: 1}', 'WORD'),
  fc.constantFrom('0', '-1', '1', '5', '1.5', '1e400', '-1e400', '99999999999999999999'),
);
const directive = fc
  .record({ name: fc.constantFrom(...names), arg: fc.constantFrom(...args), value: literal })
  .map(({ name, arg, value }) => `@${name}(${arg}: ${value})`);
const argument = fc.record({
  type: fc.constantFrom(...types),
  directives: fc.array(directive, { minLength: 1, maxLength: 3 }),
});

describe('bounds that directives of the schema put on arguments', () => {
  it('result in schemas that all validators compile', () => {
    const check = fc.property(argument, ({ type, directives }) => {
      const sdl = `scalar Odd enum Mood { A } input I { a: ${type} ${directives.join(' ')} }
        type Query { find(a: ${type} ${directives.join(' ')}, i: I): String }`;
      const schema = buildSchema(sdl, { assumeValidSDL: true });
      const document = parse(`query Q($a: ${type}, $i: I) { find(a: $a, i: $i) }`);
      const { inputSchema, diagnostics } = compileInputs({ schema, document }, { profile: 'full' });
      expect(() => sdkValidatorsOf(inputSchema), sdl).not.toThrow();
      expect(pythonFaultsOf(inputSchema), sdl).toEqual([]);
      expect(diagnostics, sdl).toEqual([]);
    });
    fc.assert(check, { numRuns });
  });
});
