import type { PrintedShift } from '../../core/counter/ports.ts';
import { type Paisa, toRupees } from '../../core/kernel/money.ts';
import { bytesOf, INK, openDocument, type Page, RULE, SOFT } from './document.ts';
import { fit, setLine, settable, widthOf } from './typesetting.ts';

/** The size of A5 upright, in points. */
const [WIDTH, HEIGHT] = [419.53, 595.28];
const [LEFT, RIGHT] = [36, WIDTH - 36];
const STEP = 20;

const money = (amount: Paisa): string => toRupees(amount).toFixed(2);

const PLAIN = { font: 'regular', size: 10, color: INK } as const;
const BOLD = { ...PLAIN, font: 'bold' } as const;

const rule = (page: Page, y: number, from = LEFT, to = RIGHT, color = RULE): void => {
  page.lineWidth(0.75).moveTo(from, y).lineTo(to, y).stroke(color);
};

/** Draws a text that somebody typed, made smaller or cut to fit its width. Returns the number of drawn lines. */
function putTyped(
  page: Page,
  text: string,
  baseline: number,
  { size, lines }: { size: number; lines: number },
): number {
  const font = 'regular' as const;
  const set = fit(page, settable(text) || '–', { font, size, least: 8, width: RIGHT - LEFT, lines });
  set.lines.forEach((line, index) => setLine(page, line, LEFT, baseline + index * 14, { ...PLAIN, size: set.size }));
  return set.lines.length;
}

/** The rows of the slip. Null stands for an amount that the person may not see, or that is not known yet. */
function rowsOf(shift: PrintedShift): readonly (readonly [name: string, value: string, isBold?: boolean])[] {
  const { sums } = shift;
  const shown = (amount: Paisa | null | undefined): string =>
    amount === null || amount === undefined ? '–' : money(amount);
  return [
    ['Opened', shift.openedAt],
    ['Closed', shift.closedAt ?? 'still open'],
    ['Tickets sold', sums ? String(sums.tickets) : '–'],
    ['Opening cash', money(shift.openingCash)],
    ['Cash sales', shown(sums?.cash)],
    ['Cash paid back', shown(sums?.paidBack)],
    ['Expected cash', shown(sums?.expected), true],
    ['Counted cash', shown(shift.counted), true],
    ['Difference', shown(shift.difference), true],
    ['Paid by QR of the company', shown(sums?.qr)],
    ['Paid by Fonepay QR', shown(sums?.codes)],
    ['Refunds in all, cash and QR', shown(sums?.refunded)],
  ];
}

/** Draws the slip that a seller signs when the till is handed over. */
export async function drawShift(shift: PrintedShift): Promise<Uint8Array> {
  const title = `Shift ${shift.number}`;
  const page = openDocument({ size: [WIDTH, HEIGHT], title, author: shift.companyName });
  setLine(page, title, LEFT, 56, { ...BOLD, size: 22 });
  rule(page, 66, LEFT, RIGHT, INK);
  putTyped(page, shift.companyName, 88, { size: 13, lines: 1 });
  putTyped(page, shift.staffName, 106, { size: 11, lines: 1 });

  let baseline = 136;
  for (const [name, value, isBold] of rowsOf(shift)) {
    const look = isBold ? BOLD : PLAIN;
    setLine(page, name, LEFT, baseline, isBold ? BOLD : { ...PLAIN, color: SOFT });
    setLine(page, value, RIGHT - widthOf(page, value, look), baseline, look);
    rule(page, baseline + 6);
    baseline += STEP;
  }
  setLine(page, 'Amounts are in Nepalese rupees (NPR). Times are local.', LEFT, baseline, {
    ...PLAIN,
    size: 8,
    color: SOFT,
  });
  if (shift.note !== null) {
    setLine(page, 'Note', LEFT, baseline + 22, { ...PLAIN, color: SOFT });
    putTyped(page, shift.note, baseline + 38, { size: 10, lines: 5 });
  }
  const foot = HEIGHT - 52;
  const middle = WIDTH / 2;
  rule(page, foot, LEFT, middle - 12, INK);
  rule(page, foot, middle + 12, RIGHT, INK);
  setLine(page, 'Signature of the seller', LEFT, foot + 14, { ...PLAIN, size: 9, color: SOFT });
  setLine(page, 'Received by', middle + 12, foot + 14, { ...PLAIN, size: 9, color: SOFT });
  return bytesOf(page);
}
