import type { Ticket } from '../../core/tickets/ports.ts';
import { FORMATS } from '../language/formats.ts';
import { type Page, ACCENT, bytesOf, INK, openDocument, RULE, SOFT, WHITE } from './document.ts';
import type { FontName } from './fonts.ts';
import { drawQr } from './qr-code.ts';
import { type Element, decorate, openStructure, read } from './tagging.ts';
import { drawSeats } from './ticket-seats.ts';
import { type TicketWords, phoneLines, TICKET_WORDS } from './ticket-words.ts';
import { fit, nameOrCode, setLine, settable, widthOf } from './typesetting.ts';

/** The size of A5 in landscape, in points. */
const [WIDTH, HEIGHT] = [595.28, 419.53];
const MARGIN = 30;
const STUB = { left: 414, width: WIDTH - MARGIN - 414 };
const BODY = { left: MARGIN, width: 352 };
const BAND = 74;
/** The line along which the stub is torn off. */
const FOLD = STUB.left - 16;

const ON_BAND = '#c3cee3';

const STATUS_COLORS: Readonly<Partial<Record<Ticket['status'], string>>> = {
  CONFIRMED: '#1b7a3d',
  CHECKED_IN: '#1d5fa8',
  COMPLETED: SOFT,
};

/** A ticket, and the page on which it is drawn. */
interface Drawn {
  readonly page: Page;
  readonly whole: Element;
  readonly words: TicketWords;
  readonly ticket: Ticket;
}

interface Space {
  readonly left: number;
  /** The baseline of a text on a single line. */
  readonly baseline: number;
  readonly width: number;
}

interface Look {
  readonly font: FontName;
  readonly size: number;
  readonly least: number;
  readonly color?: string;
  readonly lines?: number;
}

/** Sets a text into its space. If the text takes two lines, they are centred on the baseline of a single line. */
function put(
  page: Page,
  text: string,
  { left, baseline, width }: Space,
  { font, size, least, color = INK, lines = 1 }: Look,
): void {
  const set = fit(page, settable(text) || '–', { font, size, least, width, lines });
  const step = set.size * 1.2;
  const first = baseline - ((set.lines.length - 1) * step) / 2;
  set.lines.forEach((line, index) => setLine(page, line, left, first + index * step, { font, size: set.size, color }));
}

const label = (page: Page, text: string, left: number, baseline: number, color = SOFT): number =>
  setLine(page, text, left, baseline, { font: 'regular', size: 8.5, color });

interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly drop?: number;
}

interface Field {
  readonly name: string;
  readonly value: string;
  /** A line in small letters below the value of a field. */
  readonly more?: string;
}

/** Draws a label and, `drop` points below, a value. A small line may follow. */
const field = (
  { page, whole }: Drawn,
  { name, value, more }: Field,
  { left, top, width, drop = 20 }: Cell,
  look: Look,
): void => {
  read(page, whole, 'P', () => label(page, name, left, top));
  read(page, whole, 'P', () => put(page, value, { left, baseline: top + drop, width }, look));
  if (more === undefined) return;
  const small = { font: 'regular', size: 9, least: 6, color: SOFT } as const;
  read(page, whole, 'P', () => put(page, more, { left, baseline: top + drop + 14, width }, small));
};

function drawBand({ page, whole, words, ticket }: Drawn): void {
  const { companyName, bookingCode } = ticket;
  decorate(page, () => {
    page.rect(0, 0, WIDTH, BAND).fill(INK);
    page.rect(0, BAND, WIDTH, 3).fill(ACCENT);
  });
  read(page, whole, 'P', () => label(page, words.eTicket, BODY.left, 25, ON_BAND));
  const look = { font: 'bold', size: 22, least: 12, color: WHITE, lines: 2 } as const;
  read(page, whole, 'P', () => put(page, companyName, { left: BODY.left, baseline: 50, width: 280 }, look));
  const code = { font: 'bold', size: 27, color: WHITE } as const;
  const left = WIDTH - MARGIN - widthOf(page, bookingCode, code);
  read(page, whole, 'P', () => label(page, words.code, left, 25, ON_BAND));
  read(page, whole, 'P', () => setLine(page, bookingCode, left, 53, code));
}

const ARROW = 30;
const GAP = 12;

/** Draws both cities on one line, as large as fits. If the text would be too small, draws them one below the other. */
function drawRoute({ page, whole, ticket }: Drawn): void {
  const [from, to] = [settable(ticket.sourceCity), settable(ticket.destinationCity)];
  const heading = (draw: () => void) => read(page, whole, 'H1', draw, { actual: `${from} – ${to}` });
  const [largest, least] = [19, 13];
  const natural =
    widthOf(page, from, { font: 'bold', size: largest }) + widthOf(page, to, { font: 'bold', size: largest });
  const room = BODY.width - ARROW - 2 * GAP;
  const size = Math.min(largest, (largest * room) / natural);
  if (size < least) {
    const look = { font: 'bold', size: least, least: 8 } as const;
    const after = BODY.left + ARROW + GAP;
    heading(() => {
      put(page, from, { left: BODY.left, baseline: 95, width: BODY.width }, look);
      put(page, to, { left: after, baseline: 110, width: BODY.width - ARROW - GAP }, look);
    });
    drawArrow(page, BODY.left, 110 - 4);
    return;
  }
  const [baseline, style] = [106, { font: 'bold', size, color: INK } as const];
  const after = BODY.left + widthOf(page, from, style) + GAP;
  heading(() => {
    setLine(page, from, BODY.left, baseline, style);
    setLine(page, to, after + ARROW + GAP, baseline, style);
  });
  drawArrow(page, after, baseline - size * 0.27);
}

const drawArrow = (page: Page, left: number, middle: number): void =>
  decorate(page, () => {
    page.lineWidth(2).lineCap('round').lineJoin('round');
    page
      .moveTo(left, middle)
      .lineTo(left + ARROW, middle)
      .stroke(ACCENT);
    page
      .moveTo(left + ARROW - 6, middle - 6)
      .lineTo(left + ARROW, middle)
      .lineTo(left + ARROW - 6, middle + 6)
      .stroke(ACCENT);
  });

/** A local moment in the ticket's language, with the day in both calendars. */
function momentOf({ language }: Ticket, local: string): Omit<Field, 'name'> {
  const [date, time] = [local.slice(0, 10), local.slice(11)];
  const formats = FORMATS[language];
  const [more, value] =
    language === 'en'
      ? [[formats.day(date), formats.otherDay(date)], local]
      : [[formats.weekday(date), formats.otherDay(date)], `${formats.date(date)}, ${formats.time(time)}`];
  return { value, more: more.filter((text) => text !== '').join(' · ') };
}

/** Draws where and when the passenger gets on, which passengers look for first. */
function gettingOn({ words, ticket }: Drawn): Field {
  const { name, time } = ticket.gettingOn;
  return {
    name: words.gettingOn,
    value: `${FORMATS[ticket.language].time(time.slice(11))} · ${name}`,
    more: momentOf(ticket, time).more ?? '',
  };
}

function drawBody(drawn: Drawn): void {
  const { page, words, ticket } = drawn;
  drawRoute(drawn);
  field(
    drawn,
    gettingOn(drawn),
    { left: BODY.left, top: 122, width: BODY.width, drop: 31 },
    { font: 'bold', size: 28, least: 9, color: ACCENT },
  );
  rule(page, 172);
  const times = { top: 185, drop: 15, width: (BODY.width - GAP) / 2 };
  const look = { font: 'regular', size: 13, least: 10 } as const;
  const { value: departure } = momentOf(ticket, ticket.departure);
  const { value: arrival } = momentOf(ticket, ticket.arrival);
  field(drawn, { name: words.departure, value: departure }, { ...times, left: BODY.left }, look);
  field(drawn, { name: words.arrival, value: arrival }, { ...times, left: BODY.left + times.width + GAP }, look);
  rule(page, 208);
  drawSeats(page, drawn.whole, ticket, { ...BODY, top: 221 });
  rule(page, 316);
  field(
    drawn,
    { name: words.bookedBy, value: nameOrCode(ticket.passengerName, ticket.bookingCode, 'bold') },
    { left: BODY.left, top: 330, width: 120, drop: 19 },
    { font: 'bold', size: 13, least: 9, lines: 2 },
  );
  field(
    drawn,
    { name: words.bus, value: ticket.busName, more: ticket.registrationNo },
    { left: BODY.left + 132, top: 330, width: 122, drop: 17 },
    { font: 'regular', size: 13, least: 8 },
  );
  field(
    drawn,
    { name: words.paid, value: FORMATS[ticket.language].money(ticket.amountPaid) },
    { left: BODY.left + 266, top: 330, width: BODY.width - 266, drop: 19 },
    { font: 'bold', size: 15, least: 7 },
  );
}

const rule = (page: Page, y: number): void =>
  decorate(page, () => {
    page
      .lineWidth(0.75)
      .moveTo(BODY.left, y)
      .lineTo(BODY.left + BODY.width, y)
      .stroke(RULE);
  });

function drawStub({ page, whole, words, ticket }: Drawn): void {
  const { token, status } = ticket;
  decorate(page, () => {
    page.circle(FOLD, BAND + 3, 7).fill(WHITE);
    page
      .lineWidth(1.25)
      .dash(3, { space: 4 })
      .moveTo(FOLD, BAND + 16)
      .lineTo(FOLD, 366)
      .stroke(RULE)
      .undash();
  });
  read(page, whole, 'Figure', () => drawQr(page, token, STUB.left, 96, STUB.width), { alt: words.qrCode });
  decorate(page, () => {
    page.roundedRect(STUB.left + 12, 262, STUB.width - 24, 26, 13).fill(STATUS_COLORS[status] ?? SOFT);
  });
  centred({ page, whole }, [words.statuses[status]], 279.5, { font: 'bold', size: 13, color: WHITE });
  centred({ page, whole }, words.show, 312, { font: 'regular', size: 9.5, color: SOFT });
  phoneLines(words, ticket).forEach((text, index) => {
    const look = { font: index === 0 ? 'bold' : 'regular', size: index === 0 ? 10.5 : 8.5, least: 5 } as const;
    const { lines, size } = fit(page, settable(text), { ...look, width: STUB.width, lines: 1 });
    centred({ page, whole }, lines, (phoneLines(words, ticket).length < 2 ? 350 : 346) + index * 12, {
      font: look.font,
      size,
      color: INK,
    });
  });
}

/** Sets lines of one text below each other. A blank behind each line keeps its last word apart from the next line. */
function centred(
  { page, whole }: Pick<Drawn, 'page' | 'whole'>,
  lines: readonly string[],
  baseline: number,
  look: { readonly font: FontName; readonly size: number; readonly color: string },
): void {
  read(page, whole, 'P', () => {
    lines.forEach((line, index) => {
      const left = STUB.left + (STUB.width - widthOf(page, line, look)) / 2;
      setLine(page, index < lines.length - 1 ? `${line} ` : line, left, baseline + index * 13, look);
    });
  });
}

function drawFoot({ page, whole, words }: Drawn): void {
  decorate(page, () => {
    page
      .lineWidth(0.75)
      .moveTo(MARGIN, 380)
      .lineTo(WIDTH - MARGIN, 380)
      .stroke(RULE);
  });
  const space = { left: MARGIN, baseline: 396, width: WIDTH - 2 * MARGIN };
  read(page, whole, 'P', () => put(page, words.foot, space, { font: 'regular', size: 8.5, least: 6, color: SOFT }));
}

/** Draws a ticket: passengers, route, time, seats, and the QR code that the conductor scans. */
export async function drawTicket(ticket: Ticket): Promise<Uint8Array> {
  const words = TICKET_WORDS[ticket.language];
  const page = openDocument({
    size: [WIDTH, HEIGHT],
    title: words.title(ticket.bookingCode),
    author: ticket.companyName,
    createdAt: ticket.bookedAt,
    language: ticket.language,
    tagged: true,
  });
  const whole = openStructure(page);
  const drawn = { page, whole, words, ticket };
  drawBand(drawn);
  drawBody(drawn);
  drawStub(drawn);
  drawFoot(drawn);
  whole.end();
  return bytesOf(page);
}
