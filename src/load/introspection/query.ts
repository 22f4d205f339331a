import { getIntrospectionQuery, type IntrospectionOptions } from 'graphql';

/**
 * What the introspection query may ask for beyond the oldest one, and how an error of a server that
 * does not know it names it.
 *
 * | since            | feature                 |
 * | ---------------- | ----------------------- |
 * | October 2021     | `specifiedByURL`, `isRepeatable`, the schema's description |
 * | September 2025   | `isOneOf`, deprecated arguments and input fields           |
 */
const features: readonly (readonly [Feature & keyof IntrospectionOptions, RegExp])[] = [
  ['oneOf', /isOneOf/],
  ['specifiedByUrl', /specifiedBy/i],
  ['inputValueDeprecation', /includeDeprecated|isDeprecated|deprecationReason/],
  ['directiveIsRepeatable', /isRepeatable/],
  ['schemaDescription', /description/],
];

/** A part of the introspection query that a server may not know. */
export type Feature =
  | 'oneOf'
  | 'specifiedByUrl'
  | 'inputValueDeprecation'
  | 'directiveIsRepeatable'
  | 'schemaDescription';

/** Whether errors are about a part of the query that a server may not know. */
export function namesFeature(errors: string): boolean {
  return features.some(([, mark]) => mark.test(errors));
}

/** Everything that can be asked for. */
export const allFeatures: ReadonlySet<Feature> = new Set(features.map(([feature]) => feature));

/** Writes the introspection query with these features. */
export function introspectionQueryWith(wanted: ReadonlySet<Feature>): string {
  const options = features.map(([feature]) => [feature, wanted.has(feature)] as const);
  return getIntrospectionQuery({ descriptions: true, ...Object.fromEntries(options) });
}

/**
 * What is left to ask for after a server refused: without what its errors name, or without anything
 * special when they name nothing. Undefined when there is nothing left to leave out.
 */
export function fewerFeatures(
  asked: ReadonlySet<Feature>,
  errors: string,
): ReadonlySet<Feature> | undefined {
  if (asked.size === 0) return undefined;
  const named = features.filter(([feature, mark]) => asked.has(feature) && mark.test(errors));
  if (named.length === 0) return new Set();
  const refused = new Set(named.map(([feature]) => feature));
  return new Set([...asked].filter((feature) => !refused.has(feature)));
}
