import { envelopeOf } from '../../compile/output/envelope.ts';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import { isJsonObject } from '../../core/json.ts';
import { argumentSchema, inputObject } from './store-input.ts';
import type {
  StoredContract,
  StoredFields,
  StoredInputFields,
  StoredSchema,
  UsedSchema,
} from './surface.ts';
import { commonType, isNonNull, namedType, schemaOfType, type TypeText } from './type-text.ts';

/** What a tool accepts and returns, as JSON Schema. */
export interface ContractSchemas {
  readonly input: ObjectSchema;
  readonly output?: ObjectSchema;
}

/** Creates the function that writes stored contracts as JSON Schema; they all refer to `used`. */
export function createContractSchemas(
  used: UsedSchema,
): (contract: StoredContract) => ContractSchemas {
  const index = indexOf(used);
  const $defs = definitionsOf(index);
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

/** The schemas of all input types, shared by the schemas of all tools, so that they are compared once. */
function definitionsOf(index: Index): Readonly<Record<string, JsonSchema>> {
  const { used, members, oneOf } = index;
  const definitions = [...members].map(([name, fields]) => {
    const whole = ownEntry(used.inputs, name);
    if (isStoredSchema(whole)) return [name, whole.$schema] as const;
    const isOneOf = oneOf.has(name);
    const said = whole ?? {};
    const properties = fields.map((field) => {
      const added = ownEntry(said, field.name);
      return [field.name, inputFieldOf(index, field, isOneOf, added)] as const;
    });
    const required = fields.flatMap((field) => (isOptional(field) ? [] : field.name));
    return [name, inputObject(Object.fromEntries(properties), required, isOneOf)] as const;
  });
  return Object.fromEntries(definitions);
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
