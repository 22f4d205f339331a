import { maxKeyLength } from './plain-parts.ts';
import type { ToolRule } from './seen-tool.ts';

/** What Claude's API accepts as a key of the root; it refuses the whole request otherwise. */
const rootKey = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Keys of arguments, at the root and within. */
export const argumentKeys: ToolRule = ({ inputSchema }, parts) => {
  const refused = Object.keys(inputSchema.properties).filter(
    (name) => !rootKey.test(name) || name === '__proto__',
  );
  // an input type that holds itself has its keys again, further in
  const long = new Map(
    parts
      .filter(({ path }) => path.length > 1 && (path.at(-1) ?? '').length > maxKeyLength)
      .map(({ path }) => [path.at(-1), path] as const)
      .reverse(),
  );
  return [
    ...refused.map((name) => ({
      severity: 'error' as const,
      code: 'ARGUMENT_NAME_INVALID' as const,
      message: `Model APIs refuse the argument name "${name}".`,
      hint: 'Give the argument a shorter name with @mcpParam(name:); at most 64 characters.',
    })),
    ...[...long.values()].reverse().map((path) => ({
      severity: 'warning' as const,
      code: 'ARGUMENT_KEY_LONG' as const,
      message: `Some model APIs refuse the key "${path.join('.')}", which is longer than ${maxKeyLength} characters.`,
      hint: 'Use an input type with shorter field names, where these clients matter.',
    })),
  ];
};
