import { type Paisa, minus, NOTHING, toRupees } from '../../core/kernel/money.ts';
import type { PrintedLine, PrintedStatement } from '../../core/ledger/statement-ports.ts';
import { type Page, bytesOf, INK, openDocument, RULE, SOFT } from './document.ts';
import type { FontName } from './fonts.ts';
import { fit, setLine, settable, widthOf } from './typesetting.ts';

/** The size of A4 upright, in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const [LEFT, RIGHT] = [50, WIDTH - 45];
/** The top of the table on the first page, the top on other pages, and the last baseline. All in points. */
const [FIRST_TOP, NEXT_TOP, BOTTOM] = [332, 84, 772];
const STEP = 15;
const FOOT = 806;

const SHADE = '#f1f3f7';

/** Columns of the table: the left edge of a text, or the right edge of an amount. */
const CODE = LEFT + 6;
const DEPARTURE = 162;
const KIND = 268;
const GROSS = 392;
const COMMISSION = 466;
const NET = RIGHT - 6;

const KINDS = {
  EARNED: 'Earned',
  CANCELLATION: 'Cancellation',
  RECEIPT: 'Paid by company',
  ADJUSTMENT: 'Adjustment',
  CHANGE: 'Change',
  SALE: 'Sale',
  GOODWILL: 'Goodwill',
  PAYMENT: 'Payment',
} as const satisfies Record<PrintedLine['kind'], string>;

const money = (amount: Paisa): string => toRupees(amount).toFixed(2);

interface Look {
  readonly font?: FontName;
  readonly size?: number;
  readonly color?: string;
}

const styled = ({ font = 'regular', size = 9, color = INK }: Look) => ({ font, size, color });

const put = (page: Page, text: string, left: number, baseline: number, look: Look = {}): number =>
  setLine(page, text, left, baseline, styled(look));

const putRight = (page: Page, text: string, right: number, baseline: number, look: Look = {}): number =>
  put(page, text, right - widthOf(page, text, styled(look)), baseline, look);

const rule = (page: Page, y: number, from = LEFT, to = RIGHT, color = RULE): void => {
  page.lineWidth(0.75).moveTo(from, y).lineTo(to, y).stroke(color);
};

/** Draws a name that somebody typed, on at most two lines. */
function putName(page: Page, text: string, baseline: number, width: number): void {
  const [size, font] = [17, 'bold'] as const;
  const set = fit(page, settable(text) || '–', { font, size, least: 11, width, lines: 2 });
  set.lines.forEach((line, index) =>
    put(page, line, LEFT, baseline + index * set.size * 1.2, { font, size: set.size }),
  );
}

function drawHead(page: Page, statement: PrintedStatement): void {
  put(page, 'Statement', LEFT, 64, { font: 'bold', size: 24 });
  putRight(page, statement.number, RIGHT, 64, { font: 'bold', size: 15 });
  rule(page, 76, LEFT, RIGHT, INK);

  putName(page, statement.name, 104, 300);
  if (statement.panNo !== undefined) put(page, `PAN ${statement.panNo ?? '–'}`, LEFT, 142, { size: 10, color: SOFT });
  const facts: readonly (readonly [string, string])[] = [
    ['Period', `${statement.from} to ${statement.until}`],
    ['Made on', statement.madeOn],
    ['Status', statement.paidOn === null ? statement.status : `${statement.status} on ${statement.paidOn}`],
    ...(statement.reference === undefined ? [] : [['Reference', settable(statement.reference ?? '–')] as const]),
  ];
  facts.forEach(([name, value], index) => {
    const baseline = 104 + index * 16;
    put(page, name, 372, baseline, { size: 9.5, color: SOFT });
    const { lines, size } = fit(page, value, { ...WORDS, width: RIGHT - 428, lines: 1 });
    lines.forEach((line) => put(page, line, 428, baseline, { size }));
  });
}

const WORDS = { font: 'regular', size: 9.5, least: 6 } as const;

interface SumWords {
  readonly opening: string;
  /** Describes the sum of so many lines. */
  readonly net: (lines: string) => string;
  readonly setOff: string;
  readonly owed: string;
  readonly owing: string;
}

/** The words beside the sums. `owed` stands beside a total that is not negative, `owing` beside a negative one. */
const SUM_WORDS: Readonly<Record<PrintedStatement['of'], SumWords>> = {
  COMPANY: {
    opening: 'Opening balance: owed by the company from earlier statements',
    net: (lines) => `Earned with ${lines} below, after commission`,
    setOff: 'Less cash held: sales in cash and by QR, after refunds paid in cash',
    owed: 'Total: to be paid to the company',
    owing: 'Total: owed by the company, set off on its next statement',
  },
  AGENT: {
    opening: 'Opening balance: the total of the statement before',
    net: (lines) => `Owed by ${lines} below, after commission`,
    setOff: 'Less payments',
    owed: 'Total: to be paid by the agent',
    owing: 'Total: in favour of the agent',
  },
};

/** Draws three amounts, and the total that follows from them. */
function drawSums(page: Page, { of, sums, lines }: PrintedStatement): void {
  const words = SUM_WORDS[of];
  const count = lines.filter(({ kind }) => kind !== 'PAYMENT').length;
  const rows: readonly (readonly [string, Paisa])[] = [
    [words.opening, sums.openingBalance],
    [words.net(`${count} ${count === 1 ? 'line' : 'lines'}`), sums.net],
    [words.setOff, minus(NOTHING, sums.setOff)],
  ];
  page.rect(LEFT, 184, RIGHT - LEFT, 112).fill(SHADE);
  rows.forEach(([name, amount], index) => {
    const baseline = 205 + index * 19;
    put(page, name, LEFT + 12, baseline, { size: 10 });
    putRight(page, money(amount), RIGHT - 12, baseline, { size: 10 });
  });
  rule(page, 256, LEFT + 12, RIGHT - 12, INK);
  put(page, sums.total < 0 ? words.owing : words.owed, LEFT + 12, 279, { font: 'bold', size: 12 });
  putRight(page, `NPR ${money(sums.total)}`, RIGHT - 12, 279, { font: 'bold', size: 14 });
  put(page, 'All amounts are in Nepalese rupees (NPR). Departures are local times.', LEFT, 314, {
    size: 8,
    color: SOFT,
  });
}

/** Draws the column names of the table, on every page. */
function drawColumns(page: Page, top: number): void {
  page.rect(LEFT, top - 14, RIGHT - LEFT, 20).fill(INK);
  const look = { font: 'bold', color: '#ffffff' } as const;
  put(page, 'Booking', CODE, top, look);
  put(page, 'Departure', DEPARTURE, top, look);
  put(page, 'Kind', KIND, top, look);
  putRight(page, 'Gross', GROSS, top, look);
  putRight(page, 'Commission', COMMISSION, top, look);
  putRight(page, 'Net', NET, top, look);
}

function drawAmounts(
  page: Page,
  { gross, commission, net }: PrintedStatement['columns'],
  baseline: number,
  look: Look,
) {
  putRight(page, money(gross), GROSS, baseline, look);
  putRight(page, money(commission), COMMISSION, baseline, look);
  putRight(page, money(net), NET, baseline, look);
}

function drawLine(page: Page, line: PrintedLine, baseline: number): void {
  const code = fit(page, settable(line.bookingCode ?? '–'), { ...WORDS, width: DEPARTURE - CODE - 6, lines: 1 });
  code.lines.forEach((text) => put(page, text, CODE, baseline, { size: Math.min(code.size, 9) }));
  put(page, line.departure ?? '–', DEPARTURE, baseline);
  put(page, KINDS[line.kind], KIND, baseline);
  drawAmounts(page, line, baseline, {});
}

function drawColumnSums(page: Page, columns: PrintedStatement['columns'], baseline: number): void {
  rule(page, baseline - 11, LEFT, RIGHT, INK);
  put(page, 'Sum', CODE, baseline, { font: 'bold' });
  drawAmounts(page, columns, baseline, { font: 'bold' });
}

/** A page of the table. The last page also has the row with the sums. */
interface Sheet {
  readonly top: number;
  readonly lines: readonly PrintedLine[];
  readonly hasSums: boolean;
}

const rowsBelow = (top: number): number => Math.floor((BOTTOM - top) / STEP);

/** Divides the lines among pages. The row with the sums follows the last line. */
function sheetsOf(lines: readonly PrintedLine[]): readonly Sheet[] {
  const sheets: Sheet[] = [];
  let done = 0;
  for (let rows = lines.length + 1; rows > 0; rows -= rowsBelow(sheets.at(-1)?.top ?? 0)) {
    const top = sheets.length === 0 ? FIRST_TOP : NEXT_TOP;
    const taken = lines.slice(done, done + rowsBelow(top));
    sheets.push({ top, lines: taken, hasSums: rows <= rowsBelow(top) });
    done += taken.length;
  }
  return sheets;
}

/**
 * Draws the foot on every page. The foot names the statement and the service, so that a single sheet can be identified.
 */
function drawFoot(page: Page, { number, issuer }: PrintedStatement, at: string): void {
  rule(page, FOOT - 13);
  const whose = settable(`${number} · ${issuer.name} · ${issuer.url}`);
  const room = { font: 'regular', size: 8, least: 6, width: RIGHT - LEFT - 80, lines: 1 } as const;
  const { lines, size } = fit(page, whose, room);
  lines.forEach((line) => put(page, line, LEFT, FOOT, { size, color: SOFT }));
  putRight(page, at, RIGHT, FOOT, { size: 8, color: SOFT });
}

/** Draws a statement for accountants: what a company earned or an agent owes, line by line, and the total. */
export async function drawStatement(statement: PrintedStatement): Promise<Uint8Array> {
  const page = openDocument({
    size: [WIDTH, HEIGHT],
    title: `Statement ${statement.number}`,
    author: statement.name,
  });
  const sheets = sheetsOf(statement.lines);
  sheets.forEach(({ top, lines, hasSums }, index) => {
    if (index === 0) {
      drawHead(page, statement);
      drawSums(page, statement);
    } else {
      page.addPage();
      put(page, `Statement ${statement.number}`, LEFT, 50, { font: 'bold', size: 11 });
    }
    drawColumns(page, top);
    lines.forEach((line, row) => drawLine(page, line, top + (row + 1) * STEP + 3));
    if (hasSums) drawColumnSums(page, statement.columns, top + (lines.length + 1) * STEP + 5);
    drawFoot(page, statement, `Page ${index + 1} of ${sheets.length}`);
  });
  return bytesOf(page);
}
