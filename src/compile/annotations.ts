import type { ToolOptions } from '../config/upstream-options.ts';
import type { ToolAnnotations } from '../core/tool.ts';

/**
 * The hints of a tool, always all four.
 *
 * | hint              | query | mutation |
 * | ----------------- | ----- | -------- |
 * | `readOnlyHint`    | true  | false    |
 * | `destructiveHint` | false | true     |
 * | `idempotentHint`  | true  | false    |
 * | `openWorldHint`   | true  | true     |
 */
export function annotationsOf(
  kind: 'query' | 'mutation',
  options: Pick<ToolOptions, 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'>,
): ToolAnnotations {
  const reads = kind === 'query';
  const { readOnly = reads, openWorld = true } = options;
  const { destructive = !readOnly, idempotent = readOnly } = options;
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}
