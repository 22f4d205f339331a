import { createSchemaCursor, type JsonSchema } from '../../core/json-schema.ts';
import { ungroupPlain } from '../operation/calls.ts';
import type { ContractPaths } from '../surface/contract-paths.ts';
import type { SurfaceTool } from '../surface/surface.ts';
import type { FoundChange } from './change.ts';

/** The paths in the contracts of two surfaces. */
export interface PathSides {
  readonly old: ContractPaths;
  readonly next: ContractPaths;
}

/**
 * Reports fields that are no longer selected on one type while other types still have them. If a result is
 * one object for all types, its schema does not show that: the field was optional, and still is.
 *
 * @param output the old schema of the result; undefined if it did not change.
 * @param found changes of the result that are reported already.
 */
export function diffTypeFields(
  old: SurfaceTool,
  next: SurfaceTool,
  paths: PathSides,
  output: JsonSchema | undefined,
  found: readonly FoundChange[],
): readonly FoundChange[] {
  if (!output) return [];
  const [before, after] = [old, next].map(({ internal }) => ungroupPlain(internal?.calls ?? {}));
  const reported = new Set(found.map(({ path }) => path));
  return [...(before ?? [])].flatMap(([key, calls]): readonly FoundChange[] => {
    const [, name, type] = /(?:^|\.)(\w+) on (\w+)$/.exec(key) ?? [];
    const isPlain = calls.every((call) => call === name);
    if (name === undefined || !isPlain || after?.has(key)) return [];
    const names = key.replaceAll(/ on \w+/g, '').split('.');
    const fieldsOf = (side: ContractPaths, tool: SurfaceTool) =>
      side.elements(tool, 'output', ['data', ...names].join('.'))[names.length - 1]?.fields;
    const [was, is] = [fieldsOf(paths.old, old), fieldsOf(paths.next, next)];
    const field = `${type}.${name}`;
    const isLost = was?.includes(field) && is && !is.includes(field);
    const path = instancePath(output, names);
    if (!isLost || reported.has(path)) return [];
    const message = `Result "${path}" was removed for objects of type ${type}.`;
    return [{ code: 'OUTPUT_FIELD_REMOVED', position: 'output', path, message }];
  });
}

/** Formats response names as a path, with a mark after each list. */
function instancePath(output: JsonSchema, names: readonly string[]): string {
  let cursor = createSchemaCursor(output).member('data');
  let path = 'data';
  for (const name of names) {
    while (cursor.schemas.some(({ items }) => items)) {
      cursor = cursor.items();
      path += '[]';
    }
    cursor = cursor.member(name);
    path += `.${name}`;
  }
  return path;
}
