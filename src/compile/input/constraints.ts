import { valueFromASTUntyped, type ConstDirectiveNode } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';

/** Bounds of a value, as JSON Schema keywords. */
export type Constraints = Pick<
  JsonSchema,
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minItems'
  | 'maxItems'
>;

type Keyword = keyof Constraints;

/** Names of arguments of constraint directives, and the keyword that says the same. */
const common: readonly (readonly [string, Keyword])[] = [
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['exclusiveMin', 'exclusiveMinimum'],
  ['exclusiveMax', 'exclusiveMaximum'],
  ['multipleOf', 'multipleOf'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['pattern', 'pattern'],
  ['regexp', 'pattern'],
  ['minItems', 'minItems'],
  ['maxItems', 'maxItems'],
];

const lengths: readonly (readonly [string, Keyword])[] = [
  ['min', 'minLength'],
  ['max', 'maxLength'],
];

/** The directives that APIs put bounds into, by name in lower case. */
const directives = new Map<string, ReadonlyMap<string, Keyword>>([
  ['constraint', new Map(common)],
  ['range', new Map(common)],
  ['length', new Map(lengths)],
  ['size', new Map(lengths)],
  ['pattern', new Map<string, Keyword>([...common, ['regex', 'pattern'], ['value', 'pattern']])],
]);

/** The bounds that directives put on an argument or input field. */
export function constraintsOf(nodes: readonly ConstDirectiveNode[] | undefined): Constraints {
  const found = (nodes ?? []).flatMap((node) => {
    const keywords = directives.get(node.name.value.toLowerCase());
    return (node.arguments ?? []).flatMap(({ name, value }) => {
      const keyword = keywords?.get(name.value);
      const bound: unknown = keyword && valueFromASTUntyped(value);
      return keyword && fits(keyword, bound) ? [[keyword, bound] as const] : [];
    });
  });
  return Object.fromEntries(found);
}

function fits(keyword: Keyword, bound: unknown): boolean {
  if (keyword === 'pattern') return typeof bound === 'string' && isPortablePattern(bound);
  if (typeof bound !== 'number' || !Number.isFinite(bound)) return false;
  if (keyword === 'multipleOf') return bound > 0;
  return /^(min|max)(Length|Items)$/.test(keyword) ? Number.isInteger(bound) && bound >= 0 : true;
}

/**
 * Whether a pattern means the same to JavaScript with the `u` flag and to Python's `re`: neither
 * named groups nor properties nor look-behind, which one of the two refuses or reads otherwise.
 */
export function isPortablePattern(pattern: string): boolean {
  if (pattern.length > 500 || /\\[pPkAZz]|\(\?[<P]|\[\[:/.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Writes bounds as a sentence, for profiles without the keywords. */
export function describeConstraints(constraints: Constraints): string | undefined {
  const texts = phrases.flatMap(([keyword, phrase]) => {
    const bound = constraints[keyword];
    return bound === undefined ? [] : [`${phrase} ${bound}`];
  });
  const text = texts.join(', ');
  return text === '' ? undefined : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

const phrases: readonly (readonly [Keyword, string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'least number of characters'],
  ['maxLength', 'most characters'],
  ['minItems', 'least number of items'],
  ['maxItems', 'most items'],
  ['pattern', 'matches'],
];
