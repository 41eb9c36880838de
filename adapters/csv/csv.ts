import type { Cell, WriteRows, WriteTable } from '../../core/kernel/table.ts';

/** The byte order mark of UTF-8. Without it, spreadsheets assume the encoding of their country. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Characters that start a formula in spreadsheets, including full-width characters. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/**
 * A part behind a semicolon that begins like a formula. Spreadsheets of many countries separate cells by semicolons.
 */
const FORMULA_BEHIND = /(;[^\S\t\r]*)(?=[=+\-@\t\r＝＋－＠])/g;
/** Digits that a spreadsheet would change: it drops leading zeros, and rounds beyond 15 digits. */
const CHANGED_DIGITS = /^(0\d+|\d{16,})$/;
/** Characters that would end a cell without quotes. */
const NEEDS_QUOTES = /[",;\r\n]/;

/**
 * Writes a table as CSV (RFC 4180). A text that looks like a formula gets an apostrophe before it. A typed name must
 * never run as a formula in a spreadsheet. Numbers get no apostrophe, so that a spreadsheet can add them up.
 */
export const csv: WriteTable = (header, rows) => BYTE_ORDER_MARK + csvRows([header, ...rows]);

/** Writes more rows of a table, without a header. */
export const csvRows: WriteRows = (rows) => rows.map((row) => row.map(written).join(',') + LINE_END).join('');

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const first = [FORMULA, CHANGED_DIGITS].some((risk) => risk.test(cell)) ? `'${cell}` : cell;
  const harmless = first.replace(FORMULA_BEHIND, "$1'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
