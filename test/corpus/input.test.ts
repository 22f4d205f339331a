import { getVariableValues, GraphQLError, isScalarType, isSpecifiedScalarType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createInputCompiler } from '../../src/compile/input/compile-input.ts';
import { utf8Length } from '../../src/compile/plain-text.ts';
import { defaultCompileSettings } from '../../src/compile/settings.ts';
import { profiles, type Profile } from '../../src/core/tool.ts';
import type { OperationSource } from '../../src/load/sources.ts';
import { seededChoices, type Choices } from '../support/choices.ts';
import { corpusNames, loadCorpus } from '../support/corpus.ts';
import { randomInputValues } from '../support/random-input-values.ts';
import { problemsOf, sdkValidatorsOf, type SdkValidators } from '../support/sdk-validators.ts';

const isDeep = process.env['DEEP'] !== undefined;
const valuesPerTool = isDeep ? 40 : 5;
/** Operations of one API that are looked at, about. */
const maxOperations = isDeep ? Infinity : 80;

describe.skipIf(corpusNames.length === 0).each(corpusNames)('the variables of %s', (name) => {
  it('have schemas that take what the API takes, in every profile and both dialects', async () => {
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
  return made.filter((variables) => getVariableValues(schema, definitions, variables).coerced);
}

/** Values of custom scalars are the API's affair: those that a test makes are not looked at. */
function refuseCustomScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    type.parseValue = () => {
      throw new GraphQLError('left aside');
    };
  }
}
