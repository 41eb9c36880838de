/** One cell of a table: a text, a number, or null for an empty cell. */
export type Cell = string | number | null;

/** A row of cells, one for each column of the header. */
export type Row = readonly Cell[];

/** Writes a table as text that spreadsheet programs open. */
export type WriteTable = (header: readonly string[], rows: readonly Row[]) => string;

/** Writes more rows of a table, without a header. */
export type WriteRows = (rows: readonly Row[]) => string;
