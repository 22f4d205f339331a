import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOfIntrospection } from '../../../src/load/introspection/result.ts';

const sdl =
  '"""Film."""\ntype Film { id: ID @deprecated(reason: "old") }\ntype Query { film: Film }';

/** An introspection result with every value of a member replaced. */
function resultWith(member: string, value: unknown): unknown {
  const text = JSON.stringify(introspectionFromSchema(buildSchema(sdl)));
  return JSON.parse(text, (key, old: unknown) => (key === member && old !== null ? value : old));
}

describe('texts of an introspection result', () => {
  it.each([
    ['description', [], '"description" is a list instead of a text'],
    ['description', {}, '"description" is an object instead of a text'],
    ['deprecationReason', 7, '"deprecationReason" is a number instead of a text'],
    ['specifiedByURL', true, undefined],
    ['defaultValue', 1, '"defaultValue" is a number instead of a text'],
  ])('are refused if %s is %j', (member, value, problem) => {
    const result = schemaOfIntrospection(resultWith(member, value));
    const found = result.ok ? [] : result.diagnostics.map(({ code, message }) => [code, message]);
    expect(found).toEqual(
      problem === undefined
        ? []
        : [
            [
              'INTROSPECTION_RESULT_INVALID',
              `The introspection result is invalid or incomplete: ${problem}.`,
            ],
          ],
    );
  });
});
