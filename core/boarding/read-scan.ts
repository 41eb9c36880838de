import { type BookingId, type SoldSeatId, type TripId, isId } from '../kernel/ids.ts';
import { foldedCode } from '../kernel/folding.ts';
import { cut, forbiddenIn, lengthOf } from '../kernel/text.ts';
import { type Instant, parseMoment } from '../kernel/time.ts';
import { type Scan, type ScannedTicket, SCAN_ACTIONS, SCAN_MODES } from './scan.ts';

/** A scan as a phone sent it. Any field may be malformed. */
export interface GivenScan {
  /** The nonce that the answer to the scan repeats; null if the scan's nonce is unreadable. */
  readonly nonce: string | null;
  /** True if the scan has a usable nonce. The answer to a scan without a nonce cannot be stored. */
  readonly hasNonce: boolean;
  /** The parsed scan; undefined if any field is malformed. */
  readonly scan: Scan | undefined;
}

const LONGEST_NONCE = 200;
const LONGEST_TICKET = 1_000;
/** The most seats in one scan. No booking has so many seats. */
const MOST_SEATS = 100;

type Fields = Readonly<Record<string, unknown>>;

/** Parses a scan without throwing: one malformed scan must not stop the others from being answered. */
export function readScan(given: unknown): GivenScan {
  const fields: Fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
  const nonce = textOf(fields['nonce']);
  if (nonce === undefined) return { nonce: null, hasNonce: false, scan: undefined };
  const hasNonce = nonce !== '' && lengthOf(nonce) <= LONGEST_NONCE && forbiddenIn(nonce) === undefined;
  return { nonce: cut(nonce, LONGEST_NONCE), hasNonce, scan: hasNonce ? scanOf(fields) : undefined };
}

/** Converts a value to text. Numbers and booleans are accepted too, as in all requests. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value).normalize('NFC').trim();
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Whether a scan has no reference. A reference that shows nothing counts as absent. */
const hasNoReference = (value: unknown): boolean => isMissing(value) || keyOfReference(value) === '';

const keyOfReference = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : foldedCode(text);
};

function scanOf(fields: Fields): Scan | undefined {
  const [tripId, ticket, scannedAt] = [keyOf<TripId>(fields['trip_id']), ticketOf(fields), momentOf(fields)];
  const action = SCAN_ACTIONS.find((one) => one === fields['action']);
  const mode = SCAN_MODES.find((one) => one === fields['mode']);
  const [seatIds, places] = [seatsOf(fields['seat_ids']), placesOf(fields['places'])];
  const stop = action === 'BOARD' ? stopOf(fields['stop']) : { stop: undefined };
  return tripId && ticket && scannedAt !== undefined && action && mode && seatIds && places && stop
    ? { tripId, action, mode, ticket, scannedAt, ...seatIds, ...places, ...stop }
    : undefined;
}

const keyOf = <Key extends number>(value: unknown): Key | undefined =>
  typeof value === 'number' && isId(value) ? (value as Key) : undefined;

function momentOf({ scanned_at: given }: Fields): Instant | undefined {
  return typeof given === 'string' ? parseMoment(given.trim()) : undefined;
}

/** The ticket that a scan names. Undefined unless the scan has exactly one of token, hash, booking id and reference. */
function ticketOf({ token, ticket_hash: hash, booking_id: booking, reference }: Fields): ScannedTicket | undefined {
  const others = [token, hash, booking].filter((one) => !isMissing(one)).length;
  if (others + (hasNoReference(reference) ? 0 : 1) !== 1) return undefined;
  if (!isMissing(booking)) {
    const bookingId = keyOf<BookingId>(booking);
    return bookingId && { bookingId };
  }
  if (others === 0) return referenceOf(reference);
  const text = isMissing(token) ? hash : token;
  if (typeof text !== 'string' || text.length > LONGEST_TICKET || text.trim() === '') return undefined;
  return isMissing(token) ? { hash: text.trim() } : { token: text.trim() };
}

/** Parses a typed reference. White space does not count, nor does the case of letters. */
function referenceOf(given: unknown): ScannedTicket | undefined {
  const reference = keyOfReference(given) ?? '';
  return /^[a-z0-9]{4,14}$/.test(reference) ? { reference } : undefined;
}

function seatsOf(value: unknown): Pick<Scan, 'seatIds'> | undefined {
  if (isMissing(value)) return { seatIds: undefined };
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_SEATS) return undefined;
  const keys = value.map((one) => keyOf<SoldSeatId>(one));
  return keys.every((one) => one !== undefined) ? { seatIds: [...new Set(keys)] } : undefined;
}

function placesOf(value: unknown): Pick<Scan, 'places'> | undefined {
  if (isMissing(value)) return { places: undefined };
  const places = keyOf<number>(value);
  return places === undefined ? undefined : { places };
}

/** Parses the number of a stop. Judging the scan checks later whether the trip has such a stop. */
function stopOf(value: unknown): Pick<Scan, 'stop'> | undefined {
  if (isMissing(value)) return { stop: undefined };
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? { stop: value } : undefined;
}
