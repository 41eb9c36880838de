import PDFDocument from 'pdfkit';
import type { Ticket } from '../../core/tickets/ports.ts';
import { FONTS } from './fonts.ts';
import type { FontName } from './fonts.ts';
import { drawQr } from './qr-code.ts';
import { fit, setLine, settable, widthOf } from './typesetting.ts';

type Page = PDFKit.PDFDocument;

/** A5 in landscape, in points. */
const [WIDTH, HEIGHT] = [595.28, 419.53];
const MARGIN = 30;
const STUB = { left: 414, width: WIDTH - MARGIN - 414 };
const BODY = { left: MARGIN, width: 352 };
const BAND = 74;

const INK = '#14213d';
const SOFT = '#5b6577';
const RULE = '#d5dae3';
const ACCENT = '#c8143c';
const ON_BAND = '#c3cee3';
const WHITE = '#ffffff';

const STATUS_COLORS: Readonly<Partial<Record<Ticket['status'], string>>> = {
  CONFIRMED: '#1b7a3d',
  CHECKED_IN: '#1d5fa8',
  COMPLETED: SOFT,
};

interface Space {
  readonly left: number;
  /** Baseline of a single line. */
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

/** Sets a text into its space. Two lines are centred on the baseline of one. */
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

/** A label, and its value `drop` points below. */
const field = (page: Page, name: string, value: string, { left, top, width, drop = 20 }: Cell, look: Look): void => {
  label(page, name, left, top);
  put(page, value, { left, baseline: top + drop, width }, look);
};

interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly drop?: number;
}

function drawBand(page: Page, { companyName, bookingCode }: Ticket): void {
  page.rect(0, 0, WIDTH, BAND).fill(INK);
  page.rect(0, BAND, WIDTH, 3).fill(ACCENT);
  label(page, 'Bus e-ticket', BODY.left, 25, ON_BAND);
  put(
    page,
    companyName,
    { left: BODY.left, baseline: 50, width: 280 },
    { font: 'bold', size: 22, least: 12, color: WHITE, lines: 2 },
  );

  const code = { font: 'bold', size: 27, color: WHITE } as const;
  const left = WIDTH - MARGIN - widthOf(page, bookingCode, code);
  label(page, 'Booking code', left, 25, ON_BAND);
  setLine(page, bookingCode, left, 53, code);
}

const ARROW = 30;
const GAP = 12;

/** Both cities on one line, as large as fits; if that is too small, one below the other. */
function drawRoute(page: Page, { sourceCity, destinationCity }: Ticket): void {
  const [from, to] = [settable(sourceCity), settable(destinationCity)];
  const [largest, least] = [30, 17];
  const natural =
    widthOf(page, from, { font: 'bold', size: largest }) + widthOf(page, to, { font: 'bold', size: largest });
  const room = BODY.width - ARROW - 2 * GAP;
  const size = Math.min(largest, (largest * room) / natural);
  const baseline = 127;
  if (size < least) {
    const look = { font: 'bold', size: least, least: 10 } as const;
    put(page, from, { left: BODY.left, baseline: 113, width: BODY.width }, look);
    drawArrow(page, BODY.left, 136 - 5);
    put(page, to, { left: BODY.left + ARROW + GAP, baseline: 136, width: BODY.width - ARROW - GAP }, look);
    return;
  }
  const after = BODY.left + setLine(page, from, BODY.left, baseline, { font: 'bold', size, color: INK }) + GAP;
  drawArrow(page, after, baseline - size * 0.27);
  setLine(page, to, after + ARROW + GAP, baseline, { font: 'bold', size, color: INK });
}

function drawArrow(page: Page, left: number, middle: number): void {
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
}

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The weekday of a local time `YYYY-MM-DD HH:MM`. */
const weekday = (local: string): string => weekdays.format(new Date(`${local.slice(0, 10)}T00:00:00Z`));

function drawBody(page: Page, ticket: Ticket): void {
  drawRoute(page, ticket);
  const wide = { left: BODY.left, width: 200 };
  const narrow = { left: BODY.left + 214, width: BODY.width - 214 };

  field(
    page,
    `Departure · ${weekday(ticket.departure)}`,
    ticket.departure,
    { ...wide, top: 166, drop: 26 },
    { font: 'bold', size: 24, least: 24, color: ACCENT },
  );
  field(
    page,
    `Arrival · ${weekday(ticket.arrival)}`,
    ticket.arrival,
    { ...narrow, top: 166, drop: 26 },
    { font: 'regular', size: 15, least: 15 },
  );
  rule(page, 209);
  field(
    page,
    'Passenger',
    ticket.passengerName,
    { ...BODY, top: 232 },
    { font: 'bold', size: 17, least: 11, lines: 2 },
  );
  field(page, 'Seats', ticket.seats, { ...wide, top: 281 }, { font: 'bold', size: 17, least: 10, lines: 2 });
  field(
    page,
    'Amount paid',
    `NPR ${(ticket.amountPaid / 100).toFixed(2)}`,
    { ...narrow, top: 281 },
    { font: 'bold', size: 17, least: 9 },
  );
  field(page, 'Bus', ticket.busName, { ...wide, top: 330 }, { font: 'regular', size: 14, least: 9.5, lines: 2 });
  field(
    page,
    'Registration',
    ticket.registrationNo,
    { ...narrow, top: 330 },
    { font: 'regular', size: 14, least: 9.5, lines: 2 },
  );
}

const rule = (page: Page, y: number): void => {
  page
    .lineWidth(0.75)
    .moveTo(BODY.left, y)
    .lineTo(BODY.left + BODY.width, y)
    .stroke(RULE);
};

function drawStub(page: Page, { token, status }: Ticket): void {
  const fold = STUB.left - 16;
  page
    .lineWidth(1)
    .dash(3, { space: 4 })
    .moveTo(fold, BAND + 14)
    .lineTo(fold, 364)
    .stroke(RULE)
    .undash();
  drawQr(page, token, STUB.left, 96, STUB.width);

  const text = status.replace('_', ' ');
  const look = { font: 'bold', size: 13, color: WHITE } as const;
  page.roundedRect(STUB.left + 12, 262, STUB.width - 24, 26, 13).fill(STATUS_COLORS[status] ?? SOFT);
  setLine(page, text, STUB.left + (STUB.width - widthOf(page, text, look)) / 2, 279.5, look);

  centred(page, ['Show this code to the crew', 'when you board.'], 312);
}

function centred(page: Page, lines: readonly string[], baseline: number): void {
  const look = { font: 'regular', size: 9.5, color: SOFT } as const;
  lines.forEach((line, index) =>
    setLine(page, line, STUB.left + (STUB.width - widthOf(page, line, look)) / 2, baseline + index * 13, look),
  );
}

function drawFoot(page: Page): void {
  page
    .lineWidth(0.75)
    .moveTo(MARGIN, 380)
    .lineTo(WIDTH - MARGIN, 380)
    .stroke(RULE);
  label(
    page,
    'Please be at the stop in good time, and keep this ticket until the end of your journey. All times are local times.',
    MARGIN,
    398,
  );
}

/** Every PDF holds its creation date. A fixed one makes the PDFs of equal tickets equal to the byte. */
const CREATED = new Date(Date.UTC(2000, 0, 1));

/** Draws a ticket: who travels where, when and on which seats, and the QR code that proves it. */
export async function drawTicket(ticket: Ticket): Promise<Uint8Array> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    font: FONTS.regular as unknown as string, // pdfkit takes a parsed font, which its types do not know yet
    info: {
      Title: `Bus ticket ${ticket.bookingCode}`,
      Author: settable(ticket.companyName),
      Creator: 'Bus Ticket',
      Producer: 'Bus Ticket',
      CreationDate: CREATED,
    },
  });
  for (const [name, font] of Object.entries(FONTS)) page.registerFont(name, font as unknown as string);

  drawBand(page, ticket);
  drawBody(page, ticket);
  drawStub(page, ticket);
  drawFoot(page);
  page.end();
  const chunks = (await page.toArray()) as readonly Uint8Array[];
  return Buffer.concat(chunks);
}
