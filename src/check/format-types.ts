import type { JsonSchema } from '../core/json-schema.ts';
import { createContractSchemas } from './surface/contract-schemas.ts';
import type { Surface, SurfaceTool } from './surface/surface.ts';
import { createTypeWriter, type NamedType } from './write-type.ts';

/**
 * Writes TypeScript declarations of every tool's arguments and result: of the calls that the gateway
 * takes, and of the results that clients are promised; and a map `Tools` of both by the tool's name.
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
