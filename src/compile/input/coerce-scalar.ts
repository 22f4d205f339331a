import type { ScalarRule } from '../scalars.ts';
import { parseText } from './parse-text.ts';
import { expected, shown, type Problems, type ValuePath } from './value-problems.ts';
import { intRange } from './write-scalar.ts';

/** Turns a scalar as models send it into one that GraphQL takes. */
export function coerceScalar(
  given: unknown,
  rule: ScalarRule,
  path: ValuePath,
  problems: Problems,
): unknown {
  switch (rule.kind) {
    case 'string':
      return typeof given === 'string' ? given : refuse(given, rule, path, problems);
    case 'id':
      if (Number.isSafeInteger(given)) return String(given);
      return typeof given === 'string' ? given : refuse(given, rule, path, problems);
    case 'int':
      if (Number.isInteger(given) && !isInt(given as number)) {
        return problems.add(
          path,
          `Expected a whole number from ${intRange.minimum} to ${intRange.maximum}, received ${shown(given)}.`,
        );
      }
      return Number.isInteger(given) ? given : refuse(given, rule, path, problems);
    case 'integer':
      return Number.isInteger(given) ? given : refuse(given, rule, path, problems);
    case 'number':
      return Number.isFinite(given) ? given : refuse(given, rule, path, problems);
    case 'boolean':
      return typeof given === 'boolean' ? given : refuse(given, rule, path, problems);
    case 'json':
      return typeof given === 'string' ? parseText(given) : given;
    case 'upload':
    case 'schema':
      // the advertised schema says it all, and is checked in any case
      return given;
  }
}

function isInt(value: number): boolean {
  return value >= intRange.minimum && value <= intRange.maximum;
}

function refuse(given: unknown, rule: ScalarRule, path: ValuePath, problems: Problems): undefined {
  const shape = { kind: 'scalar', name: '', description: undefined, rule } as const;
  return problems.add(path, `Expected ${expected({ shape })}, received ${shown(given)}.`);
}
