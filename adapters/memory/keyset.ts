import { type Listing, type Page, type Position, listingOf } from '../../core/kernel/page.ts';

/** Orders two positions of the same list. */
function compare(one: Position, other: Position): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (against === undefined || value === against) continue;
    return value < against ? -1 : 1;
  }
  return 0;
}

/** Sorts the rows of a list and returns one page of them. */
export function listed<Row>(
  rows: readonly Row[],
  page: Page,
  positionOf: (row: Row) => Position,
  direction: 'asc' | 'desc',
): Listing<Row> {
  const sign = direction === 'asc' ? 1 : -1;
  const { after } = page;
  const behind = rows
    .filter((row) => after === undefined || compare(positionOf(row), after) * sign > 0)
    .sort((one, other) => compare(positionOf(one), positionOf(other)) * sign);
  return listingOf(behind.slice(0, page.limit + 1), page, positionOf);
}
