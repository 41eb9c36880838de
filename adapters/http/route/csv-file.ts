import type { Row, WriteTable } from '../../../core/kernel/table.ts';
import type { FileResponse } from './response.ts';

export const CSV = 'text/csv; charset=utf-8';

/** What a route needs that sends a table. */
export interface CsvNeeds {
  readonly csv: WriteTable;
}

/** A table to be saved as `<name>.csv`. */
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
