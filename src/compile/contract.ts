import {
  getOperationAST,
  isInputType,
  isLeafType,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import type { JsonSchema, ObjectSchema } from '../core/json-schema.ts';
import { lazy, memoizeWeakly } from '../core/memo.ts';
import type { LeafSchema, ToolContract } from '../core/tool.ts';
import { createFragmentScopes, type Fragments } from '../core/walk-selections.ts';
import type { Argument } from './input/shapes.ts';
import { createShapeDeriver } from './input/derive-shapes.ts';
import { createInputWriter, type WriteInputSchema } from './input/write-schema.ts';
import { writeLeaf } from './input/write-field.ts';
import { createJsonBytes } from './model/schema-size.ts';
import { leafSchemaOf } from './output/leaves.ts';
import { createOutputWriter, type OutputWriter } from './output/output-schema.ts';
import { createShapes } from './output/shapes.ts';
import { profileRules, type ProfileRules } from './model/profiles.ts';
import type { CompileSettings } from './model/settings.ts';

/** Writes the contract of a tool from its arguments and its document. */
export type ContractWriter = (
  args: readonly Argument[],
  /** Parsed from `operation.document`; documents may share the nodes of fragments. */
  document: DocumentNode,
) => ToolContract;

/** Input schemas are not limited: each input type is written once. */
const inputBudget = { nodes: Infinity, bytes: Infinity };

/** Output schemas repeat what is selected, so fragments within fragments may grow without bound. */
const outputBudget = { nodes: 200_000, bytes: Infinity };

/**
 * Creates the writer of contracts for one schema: the schemas of `profile: full`, and without a size
 * budget.
 *
 * Two things depend on the profile, because the gateway itself behaves differently: how JSON of any
 * shape is passed, and whether results of abstract types are one object or one object per type.
 *
 * Nothing is written before the first contract is asked for.
 */
export function createContractWriter(
  schema: GraphQLSchema,
  settings: CompileSettings,
): ContractWriter {
  const { anyJson, abstractOutput } = profileRules[settings.profile];
  const rules: ProfileRules = { ...profileRules.full, anyJson, abstractOutput };
  const writeInput = lazy(() => createInputWriter(rules, inputBudget, createJsonBytes()));
  const outputWriterOf = createOutputWriters(schema, settings, rules);
  const leafSchema = createLeafSchemas(schema, settings, rules);
  return (args, document) => {
    const operation = getOperationAST(document);
    const root = operation && schema.getRootType(operation.operation);
    if (!root) throw new Error('a tool has an operation');
    return {
      input: writeArguments(writeInput(), args, profileRules[settings.profile]),
      output: outputWriterOf(document).write(root, operation.selectionSet).schema,
      leafSchema,
    };
  };
}

/**
 * Writes arguments one by one: operations of one API share most of theirs. Null is allowed for an optional
 * argument, also where clients mirror the argument in a header.
 */
function writeArguments(
  writeInput: WriteInputSchema,
  args: readonly Argument[],
  { allRequired }: ProfileRules,
): ObjectSchema {
  const properties = new Map<string, JsonSchema>();
  const definitions: JsonSchema['$defs'][] = [];
  for (const argument of args) {
    const { mcpHeader, name } = argument;
    const isMirrored = mcpHeader !== undefined && !allRequired;
    const plain = mcpHeader === undefined ? argument : { ...argument, mcpHeader: undefined };
    const { schema } = writeInput([plain]);
    const header = isMirrored && { 'x-mcp-header': mcpHeader };
    properties.set(name, { ...schema.properties[name], ...header });
    definitions.push(schema.$defs);
  }
  const required = args.flatMap(({ name, optional }) => (optional ? [] : name));
  const $defs = Object.assign({}, ...definitions) as NonNullable<JsonSchema['$defs']>;
  return {
    ...writeInput([]).schema,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

/** Finds the writer for a document: one for all documents that agree on what their fragments are. */
function createOutputWriters(
  schema: GraphQLSchema,
  { scalars }: CompileSettings,
  { abstractOutput }: ProfileRules,
): (document: DocumentNode) => OutputWriter {
  const fragmentsOf = createFragmentScopes();
  const writerOf = memoizeWeakly((fragments: Fragments) =>
    createOutputWriter(createShapes({ schema, fragments }, scalars), abstractOutput, outputBudget),
  );
  return (document) => writerOf(fragmentsOf(document));
}

function createLeafSchemas(
  schema: GraphQLSchema,
  { scalars }: CompileSettings,
  rules: ProfileRules,
): LeafSchema {
  const derive = createShapeDeriver(scalars);
  return (name, position) => {
    const type = schema.getType(name);
    if (!isLeafType(type) || !isInputType(type)) return undefined;
    if (position === 'output') return leafSchemaOf(type, scalars);
    const { shape } = derive(type);
    const isLeaf = shape.kind === 'scalar' || shape.kind === 'enum';
    return isLeaf ? writeLeaf(shape, rules, Infinity) : undefined;
  };
}
