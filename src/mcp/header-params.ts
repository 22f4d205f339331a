import type { HeaderSource } from '../core/caller.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { Tool } from '../core/tool.ts';
import { mismatch } from './mirrored-headers.ts';
import { readMirroredValue } from './mirrored-value.ts';
import type { RpcError } from './reply.ts';

/** An argument that clients repeat in a header, for those on the way who route by it. */
interface HeaderParam {
  /** Names from the root of the arguments. */
  readonly path: readonly string[];
  /** `Mcp-Param-…` */
  readonly header: string;
}

const found = new WeakMap<Tool, readonly HeaderParam[]>();

/**
 * Says which `Mcp-Param-*` header contradicts its argument, or nothing.
 *
 * | argument        | header         | verdict                                                 |
 * | --------------- | -------------- | ------------------------------------------------------- |
 * | value           | equal          | right; integers are compared as numbers                 |
 * | value           | missing, other | mismatch                                                |
 * | null or absent  | missing        | right                                                   |
 * | null or absent  | there          | mismatch: whoever routed by it took it for the argument |
 * | object or array | any            | right here; the argument itself is refused later        |
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers.
 */
export function headerParamProblem(
  tool: Tool,
  args: unknown,
  headers: HeaderSource,
): RpcError | undefined {
  for (const { path, header } of headerParamsOf(tool)) {
    const value = valueAt(args, path);
    if (typeof value === 'object' && value !== null) continue;
    const told = readMirroredValue(headers.get(header));
    const given = value !== undefined && value !== null;
    if (told.kind === 'invalid') return mismatch(`${header} cannot be read.`);
    if (!given && told.kind === 'absent') continue;
    if (!given) return mismatch(`${header} is there, but the argument is not.`);
    if (told.kind === 'absent') return mismatch(`The header ${header} is missing.`);
    if (!equals(told.text, value)) return mismatch(`${header} is not the argument's value.`);
  }
  return undefined;
}

/** The schema as revisions see it that know no `x-mcp-header`. */
export function withoutHeaderParams<Schema extends JsonSchema>(tool: Tool, schema: Schema): Schema {
  return headerParamsOf(tool).length === 0 ? schema : strip(schema);
}

function headerParamsOf(tool: Tool): readonly HeaderParam[] {
  const known = found.get(tool);
  if (known) return known;
  const params = [...collect(tool.inputSchema, [])];
  found.set(tool, params);
  return params;
}

/** The protocol allows the annotation on nothing that is not reached by `properties` alone. */
function* collect(schema: JsonSchema, path: readonly string[]): Generator<HeaderParam> {
  const name = schema['x-mcp-header'];
  if (name !== undefined) yield { path, header: `Mcp-Param-${name}` };
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield* collect(property, [...path, key]);
  }
}

function strip<Schema extends JsonSchema>(schema: Schema): Schema {
  const { 'x-mcp-header': _, ...rest } = schema;
  if (!rest.properties) return rest as Schema;
  const entries = Object.entries(rest.properties).map(([key, value]) => [key, strip(value)]);
  return { ...rest, properties: Object.fromEntries(entries) } as Schema;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) value = isJsonObject(value) ? ownMember(value, key) : undefined;
  return value;
}

function equals(text: string, value: unknown): boolean {
  if (typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value;
  return text === String(value);
}
