import type { JsonSchema } from '../core/json-schema.ts';
import type { Profile } from '../core/tool.ts';
import type { SurfaceTool } from './surface.ts';

/**
 * The schema of the calls that the gateway takes, which is not in every profile the schema it shows.
 *
 * | profile  | the gateway                                                                       |
 * | -------- | --------------------------------------------------------------------------------- |
 * | all      | holds `@oneOf` to exactly one member, where the schema says it in words            |
 * | `openai` | takes a call without an argument that may be null, though the schema requires it  |
 * | `gemini` | refuses members that the schema does not name, though the schema is open          |
 *
 * @param withExactlyOne whether the first line counts.
 */
export function contractInputOf(
  { inputSchema, inside }: SurfaceTool,
  profile: Profile | undefined,
  withExactlyOne = true,
): JsonSchema {
  const exactlyOne = new Set(withExactlyOne ? inside?.exactlyOne : []);
  const isPlain = exactlyOne.size === 0 && profile !== 'openai' && profile !== 'gemini';
  return isPlain ? inputSchema : write({ profile, exactlyOne }, inputSchema, '');
}

interface Rules {
  readonly profile: Profile | undefined;
  readonly exactlyOne: ReadonlySet<string>;
}

function write(rules: Rules, schema: JsonSchema, path: string): JsonSchema {
  const { properties, items, required } = schema;
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) =>
      [name, write(rules, member, path === '' ? name : `${path}.${name}`)] as const,
  );
  const { profile, exactlyOne } = rules;
  const isDescribed = path === '' || members.length > 0;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: write(rules, items, `${path}[]`) }),
    ...(profile === 'gemini' && properties && isDescribed && { additionalProperties: false }),
    ...(profile === 'openai' &&
      required && { required: required.filter((name) => !isNullable(properties?.[name])) }),
    ...(exactlyOne.has(path) && { minProperties: 1, maxProperties: 1 }),
  };
}

function isNullable(schema: JsonSchema | undefined): boolean {
  const types = [schema?.type ?? []].flat();
  return types.includes('null') || (schema?.anyOf ?? []).some(isNullable);
}
