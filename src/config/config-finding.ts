import type { ConfigCode } from './config-codes.ts';
import type { ConfigPath } from './config-source.ts';

/** What is wrong with options that are valid one by one; `{}` in the message is the option. */
export interface ConfigFinding {
  readonly code: ConfigCode;
  readonly path: ConfigPath;
  readonly message: string;
  readonly hint: string;
}

/** What a gateway is checked for beside its options. */
export interface CheckContext {
  /** Whether code brings what runs the operations, so that no endpoint is needed. */
  readonly hasExecutor: boolean;
}
