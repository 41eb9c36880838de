/*
 * Long lists are read page by page. A page begins after the last row of the previous page, which is found by its sort
 * values. So rows that are added meanwhile make no other row appear twice or go missing.
 */

/** The position of a row in a sorted list: its sort values, in the order of sorting. The last value is unique. */
export type Position = readonly (string | number)[];

export interface Page {
  readonly limit: number;
  /** The position of the last row of the previous page: only later rows are returned. */
  readonly after?: Position;
}

export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** The position of the last row of this page, after which the next page begins; undefined on the last page. */
  readonly next: Position | undefined;
}

/** Makes a page from at most `limit + 1` rows. The additional row shows that there is a next page. */
export function listingOf<Row>(
  rows: readonly Row[],
  { limit }: Page,
  positionOf: (row: Row) => Position,
): Listing<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > limit ? positionOf(last) : undefined };
}

/** Rows per page when a whole list is read. */
const MANY = 200;

/** Reads a whole list, page by page. */
export async function wholeList<Row>(
  read: (page: Page) => Promise<Listing<Row>>,
  limit = MANY,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let page: Page | undefined = { limit }; page;) {
    const { rows, next }: Listing<Row> = await read(page);
    all.push(...rows);
    page = next && { limit, after: next };
  }
  return all;
}
