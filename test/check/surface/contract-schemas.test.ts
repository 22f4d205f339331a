import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createContractSchemas } from '../../../src/check/surface/contract-schemas.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { isJsonObject } from '../../../src/core/json.ts';
import { profiles, type Tool } from '../../../src/core/tool.ts';
import { seededChoices } from '../../support/choices.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { randomApi } from '../support/random-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

/** Removes what lists the values of enums and types in results: the lock stores them as coordinates. */
function withoutListings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutListings);
  if (!isJsonObject(schema)) return schema;
  const { description: _, examples: __, ...rest } = schema;
  return Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, withoutListings(value)]),
  );
}

/** Sorts lists without an order, and leaves empty ones out. */
function canonical(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(canonical);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const isSet = ['required', 'enum', 'type'].includes(keyword) && Array.isArray(value);
    return [keyword, isSet ? [...(value as readonly string[])].sort() : canonical(value)] as const;
  });
  return Object.fromEntries(entries);
}

function compiledContract(tool: Tool) {
  const { input, output } = tool.contract(parse(tool.operation.document));
  return { input, output };
}

/** Compares a contract with the one that the compiler wrote. */
function expectSame(
  tool: Tool,
  stored: { readonly input: JsonSchema; readonly output?: JsonSchema },
) {
  const { input, output } = compiledContract(tool);
  const { $defs: shared = {}, ...own } = stored.input;
  const { $defs: reached = {}, ...written } = input;
  expect(canonical(own)).toEqual(canonical(written));
  for (const [name, definition] of Object.entries(reached)) {
    expect(canonical(shared[name]), name).toEqual(canonical(definition));
  }
  expect(canonical(withoutListings(stored.output))).toEqual(canonical(withoutListings(output)));
}

it.each(profiles)('writes the contract that the compiler wrote, after a lock, in %s', (profile) => {
  const compiled = compileSources(sourcesOf(baseSdl, baseOperations), { profile });
  const lock = readLock(formatLock(surfaceOf(compiled.catalog, compiled)), 'tools.lock.json');
  const schemasOf = createContractSchemas(lock);
  expect(lock.tools.size).toBe(compiled.catalog.tools.size);
  for (const tool of compiled.catalog.tools.values()) {
    const locked = lock.tools.get(tool.name);
    const stored = locked && schemasOf(locked);
    if (!stored) throw new Error(`${tool.name} has no contract`);
    expectSame(tool, stored);
  }
});

it('writes the contracts of random APIs as the compiler does', () => {
  let compared = 0;
  for (let seed = 0; seed < 120; seed++) {
    const api = randomApi(seededChoices(seed), profiles[seed % profiles.length] ?? 'full');
    if (!api) continue;
    const lock = readLock(formatLock(api.surface), 'tools.lock.json');
    const locked = lock.tools.get(api.tool.name);
    const stored = locked && createContractSchemas(lock)(locked);
    if (!stored) throw new Error(`seed ${seed} has no contract`);
    expectSame(api.tool, stored);
    compared++;
  }
  expect(compared).toBeGreaterThan(60);
});
