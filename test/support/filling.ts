/** What a table is filled with, as SQL that both databases understand. */
export interface Filling {
  readonly table: string;
  readonly rows?: number;
  /** By column, what row n holds. */
  readonly columns: Readonly<Record<string, string | number>>;
}
