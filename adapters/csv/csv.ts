import type { Cell, WriteTable } from '../../core/kernel/table.ts';

/** Without it, spreadsheets take UTF-8 for the encoding of their country. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What would end a cell, were it not quoted. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A table as CSV (RFC 4180). A text that looks like a formula gets an apostrophe before it, so that a name somebody
 * typed never runs in the spreadsheet of somebody else. Numbers stay numbers: a spreadsheet is to add them up.
 */
export const csv: WriteTable = (header, rows) =>
  BYTE_ORDER_MARK + [header, ...rows].map((row) => row.map(written).join(',') + LINE_END).join('');

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
