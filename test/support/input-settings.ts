import fc from 'fast-check';
import type { CompileSettings } from '../../src/compile/model/settings.ts';
import { profiles } from '../../src/core/tool.ts';

const budgets = [
  {},
  { maxSchemaNodes: 40, maxSchemaBytes: 3_000 },
  { maxSchemaNodes: 12, maxSchemaBytes: 800 },
  { maxSchemaNodes: 1, maxSchemaBytes: 1 },
] as const;

/** Settings that input schemas depend on: every profile, with room for all, some or none of a type. */
export const inputSettings = fc
  .record({
    profile: fc.constantFrom(...profiles),
    budget: fc.constantFrom(...budgets),
  })
  .map(({ profile, budget }): Partial<CompileSettings> => ({ profile, ...budget }));
