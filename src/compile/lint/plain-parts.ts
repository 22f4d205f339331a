import type { JsonSchema } from '../../core/json-schema.ts';
import { maxPartDescriptionLength } from '../model/texts.ts';
import { hasHiddenCharacters } from '../../core/text.ts';

/** Longest key, for Gemini. */
export const maxKeyLength = 64;

/** Whether a text is one that a person sees whole. */
export function isHarmless(text: string): boolean {
  return text.isWellFormed() && !hasHiddenCharacters(text);
}

/** Whether a description within a schema is one that clients show whole. */
export function isGoodDescription(text: string): boolean {
  return text.length <= maxPartDescriptionLength && isHarmless(text);
}

/** The values that a schema shows a model, as text; they stay as they are, whatever they hold. */
export function valuesOf(schema: JsonSchema): string {
  const { default: preset, examples } = schema;
  return preset === undefined && examples === undefined ? '' : JSON.stringify([preset, examples]);
}

/** Tells whether there is nothing in a schema's texts and keys to object to. */
export type IsPlain = (schema: JsonSchema) => boolean;

/** Makes a check that looks once at a part that several schemas share. */
export function createPlainCheck(): IsPlain {
  const known = new Map<JsonSchema, boolean>();
  function isPlain(schema: JsonSchema): boolean {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const { description, properties, $defs } = schema;
    const result =
      (description === undefined || isGoodDescription(description)) &&
      arePlain(properties) &&
      arePlain($defs) &&
      isHarmless(valuesOf(schema)) &&
      unnamedParts(schema).every(isPlain);
    known.set(schema, result);
    return result;
  }
  function arePlain(named: JsonSchema['properties'] = {}): boolean {
    for (const name in named) {
      if (name.length > maxKeyLength || !isPlain(named[name] ?? {})) return false;
    }
    return true;
  }
  return isPlain;
}

/** The schemas in a schema that have no names. */
export function unnamedParts({
  items,
  anyOf = none,
  oneOf = none,
  additionalProperties,
}: JsonSchema): readonly JsonSchema[] {
  const isSchema = typeof additionalProperties === 'object';
  // most schemas have none, and there are 100,000 of them
  if (!items && anyOf === none && oneOf === none && !isSchema) return none;
  return [
    ...anyOf,
    ...oneOf,
    ...(items ? [items] : []),
    ...(isSchema ? [additionalProperties] : []),
  ];
}

const none: readonly JsonSchema[] = [];
