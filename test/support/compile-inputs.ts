import fc from 'fast-check';
import {
  execute,
  getVariableValues,
  Kind,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { createInputCompiler } from '../../src/compile/input/compile-input.ts';
import { defaultCompileSettings, type CompileSettings } from '../../src/compile/model/settings.ts';
import { isJsonObject } from '../../src/core/json.ts';
import type { InputCase } from './random-inputs.ts';
import { profiles } from '../../src/core/tool.ts';

/** Compiles the variables of a document with one operation. */
export function compileInputs(
  { schema, document }: Pick<InputCase, 'schema' | 'document'>,
  settings: Partial<CompileSettings>,
) {
  const compileInput = createInputCompiler(schema, { ...defaultCompileSettings, ...settings });
  const source = {
    operation: operationOf(document),
    fragments: new Map(),
    fallbackName: 'find',
    place: { file: 'find.graphql', line: 1, column: 1 },
    origin: 'file',
  } as const;
  return compileInput(source, new Map(), 'find');
}

/** Returns the operation of a document with one operation. */
export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operation;
}

type Variables = Readonly<Record<string, unknown>>;

/** Returns the errors of graphql-js in coercing variables and the arguments that use them. */
export function errorsOf(
  { schema, document }: Pick<InputCase, 'schema' | 'document'>,
  variableValues: Variables,
): readonly string[] {
  const result = execute({ schema, document, variableValues: bare(variableValues) });
  if (result instanceof Promise) throw new Error('nothing here is asynchronous');
  return (result.errors ?? []).map(({ message }) => message);
}

/** Removes prototypes: graphql-js reads omitted fields from them. */
function bare(variables: Variables): Variables {
  return JSON.parse(JSON.stringify(variables), (_, value: unknown) =>
    isJsonObject(value) ? Object.assign(Object.create(null) as object, value) : value,
  ) as Variables;
}

/** The wrapper of graphql 17 around the `coerced` values of graphql 16. */
interface ValuesOf17 {
  readonly variableValues?: { readonly coerced: unknown };
}

/** Returns variables as graphql-js coerces them. */
export function coercedOf(
  { schema, document }: Pick<InputCase, 'schema' | 'document'>,
  variables: Variables,
): unknown {
  const definitions = operationOf(document).variableDefinitions ?? [];
  const values = getVariableValues(schema, definitions, bare(variables));
  const { variableValues = values } = values as ValuesOf17;
  const { coerced = null } = variableValues as { readonly coerced?: unknown };
  return JSON.parse(JSON.stringify(coerced)) as unknown;
}

const budgets = [
  {},
  { maxSchemaNodes: 40, maxSchemaBytes: 3_000 },
  { maxSchemaNodes: 12, maxSchemaBytes: 800 },
  { maxSchemaNodes: 1, maxSchemaBytes: 1 },
] as const;

/** The settings of input schemas: all profiles, with budgets for all, some or none of a type. */
export const inputSettings = fc
  .record({
    profile: fc.constantFrom(...profiles),
    budget: fc.constantFrom(...budgets),
  })
  .map(({ profile, budget }): Partial<CompileSettings> => ({ profile, ...budget }));
