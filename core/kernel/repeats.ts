/** The index of a row that repeats a key, and the index of the first row with this key. */
export interface Repeat {
  readonly index: number;
  readonly first: number;
}

/** Finds rows that have the key of an earlier row. Rows without a key are ignored. */
export function repeats<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null | undefined): readonly Repeat[] {
  const firsts = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const key = keyOf(row);
    if (key === undefined || key === null) return [];
    const first = firsts.get(key);
    if (first !== undefined) return [{ index, first }];
    firsts.set(key, index);
    return [];
  });
}
