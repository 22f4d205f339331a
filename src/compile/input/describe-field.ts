import { cutText, plainText } from '../../core/text.ts';
import { describeBounds } from '../model/bounds.ts';
import type { ProfileRules } from '../model/profiles.ts';
import { firstText, maxPartDescriptionLength } from '../model/texts.ts';
import type { ScalarRule } from '../model/well-known-scalars.ts';
import type { EnumShape, FieldShape, InputShape, ObjectShape } from './shapes.ts';

/** The part of a description that facts never displace. */
const minPurposeLength = 240;

/**
 * Describes a property: its purpose, then the facts that its schema does not express in the profile.
 *
 * If both together are too long, the purpose is shortened first.
 *
 * @param typeFacts the facts about the values of its type.
 */
export function describeField(
  field: FieldShape & { readonly examples?: readonly unknown[] },
  rules: ProfileRules,
  typeFacts: readonly (string | undefined)[],
): string | undefined {
  const { shape, deprecationReason, constraints, examples = [] } = field;
  const { textPattern, textMultiple } = constraints;
  const { keywords } = rules;
  return joinFacts(asSentence(firstText([field.description, typeDescription(shape)])), [
    ...typeFacts,
    keywords ? undefined : describeBounds(constraints.bounds),
    textPattern && `Pattern: ${cutText(plainText(textPattern), 200)}`,
    textMultiple === undefined ? undefined : `A multiple of ${textMultiple}.`,
    keywords || !field.default ? undefined : `Default: ${shortJson(field.default.value)}.`,
    keywords || examples.length === 0
      ? undefined
      : describeExamples(examples, isJsonText(shape, rules)),
    deprecationReason === undefined
      ? undefined
      : `Deprecated: ${asSentence(plainText(deprecationReason))}`,
  ]);
}

function joinFacts(
  purpose: string | undefined,
  facts: readonly (string | undefined)[],
): string | undefined {
  const factText = facts.filter((fact) => fact !== undefined && fact !== '').join(' ');
  const room = Math.max(minPurposeLength, maxPartDescriptionLength - factText.length - 1);
  const text = [purpose && cutText(purpose, room), factText].filter((part) => part).join(' ');
  return text === '' ? undefined : cutText(text, maxPartDescriptionLength);
}

const builtInScalars = new Set(['String', 'ID', 'Int', 'Float', 'Boolean']);

function typeDescription(shape: InputShape): string | undefined {
  if (shape.kind === 'list') return typeDescription(shape.item.shape);
  // models know the built-in scalars, and our hints are shorter than most descriptions
  const isWellKnown =
    shape.kind === 'scalar' && (shape.rule.hint !== undefined || builtInScalars.has(shape.name));
  return isWellKnown ? undefined : firstText([shape.description]);
}

/**
 * Returns facts about the values of a type that its schema does not express, each cut to the length that
 * a description can use: the descriptions of enum values can be megabytes long.
 *
 * @param listsNames whether the names of an enum are a fact, because its schema omits them.
 */
export function typeFacts(
  shape: InputShape,
  rules: ProfileRules,
  listsNames: (shape: EnumShape) => boolean,
): readonly (string | undefined)[] {
  // twice the limit, so that a text that is too long still is after this cut
  return allFacts(shape, rules, listsNames).map((fact) =>
    fact?.slice(0, 2 * maxPartDescriptionLength),
  );
}

function allFacts(
  shape: InputShape,
  rules: ProfileRules,
  listsNames: (shape: EnumShape) => boolean,
): readonly (string | undefined)[] {
  switch (shape.kind) {
    case 'enum':
      return [listsNames(shape) ? listNames(shape) : undefined, describeMembers(shape)];
    case 'object':
      return [shape.oneOf ? describeOneOf(shape) : undefined];
    case 'scalar': {
      const { hint, kind, keywords } = shape.rule;
      return [
        hint,
        kind === 'json' && rules.anyJson === 'object'
          ? 'Any JSON value, not only an object.'
          : undefined,
        isJsonText(shape, rules)
          ? `A JSON ${kind === 'json' ? 'value' : 'object'}, written as text.`
          : undefined,
        rules.keywords || !keywords || hintsAtFormat(shape.rule)
          ? undefined
          : describeBounds(keywords),
      ];
    }
    case 'list':
      return allFacts(shape.item.shape, rules, listsNames);
  }
}

/** Returns whether JSON of any shape is passed as text. */
function isJsonText(shape: InputShape, { anyJson }: ProfileRules): boolean {
  const isAnyJson =
    shape.kind === 'scalar' && (shape.rule.kind === 'json' || shape.rule.kind === 'object');
  return isAnyJson && anyJson === 'text';
}

/** Returns whether the hint of a scalar describes its format. */
function hintsAtFormat({ hint, keywords }: ScalarRule): boolean {
  return hint !== undefined && keywords?.format !== undefined;
}

function describeOneOf({ fields }: ObjectShape): string {
  return `Give exactly one of ${cutText([...fields.keys()].join(', '), 300)}.`;
}

function listNames({ values }: EnumShape): string {
  const names = cutText(values.map(({ name }) => name).join(', '), 400);
  return `One of ${values.length} names: ${names}.`;
}

function describeMembers({ values }: EnumShape): string | undefined {
  const lines = values.flatMap(({ name, description, deprecationReason }) => {
    const text = firstText([description])?.replaceAll(/\s+/g, ' ');
    const note =
      deprecationReason === undefined ? undefined : `(deprecated: ${plainText(deprecationReason)})`;
    return text === undefined && note === undefined
      ? []
      : [[`${name}:`, text, note].filter((part) => part !== undefined).join(' ')];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Lists as many whole examples as fit. */
function describeExamples(examples: readonly unknown[], asJsonText: boolean): string {
  const [first, ...others] = examples.map((one) =>
    shortJson(asJsonText ? JSON.stringify(one) : one),
  );
  let text = `Examples: ${first}`;
  for (const other of others) {
    if (text.length + other.length > 300) break;
    text += `, ${other}`;
  }
  return `${text}.`;
}

function shortJson(value: unknown): string {
  return cutText(plainText(JSON.stringify(value)), 200);
}

/** Ends a text with a full stop unless it ends like a sentence. */
function asSentence(text: string | undefined): string | undefined {
  return text === undefined || /[.!?:…]$/.test(text) ? text : `${text}.`;
}
