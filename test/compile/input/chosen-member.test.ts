import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileInputs, errorsOf } from '../../support/compile-inputs.ts';

const schema = buildSchema(
  'input Pick @oneOf { id: ID, name: String, ids: [ID] } type Query { find(pick: Pick!): Int }',
);

describe('a variable that is the chosen member of a @oneOf', () => {
  it.each([
    ['$id: ID', { type: 'string' }, ['id']],
    ['$id: ID!', { type: 'string' }, ['id']],
    ['$id: ID = "x"', { type: ['string', 'null'], description: 'Default: "x".' }, undefined],
    ['$id: ID! = "x"', { type: ['string', 'null'], description: 'Default: "x".' }, undefined],
  ])('requires a value, or has a default: %s', (variable, property, required) => {
    const document = parse(`query find(${variable}) { find(pick: { id: $id }) }`);
    const { inputSchema, prepareArguments } = compileInputs({ schema, document }, {});
    expect(inputSchema.properties).toEqual({ id: property });
    expect(inputSchema.required).toEqual(required);
    for (const given of [{}, { id: null }, { id: 'a' }]) {
      const prepared = prepareArguments(given);
      expect(prepared.ok).toBe(required === undefined || given.id === 'a');
      const errors = prepared.ok ? errorsOf({ schema, document }, prepared.variables) : [];
      expect(errors).toEqual([]);
    }
  });

  it('accepts null as an item of the member', () => {
    const document = parse('query find($id: ID) { find(pick: { ids: [$id] }) }');
    const { inputSchema, prepareArguments } = compileInputs({ schema, document }, {});
    expect(inputSchema.properties).toEqual({ id: { type: ['string', 'null'] } });
    expect(prepareArguments({ id: null })).toEqual({ ok: true, variables: { id: null } });
    expect(errorsOf({ schema, document }, { id: null })).toEqual([]);
  });
});
