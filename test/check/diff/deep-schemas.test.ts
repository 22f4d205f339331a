import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { formatTypes } from '../../../src/check/types.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import type { Surface, SurfaceTool } from '../../../src/check/surface/surface.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';
import type { JsonSchema, ObjectSchema } from '../../../src/core/json-schema.ts';

/** An object with a chain of definitions that ends in the leaf. */
function chained(length: number, leaf: JsonSchema): ObjectSchema {
  const definitions = Array.from({ length }, (_, index): [string, JsonSchema] => {
    const next = index === length - 1 ? leaf : { $ref: `#/$defs/d${index + 1}` };
    return [`d${index}`, { type: 'object', properties: { x: next }, required: ['x'] }];
  });
  return {
    type: 'object',
    properties: { data: { $ref: '#/$defs/d0' } },
    required: ['data'],
    $defs: Object.fromEntries(definitions),
  };
}

function surfaceWith(schemas: Pick<SurfaceTool, 'inputSchema' | 'outputSchema'>): Surface {
  const tool = {
    name: 'deep',
    title: 'Deep',
    description: 'Goes deep.',
    annotations: {},
    ...schemas,
  };
  const internal = {
    kind: 'query',
    operation: 'deep',
    operationHash: 'a',
    upstream: 'default',
    partialResults: 'REJECT',
    scopes: [],
    hidden: false,
    bound: [],
  } as const;
  return {
    tools: new Map([['deep', { ...tool, internal }]]),
    gateway: '1.0.0',
    schemas: new Map(),
  };
}

const nothing: ObjectSchema = { type: 'object', properties: {} };
const text = chained(5_000, { type: 'string' });
const textOrNull = chained(5_000, { type: ['string', 'null'], description: 'A text.' });

describe('schemas with a chain of 5,000 definitions', () => {
  it('are compared completely, and explained up to a limit', () => {
    const answers = [text, textOrNull].map((outputSchema) =>
      surfaceWith({ inputSchema: nothing, outputSchema }),
    ) as [Surface, Surface];
    const calls = [text, textOrNull].map((inputSchema) => surfaceWith({ inputSchema })) as [
      Surface,
      Surface,
    ];
    expect(diffCatalogs(...answers).map(({ code }) => code)).toEqual([
      'OUTPUT_WIDENED',
      'OUTPUT_VALUES_CHANGED',
    ]);
    expect(diffCatalogs(...calls).map(({ code }) => code)).toEqual([
      'INPUT_TEXT_CHANGED',
      'INPUT_WIDENED',
    ]);
  });

  it('are stored in a lock and read again unchanged', () => {
    const inputs = Array.from({ length: 5_000 }, (_, index) => {
      const next = index === 4_999 ? 'String' : `D${index + 1}`;
      return `input D${index} { x: ${next}! }`;
    });
    const sdl = `type Query { deep(d: D0!): Int }\n${inputs.join('\n')}`;
    const compiled = compileSources(sourcesOf(sdl, 'query Deep($d: D0!) { deep(d: $d) }'));
    const surface = surfaceOf(compiled.catalog, compiled);
    const lock = readLock(formatLock(surface), 'tools.lock.json');
    expect(diffCatalogs(lock, surface)).toEqual([]);
  });

  it('are written as types', () => {
    const types = formatTypes(surfaceWith({ inputSchema: nothing, outputSchema: text }));
    expect(types.match(/export type DeepResultd\d+ = /g)).toHaveLength(5_000);
  });
});
