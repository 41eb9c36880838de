import type { PrintedManifest, PrintedPassenger } from '../../core/boarding/ports.ts';
import { type Page, bytesOf, INK, openDocument, RULE } from './document.ts';
import { fit, nameOrCode, setLine, settable, widthOf } from './typesetting.ts';

/** The size of A4 upright, in points. */
const SIZE = [595.28, 841.89] as const;
const [LEFT, RIGHT] = [34, SIZE[0] - 34];
const [TOP, BOTTOM] = [140, 792];
/** The height of a row. Rows are large, so that a conductor can read them by the light of a bus. */
const ROW = 40;
const PER_PAGE = Math.floor((BOTTOM - TOP) / ROW);
const FOOT = 816;

/** Left edges and widths of the columns, in points. */
const BOX = { left: LEFT, size: 20 };
const SEAT = { left: 64, width: 62 };
const NAME = { left: 130, width: 196 };
const POINTS = { left: 334, width: RIGHT - 334 };

interface Space {
  readonly left: number;
  readonly width: number;
}

function put(page: Page, text: string, { left, width }: Space, baseline: number, size: number, isBold = false): void {
  const font = isBold ? 'bold' : 'regular';
  const set = fit(page, settable(text), { font, size, least: size * 0.7, width, lines: 1 });
  for (const line of set.lines) setLine(page, line, left, baseline, { font, size: set.size, color: INK });
}

function putRight(page: Page, text: string, baseline: number, size: number): void {
  const style = { font: 'regular', size, color: INK } as const;
  setLine(page, text, RIGHT - widthOf(page, text, style), baseline, style);
}

const rule = (page: Page, y: number, color: string): void => {
  page.lineWidth(0.75).moveTo(LEFT, y).lineTo(RIGHT, y).stroke(color);
};

const WHOLE = { left: LEFT, width: RIGHT - LEFT };

const COUNT = { left: LEFT, width: 200 };
const CREW = { left: LEFT + 210, width: RIGHT - LEFT - 210 };

const CREW_NAMES = { DRIVER: 'Driver', CONDUCTOR: 'Conductor' };

/** The driver and the other crew: `Driver Ram Thapa 9841000000`. Empty until the company names them. */
const crewLine = ({ crew }: PrintedManifest): string =>
  crew.map(({ role, name, phone }) => `${CREW_NAMES[role]} ${name} ${phone}`).join(', ');

/** Draws the head on every page, so that nobody confuses the sheets of two buses. */
function drawHead(page: Page, manifest: PrintedManifest): void {
  const route = `${manifest.sourceCity} – ${manifest.destinationCity}${manifest.isCancelled ? ' – CANCELLED' : ''}`;
  put(page, route, WHOLE, 56, 22, true);
  put(page, `${manifest.departure}   ${manifest.registrationNo}   ${manifest.busName}`, WHOLE, 82, 15);
  put(
    page,
    `${manifest.sold} ${manifest.sold === 1 ? 'passenger' : 'passengers'}, ${manifest.boarded} on board`,
    COUNT,
    104,
    13,
  );
  put(page, crewLine(manifest), CREW, 104, 12);
  put(page, 'Seat', SEAT, TOP - 8, 11);
  put(page, 'Name, phone', NAME, TOP - 8, 11);
  put(page, 'Gets on, gets off', POINTS, TOP - 8, 11);
  rule(page, TOP, INK);
}

function drawPassenger(page: Page, passenger: PrintedPassenger, top: number): void {
  const { seat, places, boarded, isCancelled } = passenger;
  const box = { x: BOX.left, y: top + 9 };
  // Nobody ticks passengers of a cancelled trip.
  if (!isCancelled) page.lineWidth(1.25).rect(box.x, box.y, BOX.size, BOX.size).stroke(INK);
  if (!isCancelled && boarded === places)
    page
      .moveTo(box.x + 4, box.y + 10)
      .lineTo(box.x + 8.5, box.y + 15)
      .lineTo(box.x + 16, box.y + 4)
      .stroke(INK);
  put(page, seat ?? `${boarded} / ${places}`, SEAT, top + 27, 20, true);
  put(page, nameOrCode(passenger.name, passenger.bookingCode, 'bold') || '–', NAME, top + 18, 15, true);
  const reach = passenger.phone ?? passenger.bookingCode;
  put(page, isCancelled ? `${reach}, cancelled` : reach, NAME, top + 34, 13);
  put(page, passenger.boardingPoint || '–', POINTS, top + 18, 14);
  put(page, passenger.droppingPoint || '–', POINTS, top + 34, 12);
  rule(page, top + ROW, RULE);
}

/** Draws a trip's passengers with tickets, each with a box to tick. */
export async function drawManifest(manifest: PrintedManifest): Promise<Uint8Array> {
  const title = `Manifest ${manifest.sourceCity} – ${manifest.destinationCity}, ${manifest.departure}`;
  const page = openDocument({ size: SIZE, title, author: manifest.busName });
  const pages = Math.max(1, Math.ceil(manifest.passengers.length / PER_PAGE));
  for (let number = 1; number <= pages; number += 1) {
    if (number > 1) page.addPage();
    drawHead(page, manifest);
    const first = (number - 1) * PER_PAGE;
    manifest.passengers
      .slice(first, first + PER_PAGE)
      .forEach((passenger, index) => drawPassenger(page, passenger, TOP + index * ROW));
    put(page, `Printed ${manifest.printedAt}, revision ${manifest.revision}`, WHOLE, FOOT, 10);
    putRight(page, `Page ${number} of ${pages}`, FOOT, 10);
  }
  return bytesOf(page);
}
