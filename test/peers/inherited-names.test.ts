import { AjvJsonSchemaValidator as AjvTwo } from '@modelcontextprotocol/client/validators/ajv';
import { CfWorkerJsonSchemaValidator as CfWorkerTwo } from '@modelcontextprotocol/client/validators/cf-worker';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../src/core/tool.ts';
import { toolOf } from '../support/sources.ts';

/** What is used of a validator of an SDK, whatever its version. */
interface Validators {
  getValidator(schema: object): (value: unknown) => { readonly valid: boolean };
}

type ValidatorClass = new () => Validators;

async function ajvOf(sdk: string): Promise<ValidatorClass> {
  const module = (await import(`${sdk}/validation/ajv`)) as Record<string, unknown>;
  return module['AjvJsonSchemaValidator'] as ValidatorClass;
}

const validators: readonly (readonly [string, ValidatorClass])[] = [
  ['sdk 1.23.0', await ajvOf('sdk-1-23')],
  ['sdk 1.29.0', await ajvOf('sdk-1-29')],
  ['sdk 1.32.2', await ajvOf('@modelcontextprotocol/sdk')],
  ['client 2.4.0', AjvTwo as unknown as ValidatorClass],
  ['client 2.4.0 for workers', CfWorkerTwo as unknown as ValidatorClass],
];

const sdl = `
  input Filter { constructor: String, toString: Int = 1, hasOwnProperty: [Filter!], name: ID! }
  input Pick @oneOf { valueOf: String, filter: Filter }
  type Query { find(constructor: String, valueOf: Int = 3, filter: Filter, pick: Pick): String }`;
const operation = `query find($constructor: String, $valueOf: Int = 4, $filter: Filter, $pick: Pick,
  $__proto__: String) {
  find(constructor: $constructor, valueOf: $valueOf, filter: $filter, pick: $pick)
  again: find(constructor: $__proto__)
}`;

const calls = [
  {},
  { filter: { name: 'a' } },
  { filter: { name: 'a', hasOwnProperty_: [{ name: 'b', toString_: 2 }] } },
  { pick: { filter: { name: 'a' } } },
  { pick: { valueOf_: 'x' }, constructor_: 'y', __proto___: 'z' },
];

describe.each(validators)('the validator of %s', (_, Validator) => {
  it.each(profiles.filter((profile) => profile !== 'openai'))(
    'takes arguments that are left out, though every object inherits their names, in profile %s',
    (profile) => {
      const { inputSchema, prepareArguments } = toolOf(sdl, operation, { profile });
      const validate = new Validator().getValidator(inputSchema);
      expect(calls.map((call) => validate(call).valid)).toEqual(calls.map(() => true));
      expect(calls.map((call) => prepareArguments(call).ok)).toEqual(calls.map(() => true));
    },
  );

  it('refuses what is no value of them', () => {
    const { inputSchema } = toolOf(sdl, operation);
    const validate = new Validator().getValidator(inputSchema);
    const wrong: readonly object[] = [
      { constructor_: 5 },
      { constructor: 'x' },
      { filter: { name: 'a', toString: 2 } },
    ];
    expect(wrong.map((call) => validate(call).valid)).toEqual(wrong.map(() => false));
  });
});
