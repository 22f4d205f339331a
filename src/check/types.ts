import { type JsonSchema, type JsonType, resolveReference } from '../core/json-schema.ts';
import { createContractSchemas } from './surface/contract-schemas.ts';
import type { Surface, SurfaceTool } from './surface/surface.ts';

/**
 * Writes TypeScript declarations of the arguments that each tool accepts and of the result that it
 * publishes, and a map `Tools` of both by the tool's name.
 */
export function formatTypes(surface: Surface): string {
  const names = new Set<string>(['Tools', 'ToolName', 'ArgumentsOf', 'ResultOf']);
  const contractOf = createContractSchemas(surface);
  const entries = [...surface.tools.values()].map((tool) => {
    const input = contractOf(tool)?.input ?? tool.inputSchema ?? {};
    return typesOfTool(tool, input, names);
  });
  const map = entries.flatMap(({ key, args, result }) => [
    `  readonly ${key}: { readonly arguments: ${args}; readonly result: ${result} };`,
  ]);
  const declarations = entries.flatMap(({ types }) => types.map(declaration));
  return [
    '// Written by graphql-mcp-gateway types; changes here are lost.',
    '',
    ...declarations.flatMap((text) => [text, '']),
    '/** Arguments and results of all tools, by name. */',
    'export interface Tools {',
    ...map,
    '}',
    '',
    'export type ToolName = keyof Tools;',
    "export type ArgumentsOf<Name extends ToolName> = Tools[Name]['arguments'];",
    "export type ResultOf<Name extends ToolName> = Tools[Name]['result'];",
    '',
  ].join('\n');
}

interface ToolTypes {
  /** The tool's name as a key. */
  readonly key: string;
  readonly args: string;
  readonly result: string;
  readonly types: readonly NamedType[];
}

function typesOfTool(tool: SurfaceTool, inputSchema: JsonSchema, names: Set<string>): ToolTypes {
  const { name, description, outputSchema } = tool;
  const base = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.replaceAll(/\W/g, '_');
  const input = createTypeWriter(inputSchema, names);
  const args = input.declare(`${base}Arguments`, `Arguments of \`${name}\`: ${description}`);
  if (!outputSchema) {
    return { key: JSON.stringify(name), args, result: 'undefined', types: input.types };
  }
  const output = createTypeWriter(outputSchema, names);
  const result = output.declare(`${base}Result`, `\`structuredContent\` of \`${name}\`.`);
  return { key: JSON.stringify(name), args, result, types: [...input.types, ...output.types] };
}

function declaration({ name, type, comment }: NamedType): string {
  return `${comment}export type ${name} = ${type};`;
}

/** A type that a declaration file names. */
interface NamedType {
  readonly name: string;
  readonly type: string;
  /** A doc comment with its line break, or nothing. */
  readonly comment: string;
}

/** Writes the types of one schema; each of its `$defs` that is used is named once. */
interface TypeWriter {
  /** Names the type of the whole schema, and answers the name. */
  readonly declare: (name: string, comment: string) => string;
  readonly types: readonly NamedType[];
}

/** A definition that was referred to, and is still to be written. */
interface Definition {
  readonly name: string;
  readonly target: JsonSchema;
}

/** @param names the names taken so far, to which this one's are added. */
function createTypeWriter(root: JsonSchema, names: Set<string>): TypeWriter {
  const types: NamedType[] = [];
  const references = new Map<string, string>();
  const open: Definition[] = [];
  let base = '';
  return {
    types,
    declare(name, comment) {
      base = take(name);
      // the first type, although its references are written before it is complete
      const index = types.push({ name: base, type: 'unknown', comment: '' }) - 1;
      types[index] = { name: base, type: write(root, ''), comment: docComment(comment, '') };
      // iterative, because thousands of definitions may refer to each other in a row
      for (let next = open.shift(); next !== undefined; next = open.shift()) writeDefinition(next);
      return base;
    },
  };

  function take(wanted: string): string {
    let name = wanted;
    for (let count = 2; names.has(name); count++) name = `${wanted}${count}`;
    names.add(name);
    return name;
  }

  function write(schema: JsonSchema, indent: string): string {
    const { $ref, anyOf, oneOf, enum: values, const: value } = schema;
    if ($ref !== undefined) return reference($ref);
    const branches = anyOf ?? oneOf;
    if (branches) return unionOf(branches.map((branch) => write(branch, indent)));
    if (value !== undefined) return JSON.stringify(value);
    if (values !== undefined) return unionOf(values.map((one) => JSON.stringify(one)));
    if (schema.type === undefined) return schema.properties ? objectOf(schema, indent) : 'unknown';
    return unionOf([schema.type].flat().map((type) => ofType(type, schema, indent)));
  }

  function ofType(type: JsonType, schema: JsonSchema, indent: string): string {
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'array') return `readonly ${inParentheses(write(schema.items ?? {}, indent))}[]`;
    return type === 'object' ? objectOf(schema, indent) : type;
  }

  function reference($ref: string): string {
    const known = references.get($ref);
    if (known !== undefined) return known;
    const target = resolveReference(root, $ref) as JsonSchema | undefined;
    if (target === undefined) return 'unknown';
    const name = take(`${base}${$ref.split('/').at(-1)?.replaceAll(/\W/g, '_')}`);
    references.set($ref, name);
    open.push({ name, target });
    return name;
  }

  function writeDefinition({ name, target }: Definition): void {
    const comment = docComment(target.description ?? '', '');
    types.push({ name, type: write(target, ''), comment });
  }

  function objectOf(schema: JsonSchema, indent: string): string {
    const members = Object.entries(schema.properties ?? {});
    if (members.length === 0) {
      return schema.additionalProperties === false
        ? '{ readonly [name: string]: never }'
        : '{ readonly [name: string]: unknown }';
    }
    if (schema.minProperties === 1 && schema.maxProperties === 1) {
      return unionOf(members.map(([only]) => oneMemberOf(members, only, indent)));
    }
    const required = new Set(schema.required);
    const lines = members.map(([name, member]) => {
      const optional = required.has(name) ? '' : '?';
      const comment = docComment(textAbout(member), `${indent}  `);
      return `${comment}${indent}  readonly ${keyOf(name)}${optional}: ${write(member, `${indent}  `)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }

  /** Exactly this member, not null; the others may be null, which stands for absent. */
  function oneMemberOf(
    members: readonly (readonly [string, JsonSchema])[],
    only: string,
    indent: string,
  ): string {
    const written = members.map(([name, member]) =>
      name === only
        ? `readonly ${keyOf(name)}: ${withoutNull(write(member, indent))}`
        : `readonly ${keyOf(name)}?: null`,
    );
    return `{ ${written.join('; ')} }`;
  }
}

/** The description of a member, and its default. */
function textAbout({ description = '', default: preset }: JsonSchema): string {
  if (preset === undefined) return description;
  return `${description} Default: ${JSON.stringify(preset)}.`.trim();
}

function unionOf(types: readonly string[]): string {
  const unique = [...new Set(types)];
  if (unique.includes('unknown')) return 'unknown';
  return unique.length === 0 ? 'never' : unique.join(' | ');
}

/** Of the written union, as `unionOf` puts it together. */
function withoutNull(type: string): string {
  return type.replace(/ \| null$/, '');
}

function inParentheses(type: string): string {
  return /^(\w+|\{[^|]*\})$/.test(type) ? type : `(${type})`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && name !== '__proto__' ? name : JSON.stringify(name);
}

/** A doc comment that a text cannot end. */
function docComment(text: string, indent: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split(/\r?\n/);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const written = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return [`${indent}/**`, ...written, `${indent} */`, ''].join('\n');
}
