import { getIntrospectionQuery, type IntrospectionOptions } from 'graphql';

/**
 * Optional features of the introspection query, and patterns of the error messages about them.
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

/** A part of the introspection query that not all servers support. */
export type Feature =
  | 'oneOf'
  | 'specifiedByUrl'
  | 'inputValueDeprecation'
  | 'directiveIsRepeatable'
  | 'schemaDescription';

/** Whether error messages are about an optional feature. */
export function namesFeature(errors: string): boolean {
  return features.some(([, mark]) => mark.test(errors));
}

export const allFeatures: ReadonlySet<Feature> = new Set(features.map(([feature]) => feature));

/** Writes the introspection query with these features. */
export function introspectionQueryWith(included: ReadonlySet<Feature>): string {
  const options = features.map(([feature]) => [feature, included.has(feature)] as const);
  return getIntrospectionQuery({ descriptions: true, ...Object.fromEntries(options) });
}

/**
 * The features for the next attempt after a server rejected the query: without those named in its
 * errors, or without any if none is named. Undefined if there is none left to omit.
 */
export function fewerFeatures(
  requested: ReadonlySet<Feature>,
  errors: string,
): ReadonlySet<Feature> | undefined {
  if (requested.size === 0) return undefined;
  const named = features.filter(([feature, mark]) => requested.has(feature) && mark.test(errors));
  if (named.length === 0) return new Set();
  const rejected = new Set(named.map(([feature]) => feature));
  return new Set([...requested].filter((feature) => !rejected.has(feature)));
}
