import type { JsonSchema } from '../core/json-schema.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { boundKeywords, isSafeBound } from './bounds.ts';
import { anyJson, anyObject, type ScalarRule } from './well-known-scalars.ts';

/**
 * Reads `extensions.jsonSchema`, which libraries of scalars have.
 *
 * Of such a schema the type is taken, and what bounds it in a way that every validator understands
 * alike; patterns and formats found there often do not even compile.
 */
export function ruleOfExtensions(schema: unknown): ScalarRule | undefined {
  const kind = kindOf(schema);
  if (kind === undefined || !isJsonObject(schema)) return undefined;
  if (kind === 'json') return anyJson;
  if (kind === 'object') return anyObject;
  const bounds = boundKeywords.flatMap((keyword) => {
    const bound = ownMember(schema, keyword);
    return isSafeBound(keyword, bound) ? [[keyword, bound] as const] : [];
  });
  return bounds.length === 0
    ? { kind }
    : { kind, keywords: Object.fromEntries(bounds) as JsonSchema };
}

const kinds = new Map<unknown, ScalarRule['kind']>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['array', 'json'],
]);

/** The kind that the schema's `type` says, or all its alternatives. */
function kindOf(schema: unknown): ScalarRule['kind'] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const type = ownMember(schema, 'type');
  if (type !== undefined) return kinds.get(type) ?? 'json';
  const alternatives = ownMember(schema, 'oneOf') ?? ownMember(schema, 'anyOf');
  if (!Array.isArray(alternatives)) return undefined;
  const found = new Set(alternatives.map(kindOf));
  return found.size === 1 ? [...found][0] : 'json';
}
