import type { RE2JS } from 're2js';
import { lazy } from '../../core/memo.ts';

/** A compiled regular expression. */
export interface Pattern {
  /** Returns whether some part of the text matches. */
  test(text: string): boolean;
}

/**
 * Compiles a pattern of an API, a configuration or a lock, so that matching takes time linear in the text.
 *
 * JavaScript's own engine takes exponential time for patterns such as `^(a+)+$`; RE2 takes linear time
 * for every pattern, and has no look-around, no back references and no counts above 1,000.
 *
 * @throws if RE2 does not support the pattern.
 */
export function compilePattern(pattern: string): Pattern {
  const engine = loadEngine();
  return engine.compile(engine.translateRegExp(pattern));
}

/** Loads RE2 at the first pattern, because few APIs have one. */
const loadEngine = lazy((): typeof RE2JS => {
  const { createRequire } = process.getBuiltinModule('node:module');
  const require = createRequire(import.meta.url);
  return (require('re2js') as typeof import('re2js')).RE2JS;
});
