/** The number of files that are open at once; systems allow a process about a thousand. */
const atOnce = 64;

/** Runs `read` for all items, a bounded number at once; results are in the order of the items. */
export async function readAll<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(read))));
  }
  return results;
}
