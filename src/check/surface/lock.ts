import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { compareText } from '../../core/text.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, stableJson } from '../../core/json.ts';
import { unorderedKeywords } from './same-schema.ts';
import type { Surface, SurfaceTool, ToolInside } from './surface.ts';

/** The version of the lock file's format; another one is refused. */
export const lockVersion = 1;

/**
 * Writes a tool surface as the text of a lock file.
 *
 * The text is canonical: keys are sorted, lists of names and values too, and what is as usual is left
 * out. So the same surface gives the same bytes, wherever files lie and however they are formatted,
 * and a change of one thing is a change of a few lines.
 */
export function formatLock(surface: Surface): string {
  const { tools, gateway, profile, schemas } = surface;
  const entries = [...tools.values()].map((tool) => [tool.name, toolEntry(tool)] as const);
  const lock = {
    lockVersion,
    gateway,
    profile,
    tools: Object.fromEntries(entries),
    schemas: Object.fromEntries(schemas),
  };
  return `${stableJson(lock, 2)}\n`;
}

/** A tool as it stands in the lock file: two tools are the same when their entries are. */
export function toolEntry(tool: SurfaceTool): object {
  const { title, description, annotations, inputSchema, outputSchema, inside } = tool;
  return {
    title,
    description,
    descriptionHash: sha256Hex(description),
    annotations,
    inputSchema: canonicalSchema(inputSchema),
    ...(outputSchema && { outputSchema: canonicalSchema(outputSchema) }),
    ...(inside && insideEntry(inside)),
  };
}

function insideEntry(inside: ToolInside): object {
  const { kind, operation, operationHash, upstream, partialResults, hidden } = inside;
  const { scopes, bound, argumentTypes } = inside;
  return {
    kind,
    operation,
    operationHash,
    ...(upstream !== onlyUpstream && { upstream }),
    ...(partialResults !== 'REJECT' && { partialResults }),
    ...(hidden && { hidden }),
    ...(scopes.length > 0 && { scopes }),
    ...(bound.length > 0 && { bound }),
    ...(Object.keys(argumentTypes).length > 0 && { argumentTypes }),
  };
}

/** A schema with lists that have no order in a fixed one. */
function canonicalSchema(schema: JsonSchema): JsonSchema {
  return canonical(schema) as JsonSchema;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([keyword, member]) => {
      const isList = unorderedKeywords.has(keyword) && isListOfTexts(member);
      return [keyword, isList ? [...member].sort(compareTexts) : canonical(member)];
    }),
  );
}

function isListOfTexts(value: unknown): value is readonly (string | null)[] {
  return Array.isArray(value) && value.every((item) => item === null || typeof item === 'string');
}

function compareTexts(one: string | null, other: string | null): number {
  return compareText(one ?? '', other ?? '');
}
