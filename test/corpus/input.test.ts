import fc from 'fast-check';
import {
  getVariableValues,
  GraphQLError,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createInputCompiler } from '../../src/compile/input/compile-input.ts';
import { utf8Length } from '../../src/core/text.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { profiles, type Profile } from '../../src/core/tool.ts';
import type { OperationSource } from '../../src/load/operations/operation-sources.ts';
import { seededChoices, type Choices } from '../support/choices.ts';
import { corpora, corpusNames, loadCorpus } from '../support/corpus.ts';
import { instancesOf } from '../support/json-schema-arbitrary.ts';
import { randomInputValues } from '../support/random-variables.ts';
import { problemsOf, sdkValidatorsOf, type SdkValidators } from '../support/client-validators.ts';

const isDeep = process.env['DEEP'] !== undefined;
const valuesPerTool = isDeep ? 12 : 5;
/** Operations of one API that are looked at, about. */
const maxOperations = isDeep ? 200 : 40;

describe.skipIf(corpusNames.length === 0).each(corpora)('the variables of %s', (name) => {
  it('have schemas that accept all values of the API, in every profile and both dialects', async () => {
    const { schema, operations } = await loadCorpus(name);
    refuseCustomScalars(schema);
    const step = Math.max(1, Math.floor(operations.length / maxOperations));
    const sample = operations.filter((_, at) => at % step === 0);
    const choices = seededChoices(1);
    const given = sample.map((source) => acceptedValues(schema, source, choices));
    expect(given.flat().length).toBeGreaterThanOrEqual(sample.length);
    const found = profiles.map((profile) => [profile, problemsIn(schema, sample, given, profile)]);
    expect(found).toEqual(profiles.map((profile) => [profile, []]));
  }, 600_000);
});

describe.skipIf(corpusNames.length === 0).each(corpora)('the schemas of %s', (name) => {
  it('accept no prepared arguments that the API rejects', async () => {
    const { schema, operations } = await loadCorpus(name);
    const step = Math.max(1, Math.floor(operations.length / maxOperations));
    const found = profiles.map((profile, turn) => {
      const sample = operations.filter((_, at) => (at + turn) % step === 0);
      return [profile, errorsIn(schema, sample, profile)];
    });
    expect(found).toEqual(profiles.map((profile) => [profile, []]));
  }, 600_000);
});

/** What graphql-js objects to in values that schemas accept, and tools too. */
function errorsIn(
  schema: GraphQLSchema,
  sample: readonly OperationSource[],
  profile: Profile,
): readonly string[] {
  const compileInput = createInputCompiler(schema, { ...defaultCompileSettings, profile });
  let accepted = 0;
  const errors = sample.flatMap((source) => {
    const { inputSchema, prepareArguments } = compileInput(source, new Map(), 'tool');
    const values = fc.sample(instancesOf(inputSchema), { numRuns: valuesPerTool, seed: 1 });
    const definitions = source.operation.variableDefinitions ?? [];
    return values.flatMap((given) => {
      const prepared = prepareArguments(given);
      if (!prepared.ok) return [];
      accepted += 1;
      const result = getVariableValues(schema, definitions, prepared.variables);
      return (result.errors ?? []).map(
        ({ message }) => `${source.operation.name?.value}: ${message}`,
      );
    });
  });
  // most of what a schema accepts is accepted; words alone say the rest
  return accepted * 2 >= sample.length * valuesPerTool ? errors : [`only ${accepted} accepted`];
}

type Variables = Readonly<Record<string, unknown>>;

function problemsIn(
  schema: GraphQLSchema,
  sample: readonly OperationSource[],
  given: readonly (readonly Variables[])[],
  profile: Profile,
): readonly string[] {
  const settings = { ...defaultCompileSettings, profile };
  const compileInput = createInputCompiler(schema, settings);
  // many operations of an API have the same schema
  const validators = new Map<string, SdkValidators>();
  return sample.flatMap((source, at) => {
    const { inputSchema, prepareArguments } = compileInput(source, new Map(), source.fallbackName);
    const text = JSON.stringify(inputSchema);
    const compiled = validators.get(text) ?? sdkValidatorsOf(inputSchema);
    validators.set(text, compiled);
    const problems = (given[at] ?? []).flatMap((variables) => {
      const prepared = prepareArguments(variables);
      const refused = prepared.ok ? [] : prepared.problems.map(({ message }) => message);
      // the others want null written, or not written
      const takesNull = profile === 'portable' || profile === 'full';
      return [...refused, ...(takesNull ? problemsOf(compiled, variables) : [])].map(
        (problem) => `${problem} ${JSON.stringify(variables)}`,
      );
    });
    const isLarge = utf8Length(text) > settings.maxSchemaBytes;
    return [...problems, ...(isLarge ? ['over the budget'] : [])].map(
      (problem) => `${source.operation.name?.value}: ${problem}`,
    );
  });
}

/** Values that graphql-js accepts of an operation's variables. */
function acceptedValues(
  schema: GraphQLSchema,
  { operation }: OperationSource,
  choices: Choices,
): readonly Variables[] {
  const definitions = operation.variableDefinitions ?? [];
  const made = Array.from({ length: valuesPerTool }, () =>
    randomInputValues(schema, operation, choices),
  );
  return made.filter((variables) => !getVariableValues(schema, definitions, variables).errors);
}

/** Values of custom scalars are the API's affair: those that a test makes are not looked at. */
function refuseCustomScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    const refuse = (): never => {
      throw new GraphQLError('left aside');
    };
    // graphql 16 asks the one, graphql 17 the other
    Object.assign(type, { parseValue: refuse, coerceInputValue: refuse });
  }
}
