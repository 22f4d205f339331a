import { cutText, plainText } from '../plain-text.ts';
import { describePart, firstText } from '../describe.ts';
import type { ProfileRules } from '../profiles/profile.ts';
import { describeConstraints } from './constraints.ts';
import type { EnumShape, FieldShape, InputShape, ObjectShape } from './input-shape.ts';

/** Describes a property: what it is for, then what its schema cannot say in the profile. */
export function describeField(
  field: FieldShape & { readonly examples?: readonly unknown[] },
  rules: ProfileRules,
): string | undefined {
  const { shape, default: preset, deprecated, constraints, examples = [] } = field;
  return describePart([
    sentence(firstText([field.description, ownDescription(shape)])),
    ...shapeNotes(shape, rules),
    rules.keywords ? undefined : describeConstraints(constraints),
    rules.keywords || !preset
      ? undefined
      : `Default: ${cutText(JSON.stringify(preset.value), 200)}.`,
    rules.keywords || examples.length === 0
      ? undefined
      : `For example: ${examples.map((example) => cutText(JSON.stringify(example), 100)).join(', ')}.`,
    deprecated === undefined ? undefined : `Deprecated: ${plainText(deprecated)}`,
  ]);
}

const builtIn = new Set(['String', 'ID', 'Int', 'Float', 'Boolean']);

function ownDescription(shape: InputShape): string | undefined {
  if (shape.kind === 'list') return ownDescription(shape.item.shape);
  // what graphql-js says of its own scalars, every model knows
  const known = shape.kind === 'scalar' && (shape.rule.hint ?? builtIn.has(shape.name));
  return known ? undefined : firstText([shape.description]);
}

function shapeNotes(shape: InputShape, rules: ProfileRules): readonly (string | undefined)[] {
  switch (shape.kind) {
    case 'enum':
      return [describeMembers(shape)];
    case 'object':
      return [shape.oneOf ? exactlyOne(shape) : undefined];
    case 'scalar':
      return [
        shape.rule.hint,
        shape.rule.kind === 'json' && rules.anyJson === 'text'
          ? 'Any JSON value, written as JSON text.'
          : undefined,
      ];
    case 'list':
      return shapeNotes(shape.item.shape, rules);
  }
}

function exactlyOne({ fields }: ObjectShape): string {
  return `Give exactly one of ${[...fields.keys()].join(', ')}.`;
}

function describeMembers({ values }: EnumShape): string | undefined {
  const told = values.flatMap(({ name, description, deprecated }) => {
    const text = firstText([description]);
    const note = deprecated === undefined ? '' : ` (deprecated: ${plainText(deprecated)})`;
    return text === undefined && note === '' ? [] : [`${name}: ${text ?? ''}${note}`.trim()];
  });
  return told.length === 0 ? undefined : told.join('\n');
}

/** Ends a text like a sentence, so that another can follow. */
function sentence(text: string | undefined): string | undefined {
  return text === undefined || /[.!?:…]$/.test(text) ? text : `${text}.`;
}
