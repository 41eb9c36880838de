/** The rows to fill a table with, as SQL for both databases. */
export interface Filling {
  readonly table: string;
  readonly rows?: number;
  /** The SQL of each column of row n. */
  readonly columns: Readonly<Record<string, string | number>>;
}
