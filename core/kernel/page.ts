/**
 * Lists that are too long for one answer are read page by page. A page begins after the last row of the one before,
 * which is found by its key: rows that are added meanwhile neither repeat nor hide others.
 */

/** The values by which a list is sorted, of one row; the last is unique. */
export type Position = readonly (string | number)[];

export interface Page {
  readonly limit: number;
  /** Only rows behind this position. */
  readonly after?: Position;
}

export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined if this is the last. */
  readonly next: Position | undefined;
}

/** A page of rows that were read with one more than the page holds, which tells whether there are more. */
export function listingOf<Row>(
  rows: readonly Row[],
  { limit }: Page,
  positionOf: (row: Row) => Position,
): Listing<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > limit ? positionOf(last) : undefined };
}

/** As many as are read at once where all are wanted. */
const MANY = 200;

/** The whole of a list that cannot be long. */
export async function wholeList<Row>(read: (page: Page) => Promise<Listing<Row>>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let page: Page | undefined = { limit: MANY }; page;) {
    const { rows, next }: Listing<Row> = await read(page);
    all.push(...rows);
    page = next && { limit: MANY, after: next };
  }
  return all;
}
