import type { ObjectSchema } from '../../core/json-schema.ts';
import type { Tool } from '../../core/tool.ts';
import type { CompileCode } from '../model/diagnostics.ts';
import { unnamedParts } from './plain-parts.ts';

/** What clients see of a tool beside its name. */
export type SeenTool = Pick<
  Tool,
  'title' | 'description' | 'annotations' | 'inputSchema' | 'outputSchema'
>;

/** What a rule has against a tool. */
export interface Objection {
  /** An `error` leaves the tool out; a `warning` serves it. */
  readonly severity: 'error' | 'warning';
  readonly code: CompileCode;
  readonly message: string;
  readonly hint: string;
}

/**
 * A rule of some client or model API, asked about every tool.
 *
 * The parts are those of the input schema below its root; none where there is nothing to object to
 * in the texts and keys of any.
 */
export type ToolRule = (tool: SeenTool, parts: readonly SchemaPart[]) => readonly Objection[];

/** A part of a schema, with the names that lead to it. */
export interface SchemaPart {
  readonly path: readonly string[];
  readonly schema: ObjectSchema['properties'][string];
}

/** All parts of a schema below its root, definitions included. */
export function partsOf({ properties, $defs = {} }: ObjectSchema): readonly SchemaPart[] {
  const parts: SchemaPart[] = [];
  for (const [name, schema] of [...Object.entries(properties), ...Object.entries($defs)]) {
    collectParts({ path: [name], schema }, parts);
  }
  return parts;
}

function collectParts(part: SchemaPart, parts: SchemaPart[]): void {
  parts.push(part);
  for (const [name, schema] of Object.entries(part.schema.properties ?? {})) {
    collectParts({ path: [...part.path, name], schema }, parts);
  }
  for (const schema of unnamedParts(part.schema)) {
    collectParts({ path: part.path, schema }, parts);
  }
}
