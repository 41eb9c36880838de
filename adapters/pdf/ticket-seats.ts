import type { Ticket, TicketSeat } from '../../core/tickets/ports.ts';
import { FORMATS } from '../language/formats.ts';
import { type Page, INK, SOFT } from './document.ts';
import { type Element, group, read } from './tagging.ts';
import { type TicketWords, TICKET_WORDS } from './ticket-words.ts';
import { fit, nameOrCode, setLine, settable, type Style, widthOf } from './typesetting.ts';

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

const SMALL = { font: 'regular', size: 8.5, color: SOFT } as const;
/** The height of a row, the number of rows in a column, and the most passengers in the two columns. */
const [ROW, ROWS, MOST] = [27, 3, 6];
const GAP = 12;

/** Draws the passengers of a ticket: a name for each seat, or the number of places. */
export function drawSeats(page: Page, whole: Element, ticket: Ticket, area: Area): void {
  const words = TICKET_WORDS[ticket.language];
  const { left, top, width } = area;
  const isList = ticket.seats.length > 0 && ticket.seats.length <= MOST;
  const after = left + widthOf(page, words.seats, SMALL) + 6;
  read(page, whole, 'P', () => setLine(page, words.seats, left, top, SMALL));
  read(page, whole, 'P', () => {
    const room = isList
      ? ({ font: 'bold', size: 11, least: 7, width: left + width - after, lines: 1 } as const)
      : ({ font: 'bold', size: 17, least: 10, width, lines: 3 } as const);
    const { size, lines } = fit(page, settable(numbersOf(ticket, words)), room);
    lines.forEach((line, index) =>
      setLine(page, line, isList ? after : left, isList ? top : top + 24 + index * size * 1.25, {
        font: 'bold',
        size,
        color: INK,
      }),
    );
  });
  if (isList) drawList(page, whole, ticket, { ...area, top: top + 23 }, words);
}

/** The seat numbers, such as `A1, A2`. For a bus without a seat map, the number of seats, such as `2 seats`. */
const numbersOf = ({ seats, places, language }: Ticket, words: TicketWords): string =>
  seats.length > 0 ? seats.map(({ seat }) => seat).join(', ') : words.places(places, FORMATS[language].count(places));

/** Lists the passengers below each other. The second column begins with the fourth passenger. */
function drawList(
  page: Page,
  whole: Element,
  { seats, bookingCode: code }: Ticket,
  { left, top, width }: Area,
  words: TicketWords,
): void {
  const column = seats.length > ROWS ? (width - GAP) / 2 : width;
  group(page, whole, 'L', (list) =>
    seats.forEach((seat, index) => {
      const at = { left: left + Math.floor(index / ROWS) * (column + GAP), top: top + (index % ROWS) * ROW };
      group(page, list, 'LI', (item) => drawPassenger(page, item, seat, { ...at, width: column }, words, code));
    }),
  );
}

function drawPassenger(
  page: Page,
  item: Element,
  { seat, name, boardingPoint }: TicketSeat,
  { left, top, width }: Area,
  { getsOn }: TicketWords,
  code: string,
): void {
  const number = fit(page, settable(seat), { font: 'bold', size: 15, least: 7, width: 46, lines: 1 });
  const bold = { font: 'bold', size: number.size, color: INK } as const;
  read(page, item, 'Lbl', () => setLines(page, number.lines, left, top + 4, bold));
  const at = left + Math.max(34, widthOf(page, number.lines[0] ?? '', bold) + 8);
  const room = left + width - at;
  const isAlone = boardingPoint === '';
  const who = fit(page, settable(nameOrCode(name, code, 'regular')) || '–', {
    font: 'regular',
    size: 12,
    least: 8,
    width: room,
    lines: 1,
  });
  group(page, item, 'LBody', (body) => {
    const regular = { font: 'regular', size: who.size, color: INK } as const;
    read(page, body, 'P', () => setLines(page, who.lines, at, isAlone ? top + 3 : top - 1, regular));
    if (isAlone) return;
    const where = fit(page, settable(getsOn(boardingPoint)), { ...SMALL, least: 6.5, width: room, lines: 1 });
    read(page, body, 'P', () => setLines(page, where.lines, at, top + 10, { ...SMALL, size: where.size }));
  });
}

/** Sets the only line of a text that is fitted to one line, if it has one. */
function setLines(page: Page, lines: readonly string[], left: number, baseline: number, style: Style): void {
  for (const line of lines) setLine(page, line, left, baseline, style);
}
