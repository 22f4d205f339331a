import { describeBounds } from '../model/bounds.ts';
import { firstText, maxPartDescriptionLength } from '../model/texts.ts';
import { cutText, plainText } from '../../core/text.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { EnumShape, FieldShape, InputShape, ObjectShape } from './input-shape.ts';
import type { FieldRules } from './write-field.ts';
import { isLargeEnum } from './write-leaf.ts';

/** Least that is left of what the API says itself, where the facts are many. */
const minOwnLength = 240;

/**
 * Describes a property: what it is for, then the facts that its schema cannot say in the profile.
 *
 * Where both together are too long, what it is for is shortened first.
 */
export function describeField(
  field: FieldShape & { readonly examples?: readonly unknown[] },
  { rules, factsOf }: FieldRules,
): string | undefined {
  const { shape, deprecated, constraints, examples = [] } = field;
  const { keywords } = rules;
  return joinFacts(sentence(firstText([field.description, ownDescription(shape)])), [
    ...factsOf(shape),
    keywords ? undefined : describeBounds(constraints.bounds),
    constraints.spokenPattern && `Pattern: ${cutText(plainText(constraints.spokenPattern), 200)}`,
    constraints.spokenMultiple === undefined
      ? undefined
      : `A multiple of ${constraints.spokenMultiple}.`,
    keywords || !field.default ? undefined : `Default: ${jsonText(field.default.value)}.`,
    keywords || examples.length === 0 ? undefined : exampleText(examples, isJsonText(shape, rules)),
    deprecated === undefined ? undefined : `Deprecated: ${sentence(plainText(deprecated))}`,
  ]);
}

function joinFacts(
  own: string | undefined,
  all: readonly (string | undefined)[],
): string | undefined {
  const facts = all.filter((fact) => fact !== undefined && fact !== '').join(' ');
  const left = Math.max(minOwnLength, maxPartDescriptionLength - facts.length - 1);
  const text = [own && cutText(own, left), facts].filter((part) => part).join(' ');
  return text === '' ? undefined : cutText(text, maxPartDescriptionLength);
}

const builtIn = new Set(['String', 'ID', 'Int', 'Float', 'Boolean']);

function ownDescription(shape: InputShape): string | undefined {
  if (shape.kind === 'list') return ownDescription(shape.item.shape);
  // what graphql-js says of its own scalars every model knows, and our hints are shorter
  const isKnown =
    shape.kind === 'scalar' && (shape.rule.hint !== undefined || builtIn.has(shape.name));
  return isKnown ? undefined : firstText([shape.description]);
}

/**
 * What is to be said of a type's values beside its schema, as much as a description can hold: an enum
 * may have megabytes to say.
 */
export function shapeFacts(
  shape: InputShape,
  rules: ProfileRules,
  enumBytes: number,
): readonly (string | undefined)[] {
  const facts = allFacts(shape, rules, enumBytes);
  // what is longer than a description is cut with what stands before it, and must stay longer
  return facts.map((fact) => fact?.slice(0, 2 * maxPartDescriptionLength));
}

function allFacts(
  shape: InputShape,
  rules: ProfileRules,
  enumBytes: number,
): readonly (string | undefined)[] {
  switch (shape.kind) {
    case 'enum':
      return [isLargeEnum(shape, enumBytes) ? listMembers(shape) : undefined, tellMembers(shape)];
    case 'object':
      return [shape.oneOf ? exactlyOne(shape) : undefined];
    case 'scalar': {
      const { hint, kind, keywords } = shape.rule;
      const bounds = rules.keywords || hasSpokenFormat(shape.rule) ? undefined : keywords;
      return [
        hint,
        isJsonText(shape, rules)
          ? `A JSON ${kind === 'json' ? 'value' : 'object'}, written as text.`
          : undefined,
        bounds && describeBounds(bounds),
      ];
    }
    case 'list':
      return allFacts(shape.item.shape, rules, enumBytes);
  }
}

/** Whether JSON of any shape is asked for as text. */
function isJsonText(shape: InputShape, { anyJson }: ProfileRules): boolean {
  const isAny =
    shape.kind === 'scalar' && (shape.rule.kind === 'json' || shape.rule.kind === 'object');
  return isAny && anyJson === 'text';
}

/** A hint that comes with a format says what the format is. */
function hasSpokenFormat({
  hint,
  keywords,
}: {
  readonly hint?: string;
  readonly keywords?: object;
}) {
  return hint !== undefined && keywords !== undefined && 'format' in keywords;
}

function exactlyOne({ fields }: ObjectShape): string {
  return `Give exactly one of ${cutText([...fields.keys()].join(', '), 300)}.`;
}

function listMembers({ values }: EnumShape): string {
  const names = cutText(values.map(({ name }) => name).join(', '), 400);
  return `One of ${values.length} names: ${names}.`;
}

function tellMembers({ values }: EnumShape): string | undefined {
  const told = values.flatMap(({ name, description, deprecated }) => {
    const text = firstText([description])?.replaceAll(/\s+/g, ' ');
    const note = deprecated === undefined ? undefined : `(deprecated: ${plainText(deprecated)})`;
    return text === undefined && note === undefined
      ? []
      : [[`${name}:`, text, note].filter((part) => part !== undefined).join(' ')];
  });
  return told.length === 0 ? undefined : told.join('\n');
}

/** Examples, whole ones as far as there is room; JSON that is asked for as text is shown as text. */
function exampleText(examples: readonly unknown[], asText: boolean): string {
  const [first, ...others] = examples.map((one) => jsonText(asText ? JSON.stringify(one) : one));
  let text = `Examples: ${first}`;
  for (const other of others) {
    if (text.length + other.length > 300) break;
    text += `, ${other}`;
  }
  return `${text}.`;
}

function jsonText(value: unknown): string {
  return cutText(plainText(JSON.stringify(value)), 200);
}

/** Ends a text like a sentence, so that another can follow. */
function sentence(text: string | undefined): string | undefined {
  return text === undefined || /[.!?:…]$/.test(text) ? text : `${text}.`;
}
