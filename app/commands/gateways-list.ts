import { readCsv } from '../../adapters/csv/read-csv.ts';
import type { Calendar } from '../../core/kernel/calendar.ts';
import { type Paisa, parseRupees } from '../../core/kernel/money.ts';
import { type Instant, parseMoment, secondsAfter } from '../../core/kernel/time.ts';
import type { ListedMoney } from '../../core/refunds/ports.ts';

type Line = Omit<ListedMoney, 'gateway'>;

const LONGEST_REFERENCE = 100;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/**
 * Reads a gateway's own list: CSV with a reference, an amount in rupees and a moment on each line, and perhaps a first
 * line with names. A moment without an offset is a local time. Throws an error that names the line.
 */
export function readGatewaysList(text: string, calendar: Calendar): readonly Line[] {
  const rows = readCsv(text);
  if (!rows) throw new Error('The file is no CSV: a quote is not closed.');
  const [first] = rows;
  // A line with a moment is money: an amount that cannot be read must not pass for a name.
  const hasNames =
    first !== undefined && amountOf(first[1]) === undefined && momentOf(first[2] ?? '', calendar) === undefined;
  const lines = rows.slice(hasNames ? 1 : 0).map((row, index) => lineOf(row, index + (hasNames ? 2 : 1), calendar));
  const twice = lines.find(({ reference }, index) => lines.findIndex((one) => one.reference === reference) !== index);
  if (twice) throw new Error(`The reference ${twice.reference} stands there twice.`);
  return lines;
}

function lineOf(row: readonly string[], number: number, calendar: Calendar): Line {
  const [reference = '', rupees, moment = ''] = row;
  const [amount, at] = [amountOf(rupees), momentOf(moment, calendar)];
  const isWhole = reference !== '' && reference.length <= LONGEST_REFERENCE && amount !== undefined && amount > 0;
  if (!isWhole || at === undefined)
    throw new Error(`Line ${number} must have a reference, an amount above 0 and a moment: ${row.join(',')}`);
  return { reference, amount, at };
}

/** An amount, perhaps with commas between thousands or lakhs. A comma before paisa would be read as one of these. */
const AMOUNT = /^(?:NPR|Rs\.?)?\s*(\d+(?:(?:,\d{2,3})*,\d{3})?(?:\.\d+)?)$/i;

/** Reads rupees, which a list may write as `NPR 2,400.00`. */
function amountOf(text = ''): Paisa | undefined {
  const [, digits] = AMOUNT.exec(text) ?? [];
  return digits === undefined ? undefined : parseRupees(digits.replaceAll(',', ''));
}

function momentOf(text: string, calendar: Calendar): Instant | undefined {
  const [, day, time, seconds = '0'] = LOCAL.exec(text) ?? [];
  if (day === undefined || time === undefined) return parseMoment(text);
  const minute = calendar.at(day, time);
  return minute && secondsAfter(minute, Number(seconds));
}
