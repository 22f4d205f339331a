/**
 * Runs every contender once a round, in turn, for several rounds: noise of the machine falls on all
 * of them. The first round only warms up, and is thrown away.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const result = await contenders[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}
