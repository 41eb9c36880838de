/** Rows a statement: well below what either database binds at most. */
const BATCH = 1_000;

/** Does a piece of work on a thousand items at a time and answers the results of all. */
export async function inBatches<Item, Result>(items: readonly Item[], work: (batch: readonly Item[]) => Promise<readonly Result[]>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH) results.push(...await work(items.slice(start, start + BATCH)));
  return results;
}
