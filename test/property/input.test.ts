import fc from 'fast-check';
import {
  execute,
  getVariableValues,
  Kind,
  print,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createInputCompiler } from '../../src/compile/input/compile-input.ts';
import { defaultCompileSettings } from '../../src/compile/settings.ts';
import { profiles, type Profile } from '../../src/core/tool.ts';
import { createRandom, randomInstance } from '../check/support/instances.ts';
import { choiceLists, choicesFrom, seededChoices } from '../support/choices.ts';
import { randomInputs, type InputCase } from '../support/random-inputs.ts';
import { randomInputValues } from '../support/random-input-values.ts';
import { problemsOf, sdkValidatorsOf } from '../support/sdk-validators.ts';

const numRuns = process.env['DEEP'] ? 5_000 : 150;
const valuesPerCase = 10;

const cases = fc.record({
  inputs: choiceLists.map((list) => randomInputs(choicesFrom(list))),
  seed: fc.nat(),
  profile: fc.constantFrom(...profiles),
});

describe('input schemas', () => {
  it('accept nothing that GraphQL refuses, once arguments are prepared', () => {
    const check = fc.property(cases, ({ inputs, seed, profile }) => {
      const { inputSchema, prepareArguments } = compileInputs(inputs, profile);
      const random = createRandom(seed);
      const { draft2020 } = sdkValidatorsOf(inputSchema);
      for (let count = 0; count < valuesPerCase; count++) {
        const given = randomInstance(inputSchema, random);
        if (!draft2020(given)) continue;
        const prepared = prepareArguments(given);
        const what = `${inputs.sdl}\n${print(inputs.document)}\n${JSON.stringify(given)}`;
        // a refusal is legal for what a schema cannot say in this profile, and is told in words
        const wrong = prepared.ok
          ? errorsOf(inputs, prepared.variables)
          : prepared.problems.filter(({ message }) => !inWords.test(message));
        expect(wrong, what).toEqual([]);
      }
    });
    fc.assert(check, { numRuns });
  });

  it('accept every canonical set of variables that GraphQL accepts', () => {
    const check = fc.property(cases, ({ inputs, seed, profile }) => {
      const { inputSchema, prepareArguments } = compileInputs(inputs, profile);
      const validators = sdkValidatorsOf(inputSchema);
      const choices = seededChoices(seed);
      for (let count = 0; count < valuesPerCase; count++) {
        const variables = randomInputValues(inputs.schema, operationOf(inputs.document), choices);
        if (errorsOf(inputs, variables).length > 0) continue;
        const what = `${inputs.sdl}\n${print(inputs.document)}\n${JSON.stringify(variables)}`;
        const prepared = prepareArguments(variables);
        expect(prepared, what).toMatchObject({ ok: true });
        const expected = coerced(inputs, variables);
        // in this profile null stands for what is left out, and may be given for any other null
        const compared =
          profile === 'openai' ? expected : prepared.ok && coerced(inputs, prepared.variables);
        expect(compared, what).toEqual(expected);
        const exact = profile === 'portable' || profile === 'full';
        expect(exact ? problemsOf(validators, variables) : [], what).toEqual([]);
      }
    });
    fc.assert(check, { numRuns });
  });

  it('refuse a set of variables with one thing wrong, and name the place', () => {
    const check = fc.property(cases, ({ inputs, seed }) => {
      const { prepareArguments, inputSchema } = compileInputs(inputs, 'full');
      const choices = seededChoices(seed);
      const operation = operationOf(inputs.document);
      const variables = randomInputValues(inputs.schema, operation, choices);
      expect(prepareArguments({ ...variables, unknown: 1 })).toMatchObject({
        ok: false,
        problems: [{ path: ['unknown'] }],
      });
      for (const name of inputSchema.required ?? []) {
        const { [name]: _, ...others } = variables;
        const { problems } = prepareArguments(others) as { problems?: readonly object[] };
        expect(problems).toContainEqual(expect.objectContaining({ path: [name] }));
      }
      for (const { variable } of operation.variableDefinitions ?? []) {
        const wrong = prepareArguments({ ...variables, [variable.name.value]: wrongValue });
        expect(wrong).toMatchObject({ ok: false });
      }
    });
    fc.assert(check, { numRuns });
  });
});

/** A value of no input type that is made here: they know no such field, and no scalar is an object. */
const wrongValue = { nowhere: { to: 'be found' } };

const inWords =
  /^Expected (a whole number from|exactly one of|one of|an object with|text|an id|a whole|a number|true or false|a list)|^Not known here|^Required and missing/;

function compileInputs({ schema, document }: InputCase, profile: Profile) {
  const settings = { ...defaultCompileSettings, profile };
  const place = { file: 'find.graphql', line: 1, column: 1 };
  const operation = operationOf(document);
  const source = {
    operation,
    fragments: new Map(),
    fallbackName: 'find',
    place,
    origin: 'file',
  } as const;
  return createInputCompiler(schema, settings)(source, new Map(), 'find');
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operation;
}

/** What graphql-js has to say about variables: coercing them, and using them in arguments. */
function errorsOf(
  { schema, document }: { readonly schema: GraphQLSchema; readonly document: DocumentNode },
  variables: Readonly<Record<string, unknown>>,
): readonly string[] {
  const result = execute({ schema, document, variableValues: variables });
  if (result instanceof Promise) throw new Error('nothing here is asynchronous');
  return (result.errors ?? []).map(({ message }) => message);
}

function coerced({ schema, document }: InputCase, variables: Readonly<Record<string, unknown>>) {
  const definitions = operationOf(document).variableDefinitions ?? [];
  const values = getVariableValues(schema, definitions, variables);
  return JSON.parse(JSON.stringify(values)) as unknown;
}
