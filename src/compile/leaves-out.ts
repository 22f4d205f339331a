import type { Diagnostic } from '../core/diagnostic.ts';

/** Whether an error of reading or compiling leaves an operation out, or a file; a bad `#import` or glob does not. */
export function leavesOut({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && !/^(IMPORT|FILES)_/.test(code);
}
