/** Reads all rows in batches, ordered by id. `read` returns the next rows whose id is greater than `after`. */
export async function* batches<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const batch = await read(after);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}
