/** Calls that `leaksOf` makes. */
const calls = 1_000;

/**
 * Calls as several people in turn, 1,000 times at once. An answer contains `secret of NAME` for each owner
 * of what it shows.
 *
 * @returns the answers that show anything but what belongs to the caller.
 */
export async function leaksOf(
  call: (token: string, index: number) => Promise<string>,
  tokens: readonly (readonly [name: string, token: string])[],
): Promise<readonly string[]> {
  const answers = Array.from({ length: calls }, async (_, index) => {
    const [name = '', token = ''] = tokens[index % tokens.length] ?? [];
    const answer = await call(token, index);
    const owners = new Set([...answer.matchAll(/secret of (\w+)/g)].map(([, owner]) => owner));
    return owners.size === 1 && owners.has(name) ? [] : [answer];
  });
  return (await Promise.all(answers)).flat();
}
