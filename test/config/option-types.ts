import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigSchema, OptionSchema } from '../../src/config/schema.ts';
import { classifications } from '../../src/core/classification.ts';
import { profiles } from '../../src/core/tool.ts';

const folder = join(import.meta.dirname, '..', '..', 'src', 'config');

/** Files of the interfaces of options. */
const files = ['options.ts', 'upstream-options.ts', 'model/token-options.ts'];

/**
 * Generates the JSON Schema of a configuration from the interfaces of the options.
 *
 * | TypeScript                        | JSON Schema                                        |
 * | --------------------------------- | -------------------------------------------------- |
 * | `string`                          | a string that is not empty                         |
 * | `number`                          | an integer, at least 1                             |
 * | an alias of either                | the same, with the tags of the alias               |
 * | `'a' \| 'b'`                      | an enum                                            |
 * | `string \| readonly string[]`     | a string or an array                               |
 * | `{ readonly [name: Name]: T }`    | an object with names by `Name` and values by `T`   |
 * | an interface                      | a reference to its definition                      |
 * | `@default`                        | `default` if it is JSON, else `x-default`          |
 * | `@minimum`, `@maximum`            | the same                                           |
 * | `@pattern`, `@expected`           | `pattern` and `patternErrorMessage`                |
 */
export function schemaOfOptions(): ConfigSchema {
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const scope = new Map([...primitives, ...readAliases(source)]);
  const interfaces = readInterfaces(source);
  for (const { name } of interfaces) scope.set(name, { $ref: `#/$defs/${name}` });
  const definitions = new Map(
    interfaces.map((each) => [each.name, schemaOfInterface(each, scope)] as const),
  );
  const gateway = definitions.get('GatewayOptions');
  definitions.delete('GatewayOptions');
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of graphql-mcp-gateway',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The JSON Schema of this file, for editors.' },
      ...definitions.get('UpstreamOptions')?.properties,
      ...gateway?.properties,
    },
    additionalProperties: false,
    $defs: Object.fromEntries(definitions),
  } as ConfigSchema;
}

const primitives: readonly (readonly [type: string, schema: OptionSchema])[] = [
  ['string', { type: 'string', minLength: 1 }],
  ['number', { type: 'integer', minimum: 1 }],
  ['boolean', { type: 'boolean' }],
  ['string | boolean', { type: ['string', 'boolean'], minLength: 1 }],
  [
    'string | readonly string[]',
    { type: ['string', 'array'], minLength: 1, items: { type: 'string', minLength: 1 } },
  ],
  ['readonly unknown[]', { type: 'array' }],
  ['JsonSchema', { type: 'object' }],
  ['Profile', { type: 'string', enum: profiles }],
  ['Classification', { type: 'string', enum: classifications }],
  ['PartialResults', { type: 'string', enum: ['REJECT', 'ACCEPT'] }],
];

type Scope = ReadonlyMap<string, OptionSchema>;

interface Comment {
  readonly description: string;
  readonly tags: ReadonlyMap<string, string>;
}

function readAliases(source: string): readonly (readonly [string, OptionSchema])[] {
  const aliases = source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n(?:export )?type (\w+) = (\w+);/g);
  return [...aliases].map(([, comment = '', name = '', type]) => {
    const { tags } = readComment(comment);
    const bounds = type === 'number' ? { type: 'integer' } : { type: 'string' };
    return [name, { ...bounds, ...keywordsOf(tags) }];
  });
}

interface Interface extends Comment {
  readonly name: string;
  readonly members: readonly Member[];
}

interface Member extends Comment {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

function readInterfaces(source: string): readonly Interface[] {
  const pattern = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport interface (\w+)[^{]*\{\n([^]*?)^\}/gm;
  return [...source.matchAll(pattern)].map(([, comment = '', name = '', body = '']) => ({
    name,
    ...readComment(comment),
    members: readMembers(body),
  }));
}

function readMembers(body: string): readonly Member[] {
  const pattern = /(?:\/\*\*([^]*?)\*\/\s*)?readonly (\w+)(\??): ([^]*?);\n/g;
  return [...body.matchAll(pattern)].map(([, comment = '', name = '', mark, type = '']) => ({
    name,
    type: type.replaceAll(/\s+/g, ' '),
    isOptional: mark === '?',
    ...readComment(comment),
  }));
}

function readComment(comment: string): Comment {
  const text = comment
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll('*\\/', '*/')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [description = '', ...tags] = text.split(
    /(?:^| )@(?=(?:default|minimum|maximum|pattern|expected) )/,
  );
  return {
    description: description.trim(),
    tags: new Map(
      tags.map((tag) => [tag.slice(0, tag.indexOf(' ')), tag.slice(tag.indexOf(' ') + 1).trim()]),
    ),
  };
}

function keywordsOf(tags: Comment['tags']): OptionSchema {
  const preset = tags.get('default');
  const literal = preset === undefined ? undefined : literalOf(preset);
  const pattern = tags.get('pattern');
  const expected = tags.get('expected');
  return {
    ...(literal !== undefined && { default: literal }),
    ...(preset !== undefined && literal === undefined && { 'x-default': preset }),
    ...numberKeyword('minimum', tags),
    ...numberKeyword('maximum', tags),
    ...(pattern !== undefined && { pattern }),
    ...(expected !== undefined && { patternErrorMessage: expected }),
  };
}

function numberKeyword(name: 'minimum' | 'maximum', tags: Comment['tags']): OptionSchema {
  const text = tags.get(name);
  return text === undefined ? {} : { [name]: Number(text) };
}

/** The value of a TypeScript literal; undefined for words. */
function literalOf(preset: string): unknown {
  try {
    return JSON.parse(preset.replaceAll(/(?<=\d)_(?=\d)/g, '').replaceAll("'", '"'));
  } catch {
    return undefined;
  }
}

function schemaOfInterface({ name, description, members }: Interface, scope: Scope): OptionSchema {
  const required = members.filter(({ isOptional }) => !isOptional).map((member) => member.name);
  const properties = members.map((member) => {
    if (member.description === '') throw new Error(`${name}.${member.name} has no comment`);
    const schema = schemaOfType(member.type, scope);
    return [
      member.name,
      { ...schema, description: member.description, ...keywordsOf(member.tags) },
    ] as const;
  });
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function schemaOfType(type: string, scope: Scope): OptionSchema {
  const schema = scope.get(type);
  if (schema) return schema;
  const words = [...type.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
  if (words.length > 0) return { type: 'string', enum: words };
  const item = /^readonly (\w+)\[\]$/.exec(type)?.[1];
  if (item !== undefined) return { type: 'array', items: schemaOfType(item, scope) };
  const [, key = '', value = ''] = /^\{ readonly \[\w+: (\w+)\]: (\w+) \}$/.exec(type) ?? [];
  if (key === '') throw new Error(`the type ${type} has no JSON Schema`);
  return {
    type: 'object',
    additionalProperties: value === 'unknown' ? true : schemaOfType(value, scope),
    ...(key !== 'string' && { propertyNames: schemaOfType(key, scope) }),
  };
}
