import { isJsonObject, memberAt, ownMember } from '../../core/json.ts';

/**
 * Finds what frameworks say about invalid input beside the message.
 *
 * | framework                | place in `extensions`                                              |
 * | ------------------------ | ------------------------------------------------------------------ |
 * | NestJS                   | `originalError.message`: a list of texts                           |
 * | class-validator, Apollo  | `validationErrors`: `{ property, constraints: { isEmail: text } }` |
 * | Laravel (Lighthouse)     | `validation`: `{ [field]: texts }`                                 |
 * | Zod                      | `issues`: `{ path, message }`                                      |
 * | graphql-ruby             | `problems`: `{ path, explanation }`                                |
 */
export function validationReasons(extensions: unknown): readonly string[] {
  const found: string[] = [];
  for (const path of places) collect(memberAt(extensions, path), '', found, 0);
  return found;
}

const places: readonly (readonly string[])[] = [
  ['originalError', 'message'],
  ['validationErrors'],
  ['validation'],
  ['issues'],
  ['problems'],
];

const maxReasons = 10;
const maxDepth = 6;
const maxText = 200;

function collect(value: unknown, field: string, found: string[], depth: number): void {
  if (found.length >= maxReasons || depth > maxDepth) return;
  if (typeof value === 'string') {
    const text = value.slice(0, maxText);
    found.push(field === '' || text.startsWith(field) ? text : `${field}: ${text}`);
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, maxReasons)) collect(item, field, found, depth + 1);
  } else if (isJsonObject(value)) {
    collectObject(value, field, found, depth);
  }
}

function collectObject(value: object, field: string, found: string[], depth: number): void {
  const own = fieldOf(value) ?? field;
  const constraints = ownMember(value, 'constraints');
  const isReason = reasonMembers.some((name) => Object.hasOwn(value, name));
  if (isReason) {
    // the names of constraints, such as `isEmail`, are no fields
    const texts = isJsonObject(constraints) ? firstValues(constraints) : [];
    collect(
      [
        ownMember(value, 'message') ?? ownMember(value, 'explanation'),
        ...texts,
        ownMember(value, 'children'),
      ],
      own,
      found,
      depth + 1,
    );
    return;
  }
  // without a list of all members, of which there may be a million
  for (const key in value) {
    if (found.length >= maxReasons) return;
    collect(ownMember(value, key), key.slice(0, 100), found, depth + 1);
  }
}

const reasonMembers = ['message', 'explanation', 'constraints', 'children'];

function firstValues(object: object): readonly unknown[] {
  const values: unknown[] = [];
  for (const key in object) {
    if (values.length >= maxReasons) break;
    values.push(ownMember(object, key));
  }
  return values;
}

/** The field that a reason concerns: `property` of class-validator, `path` of Zod. */
function fieldOf(value: object): string | undefined {
  const property = ownMember(value, 'property');
  if (typeof property === 'string') return property.slice(0, 100);
  const path = ownMember(value, 'path');
  return Array.isArray(path) ? path.slice(0, 10).join('.').slice(0, 100) : undefined;
}
