import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { envelopeOf } from '../../compile/output/output-schema.ts';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { memoize, memoizeWeakly } from '../../core/memo.ts';
import { argumentSchema, inputObject } from './store-input.ts';
import type {
  StoredArgument,
  StoredContract,
  StoredFields,
  StoredInputFields,
  StoredSchema,
  Surface,
  SurfaceTool,
  UsedSchema,
} from './surface.ts';
import { indexOf, type InputField, type SchemaIndex } from './schema-index.ts';
import { commonType, isNonNull, namedType, schemaOfType, type TypeText } from './type-text.ts';

/** What a tool accepts and returns, as JSON Schema. */
export interface ContractSchemas {
  readonly input: ObjectSchema;
  readonly output?: ObjectSchema;
}

/** Returns what a tool of a surface accepts and returns; undefined for a tool without a contract. */
export type SchemasOf = (tool: SurfaceTool) => ContractSchemas | undefined;

/** A contract of a lock file refers to a part that the file does not have, as a merge may leave one. */
export class DanglingReference extends Error {}

/**
 * Creates the function that writes the contracts of a surface as JSON Schema. It throws a
 * `DanglingReference` for a contract of an invalid lock file.
 */
export const createContractSchemas: (surface: Surface) => SchemasOf = memoizeWeakly(
  ({ tools, schemas }) => {
    const upstreamOf = ({ internal }: SurfaceTool) => internal?.upstream ?? onlyUpstream;
    const writers = memoize((upstream: string) => {
      const used = schemas.get(upstream);
      const own = [...tools.values()].filter((tool) => upstreamOf(tool) === upstream);
      return used && createContractWriter(used, own);
    });
    return (tool) => tool.contract && writers(upstreamOf(tool))?.(tool.contract);
  },
);

function createContractWriter(
  used: UsedSchema,
  tools: readonly SurfaceTool[],
): (contract: StoredContract) => ContractSchemas {
  const index: Index = { ...indexOf(used), used };
  const $defs = definitionsOf(index, tools);
  const fieldsOf = createFieldWriter(index);
  return memoizeWeakly(({ input, output }: StoredContract) => ({
    input: argumentsSchema(index, input, $defs),
    ...(output && { output: envelopeAround(used.envelope, fieldsOf(output)) }),
  }));
}

interface Index extends SchemaIndex {
  readonly used: UsedSchema;
}

function envelopeAround(envelope: ObjectSchema = envelopeOf({}), data: JsonSchema): ObjectSchema {
  const nullable: JsonSchema = { ...data, type: ['object', 'null'] };
  return { ...envelope, properties: { ...envelope.properties, data: nullable } };
}

function argumentsSchema(
  index: Index,
  stored: StoredContract['input'],
  $defs: Readonly<Record<string, JsonSchema>>,
): ObjectSchema {
  const { properties, required } = writeMembers(Object.entries(stored), (argument, isRequired) =>
    argumentOf(index, argument, isRequired),
  );
  return { ...inputObject(properties, required, false), $defs };
}

/** Writes members by name; `?` follows the name of an optional one. */
function writeMembers<Stored>(
  stored: readonly (readonly [key: string, stored: Stored])[],
  write: (stored: Stored, isRequired: boolean) => JsonSchema,
) {
  const members = stored.map(([key, part]) => {
    const isRequired = !key.endsWith('?');
    const name = isRequired ? key : key.slice(0, -1);
    return { name, isRequired, schema: write(part, isRequired) };
  });
  return {
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    required: members.flatMap(({ name, isRequired }) => (isRequired ? name : [])),
  };
}

function argumentOf(index: Index, stored: StoredArgument, isRequired: boolean): JsonSchema {
  if (typeof stored !== 'string' && isStoredSchema(stored)) return stored.$schema;
  const { $type, ...added } = typeof stored === 'string' ? { $type: stored } : stored;
  const name = namedType($type);
  const isKnown = index.members.has(name) || index.values.has(name) || name in index.used.leafTypes;
  if (!isKnown) {
    throw new DanglingReference(`refers to the type ${name}, which the file does not have`);
  }
  return { ...inputSchema(index, $type, isRequired), ...added };
}

function inputSchema(index: Index, type: TypeText, isRequired: boolean): JsonSchema {
  return argumentSchema(type, isRequired, (name) => {
    const names = index.values.get(name);
    return names ? { type: 'string', enum: names } : index.used.leafTypes[name]?.input;
  });
}

/**
 * The schemas of the input types that arguments refer to, directly or not. The schemas of all tools share
 * them, so that they are compared once.
 */
function definitionsOf(
  index: Index,
  tools: readonly SurfaceTool[],
): Readonly<Record<string, JsonSchema>> {
  const inputs = tools.flatMap(({ contract }) => Object.values(contract?.input ?? {}));
  const pending = new Set(inputs.flatMap((argument) => typeOfArgument(argument) ?? []));
  const definitions = new Map<string, JsonSchema>();
  for (const name of pending) {
    const members = index.members.get(name);
    if (!members) continue;
    definitions.set(name, definitionOf(index, name, members));
    for (const { type } of members) pending.add(namedType(type));
  }
  return Object.fromEntries(definitions);
}

function typeOfArgument(argument: StoredArgument): string | undefined {
  const type = typeof argument === 'string' ? argument : ownMember(argument, '$type');
  return typeof type === 'string' ? namedType(type) : undefined;
}

function definitionOf(index: Index, name: string, members: readonly InputField[]): JsonSchema {
  const stored = ownEntry(index.used.inputs, name) ?? {};
  if (isStoredSchema(stored)) return stored.$schema;
  const isOneOf = index.oneOf.has(name);
  const properties = members.map((member) => {
    const added = ownEntry(stored, member.name);
    return [member.name, inputFieldOf(index, member, isOneOf, added)] as const;
  });
  const required = members.flatMap((member) => (isOptional(member) ? [] : member.name));
  return inputObject(Object.fromEntries(properties), required, isOneOf);
}

function ownEntry<Value>(entries: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function isOptional({ type, hasDefault }: InputField): boolean {
  return !isNonNull(type) || hasDefault;
}

function inputFieldOf(
  index: Index,
  field: InputField,
  isOneOf: boolean,
  added: StoredInputFields[string] | undefined,
): JsonSchema {
  if (isStoredSchema(added)) return added.$schema;
  const base = inputSchema(index, field.type, !isOptional(field) || isOneOf);
  if (added === undefined) return base;
  return { ...base, ...(typeof added === 'string' ? { description: added } : added) };
}

function isStoredSchema(stored: unknown): stored is StoredSchema {
  return isJsonObject(stored) && '$schema' in stored;
}

function createFieldWriter(index: Index): (fields: StoredFields) => JsonSchema {
  const open = new Set<string>();
  const write = memoizeWeakly((fields: StoredFields): JsonSchema => {
    const { $anyOf, $selection, $field: _, ...members } = fields;
    if (typeof $selection === 'string') return writeSelection($selection);
    if (Array.isArray($anyOf)) return { anyOf: ($anyOf as readonly StoredFields[]).map(write) };
    const { properties, required } = writeMembers(Object.entries(members), fieldSchema);
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  });

  function writeSelection(name: string): JsonSchema {
    const fields = ownEntry(index.used.selections, name);
    if (!fields || open.has(name)) {
      const fault = fields ? 'contains itself' : 'the file does not have';
      throw new DanglingReference(`refers to the selection "${name}", which ${fault}`);
    }
    open.add(name);
    const schema = write(fields);
    open.delete(name);
    return schema;
  }

  function fieldSchema(stored: StoredFields[string]): JsonSchema {
    if (typeof stored === 'string') {
      return stored.includes('.') ? leafSchema(stored) : typenameSchema(index, stored);
    }
    if (isStoredSchema(stored)) return stored.$schema;
    const fields = stored as StoredFields;
    return schemaOfType(typeOf(index, fields['$field'] as string), write(fields), 'output');
  }

  function leafSchema(coordinates: string): JsonSchema {
    const type = typeOf(index, coordinates);
    const name = namedType(type);
    const leaf = index.used.leafTypes[name]?.output ?? {};
    const values = index.values.get(name);
    // what an enum may hold is known, and not promised: `examples` is an annotation
    return schemaOfType(type, values ? { ...leaf, examples: values } : leaf, 'output');
  }

  return write;
}

function typenameSchema({ possible }: Index, stored: string): JsonSchema {
  const types = stored.split(' | ');
  const isKnown = types.length > 1 || possible.has(stored);
  const names = new Set(types.flatMap((name) => possible.get(name) ?? [name]));
  return { type: 'string', ...(isKnown && { examples: [...names].sort() }) };
}

/** The type of a field that has several coordinates. */
function typeOf({ types }: Index, coordinates: string): TypeText {
  const [first = '', ...others] = coordinates.split(' | ').map((coordinate) => {
    const type = types.get(coordinate);
    if (type !== undefined) return type;
    throw new DanglingReference(`refers to ${coordinate}, which is not among the coordinates`);
  });
  return others.reduce((common, type) => commonType(common, type) ?? common, first);
}
