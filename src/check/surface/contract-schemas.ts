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
import { commonType, isNonNull, namedType, schemaOfType, type TypeText } from './type-text.ts';

/** What a tool accepts and returns, as JSON Schema. */
export interface ContractSchemas {
  readonly input: ObjectSchema;
  readonly output?: ObjectSchema;
}

/** Returns what a tool of a surface accepts and returns; undefined for a tool without a contract. */
export type SchemasOf = (tool: SurfaceTool) => ContractSchemas | undefined;

/** Creates the function that writes the contracts of a surface as JSON Schema. */
export function createContractSchemas({ tools, schemas }: Surface): SchemasOf {
  const upstreamOf = ({ internal }: SurfaceTool) => internal?.upstream ?? onlyUpstream;
  const writers = memoize((upstream: string) => {
    const used = schemas.get(upstream);
    const own = [...tools.values()].filter((tool) => upstreamOf(tool) === upstream);
    return used && createContractWriter(used, own);
  });
  return (tool) => tool.contract && writers(upstreamOf(tool))?.(tool.contract);
}

function createContractWriter(
  used: UsedSchema,
  tools: readonly SurfaceTool[],
): (contract: StoredContract) => ContractSchemas {
  const index = indexOf(used);
  const $defs = definitionsOf(index, tools);
  const fieldsOf = createFieldWriter(index);
  return memoizeWeakly(({ input, output }: StoredContract) => ({
    input: argumentsSchema(index, input, $defs),
    ...(output && { output: envelopeAround(used.envelope, fieldsOf(output)) }),
  }));
}

function envelopeAround(envelope: ObjectSchema = envelopeOf({}), data: JsonSchema): ObjectSchema {
  const nullable: JsonSchema = { ...data, type: ['object', 'null'] };
  return { ...envelope, properties: { ...envelope.properties, data: nullable } };
}

/** The used schema by the names of its elements. */
interface Index {
  readonly used: UsedSchema;
  /** Types of fields, by coordinate. */
  readonly types: ReadonlyMap<string, TypeText>;
  /** Fields of input types, by the type: name, type, and whether it has a default. */
  readonly members: ReadonlyMap<string, readonly Member[]>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Possible types of unions and interfaces. */
  readonly possible: ReadonlyMap<string, readonly string[]>;
  readonly oneOf: ReadonlySet<string>;
}

interface Member {
  readonly name: string;
  readonly type: TypeText;
  readonly hasDefault: boolean;
}

const lines = {
  value: /^(\w+)\.(\w+)$/,
  field: /^(\w+)\.(\w+): ([[\]!\w]+)( = )?/,
  type: /^(\w+): (?:(@oneOf)|(.*))$/,
};

function indexOf(used: UsedSchema): Index {
  const types = new Map<string, TypeText>();
  const members = new Map<string, Member[]>();
  const values = new Map<string, string[]>();
  const possible = new Map<string, readonly string[]>();
  const oneOf = new Set<string>();
  for (const line of used.coordinates) {
    const value = lines.value.exec(line);
    const field = value ? null : lines.field.exec(line);
    if (value) append(values, value[1], value[2] ?? '');
    else if (field) {
      const [, holder = '', name = '', type = '', preset] = field;
      types.set(`${holder}.${name}`, type);
      append(members, holder, { name, type, hasDefault: preset !== undefined });
    } else {
      const [, name = '', mark, names] = lines.type.exec(line) ?? [];
      if (mark) oneOf.add(name);
      else if (names !== undefined) possible.set(name, names.split(' | '));
    }
  }
  return { used, types, members, values, possible, oneOf };
}

function append<Value>(lists: Map<string, Value[]>, key = '', value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function argumentsSchema(
  index: Index,
  stored: StoredContract['input'],
  $defs: Readonly<Record<string, JsonSchema>>,
): ObjectSchema {
  const properties: (readonly [string, JsonSchema])[] = [];
  const required: string[] = [];
  for (const [key, argument] of Object.entries(stored)) {
    const isOptional = key.endsWith('?');
    const name = isOptional ? key.slice(0, -1) : key;
    if (!isOptional) required.push(name);
    properties.push([name, argumentOf(index, argument, !isOptional)]);
  }
  return { ...inputObject(Object.fromEntries(properties), required, false), $defs };
}

function argumentOf(
  index: Index,
  stored: StoredContract['input'][string],
  isRequired: boolean,
): JsonSchema {
  if (typeof stored === 'string') return inputSchema(index, stored, isRequired);
  if (isStoredSchema(stored)) return stored.$schema;
  const { $type, ...added } = stored;
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

function definitionOf(index: Index, name: string, members: readonly Member[]): JsonSchema {
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

function isOptional({ type, hasDefault }: Member): boolean {
  return !isNonNull(type) || hasDefault;
}

function inputFieldOf(
  index: Index,
  field: Member,
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
  const write = memoizeWeakly((fields: StoredFields): JsonSchema => {
    const { $anyOf, $selection } = fields;
    if (typeof $selection === 'string') return write(index.used.selections[$selection] ?? {});
    if (Array.isArray($anyOf)) return { anyOf: ($anyOf as readonly StoredFields[]).map(write) };
    const properties: (readonly [string, JsonSchema])[] = [];
    const required: string[] = [];
    for (const [key, stored] of Object.entries(fields)) {
      if (key === '$field') continue;
      const isOptional = key.endsWith('?');
      const name = isOptional ? key.slice(0, -1) : key;
      if (!isOptional) required.push(name);
      properties.push([name, fieldSchema(stored)]);
    }
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    };
  });

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
  const [first = '', ...others] = coordinates
    .split(' | ')
    .map((one) => types.get(one) ?? 'Unknown');
  return others.reduce((common, type) => commonType(common, type) ?? common, first);
}
