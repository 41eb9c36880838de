/** The rows of a table, as SQL for both databases. */
export interface Filling {
  readonly table: string;
  readonly rows?: number;
  /** SQL for each column of row n. */
  readonly columns: Readonly<Record<string, string | number>>;
}
