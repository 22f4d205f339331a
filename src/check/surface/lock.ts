import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Surface, SurfaceTool, ToolInternals, UsedSchema } from './surface.ts';

/** The version of the lock file's format that is written. */
export const lockVersion = 2;

/**
 * Writes a tool surface as the text of a lock file.
 *
 * The text is canonical: keys are sorted, and what is usual is left out. So the same surface gives the
 * same bytes, wherever files are and however they are formatted, and one change is a few lines.
 */
export function formatLock(surface: Surface): string {
  const { tools, gateway, profile, tokens, schemas } = surface;
  const lock = {
    lockVersion,
    gateway,
    profile,
    tokens,
    schemas: Object.fromEntries([...schemas].map(([name, used]) => [name, schemaEntry(used)])),
    tools: Object.fromEntries([...tools.values()].map((tool) => [tool.name, toolEntry(tool)])),
  };
  return `${formatJson(lock)}\n`;
}

function schemaEntry(used: UsedSchema): object {
  return Object.fromEntries(Object.entries(used).filter(([, part]) => !isEmpty(part as object)));
}

function isEmpty(part: object): boolean {
  return Object.keys(part).length === 0;
}

/** A tool as it is in the lock file. */
function toolEntry(tool: SurfaceTool): object {
  const { title, description, annotations, contract, internal } = tool;
  return { title, description, annotations, ...contract, ...(internal && internalEntry(internal)) };
}

function internalEntry(internal: ToolInternals): object {
  const { kind, operation, operationHash, upstream, partialResults, hidden } = internal;
  const { calls = {}, rootFields, scopes, bound } = internal;
  return {
    kind,
    operation,
    operationHash,
    ...(!isEmpty(calls) && { calls }),
    rootFields,
    ...(upstream !== onlyUpstream && { upstream }),
    ...(partialResults !== 'REJECT' && { partialResults }),
    ...(hidden && { hidden }),
    ...(scopes.length > 0 && { scopes }),
    ...(bound.length > 0 && { bound }),
  };
}

/** Longest line for an object or a list that is written on one line. */
const lineWidth = 125;

/** Members whose entries have a line each, however short they are. */
const listed: ReadonlySet<string> = new Set([
  'calls',
  'tools',
  'schemas',
  'coordinates',
  'inputs',
  'leafTypes',
  'selections',
  'output',
]);

/** Writes JSON with sorted keys; what fits on a line is written on one. */
function formatJson(value: unknown, indent = '', key = ''): string {
  if (Array.isArray(value)) {
    const short = `[${value.map((item) => inline(item)).join(', ')}]`;
    if (fits(short, indent, key) || value.length === 0) return short;
    const items = value.map((item) => `${indent}  ${formatJson(item, `${indent}  `)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = entriesOf(value);
  const short = inline(value);
  if (fits(short, indent, key) || entries.length === 0) return short;
  const members = entries.map(
    ([name, member]) =>
      `${indent}  ${JSON.stringify(name)}: ${formatJson(member, `${indent}  `, name)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function fits(short: string, indent: string, key: string): boolean {
  return !listed.has(key) && indent.length + key.length + short.length + 5 <= lineWidth;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = entriesOf(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
