import { oneLineOf } from '../../kernel/text.ts';

/** One value of a row. Null is an empty value. */
export type FeedValue = string | number | null;

const LINE_END = '\r\n';
/** Characters that would end a value without quotes. */
const NEEDS_QUOTES = /[",\r\n]/;

/** Writes rows as CSV (RFC 4180), each with its line end. */
export const csvLines = (rows: readonly (readonly FeedValue[])[]): string =>
  rows.map((row) => row.map(written).join(',') + LINE_END).join('');

function written(value: FeedValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A name as a value. GTFS forbids line breaks in values, and blanks at their ends. */
export const nameValue = (text: string): string => oneLineOf(text);
