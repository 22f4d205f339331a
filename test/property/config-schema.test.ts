import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema, resolveRef } from '../../src/config/config-schema.ts';
import { fitsSchema } from '../../src/config/fits-schema.ts';
import type { OptionSchema } from '../../src/config/option-schema.ts';

const numRuns = process.env['DEEP'] === '1' ? 50_000 : 1_000;

/** What is right for some option, and wrong for most. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, 4001, 1e12),
  fc.constantFrom('', 'a', 'a b', 'portable', 'POST', 'X-Id', '😀'),
  fc.constantFrom([], [''], ['a', 'b'], ['a', 1], {}, { a: 'b' }, { a: 1 }, { 'a b': {} }),
);

/** Values that mostly fit a schema. */
function valuesFor(option: OptionSchema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolveRef(option);
  if (depth > 4) return anything;
  const fitting: fc.Arbitrary<unknown>[] = [];
  if (schema.enum) fitting.push(fc.constantFrom(...schema.enum));
  if (schema.properties) {
    const members = new Map(
      Object.entries(schema.properties).map(([name, inner]) => [name, valuesFor(inner, depth + 1)]),
    );
    const { required = [] } = schema;
    const few = fc.subarray([...members.keys()], {
      maxLength: Math.min(3, members.size),
    });
    fitting.push(
      few.chain((names) =>
        fc.record(
          Object.fromEntries(
            [...required, ...names].map((name) => [name, members.get(name) ?? anything]),
          ),
        ),
      ),
    );
  }
  if (typeof schema.additionalProperties === 'object') {
    const inner = valuesFor(schema.additionalProperties, depth + 1);
    fitting.push(fc.dictionary(fc.constantFrom('a', 'X-Id', 'a b', ''), inner));
  }
  if (schema.items) fitting.push(fc.array(valuesFor(schema.items, depth + 1), { maxLength: 2 }));
  const { type } = schema;
  if (type?.includes('integer')) fitting.push(fc.constantFrom(schema.minimum ?? 1, 5_000));
  if (type?.includes('boolean')) fitting.push(fc.boolean());
  if (type?.includes('string')) fitting.push(fc.constantFrom('a', 'http://a/graphql'));
  const [first = anything, ...others] = fitting;
  return fc.oneof(
    { arbitrary: fc.oneof(first, ...others), weight: 30 },
    { arbitrary: anything, weight: 1 },
  );
}

describe('the quick look at a configuration', () => {
  const validate = new Ajv({
    allowUnionTypes: true,
    keywords: ['x-default', 'patternErrorMessage'],
  }).compile(configSchema);

  it('finds right what Ajv finds right, and nothing else', () => {
    let right = 0;
    fc.assert(
      fc.property(valuesFor(configSchema), (value) => {
        const fits = fitsSchema(value, configSchema);
        if (fits) right += 1;
        expect(fits).toBe(validate(value));
      }),
      { numRuns },
    );
    expect(right).toBeGreaterThan(numRuns / 20);
  });

  it('knows every keyword that options are described with', () => {
    const known = ['$ref', 'type', 'enum', 'pattern', 'minLength', 'minimum', 'maximum', 'items'];
    const more = ['properties', 'required', 'additionalProperties', 'propertyNames'];
    const words = ['description', 'default', 'x-default', 'patternErrorMessage'];
    const root = ['$schema', 'title', '$defs'];
    const used = new Set<string>();
    const collect = (schema: OptionSchema): void => {
      for (const keyword of Object.keys(schema)) used.add(keyword);
      const { items, propertyNames, additionalProperties, properties = {} } = schema;
      const inner = [items, propertyNames, additionalProperties, ...Object.values(properties)];
      for (const one of inner) if (typeof one === 'object') collect(one);
    };
    for (const schema of [configSchema, ...Object.values(configSchema.$defs)]) collect(schema);
    expect(
      [...used].filter((one) => ![...known, ...more, ...words, ...root].includes(one)),
    ).toEqual([]);
  });
});
