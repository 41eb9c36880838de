import type { Row, WriteRows, WriteTable } from '../../../core/kernel/table.ts';
import type { FileResponse } from './response.ts';

export const CSV = 'text/csv; charset=utf-8';

/** Dependencies of a route that sends a table as CSV. */
export interface CsvNeeds {
  readonly csv: WriteTable;
}

/** A CSV file that the browser saves as `<name>.csv`. */
export const csvFile = (
  { csv }: CsvNeeds,
  name: string,
  header: readonly string[],
  rows: readonly Row[],
): FileResponse<typeof CSV> => ({
  content: Buffer.from(csv(header, rows)),
  fileName: `${name}.csv`,
  mediaType: CSV,
});

/** Dependencies of a route that sends a CSV table piece by piece. */
export interface CsvStreamNeeds extends CsvNeeds {
  readonly csvRows: WriteRows;
}

/** Sends a table that is too long for the memory. Reads further rows only after the previous rows have been sent. */
export const csvStream = (
  needs: CsvStreamNeeds,
  name: string,
  header: readonly string[],
  pieces: AsyncIterable<readonly Row[]>,
): FileResponse<typeof CSV> => ({
  content: textOf(needs, header, pieces),
  fileName: `${name}.csv`,
  mediaType: CSV,
});

async function* textOf(
  { csv, csvRows }: CsvStreamNeeds,
  header: readonly string[],
  pieces: AsyncIterable<readonly Row[]>,
) {
  yield csv(header, []);
  for await (const rows of pieces) yield csvRows(rows);
}
