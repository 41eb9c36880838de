/** One cell of a table: a text, a number, or nothing. */
export type Cell = string | number | null;

/** A row of cells, one for each word of the header. */
export type Row = readonly Cell[];

/** Writes a table as text that spreadsheets open. */
export type WriteTable = (header: readonly string[], rows: readonly Row[]) => string;

/** Writes further rows of a table, without a header. */
export type WriteRows = (rows: readonly Row[]) => string;
