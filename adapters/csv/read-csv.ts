/** A cell in quotes, in which `""` is a quote, or one without; then a comma, the end of the line or of the text. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;

/**
 * Reads CSV (RFC 4180), with or without a byte order mark. Leaves out empty lines. Undefined if a quote is not closed,
 * or stands inside a cell without quotes.
 */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, plain = '', end] = CELL.exec(text) ?? [];
    if (end === undefined) return undefined;
    row.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end === ',' && CELL.lastIndex < text.length) continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
