import type { Booking } from '../bookings/booking.ts';
import type { OperatorId, BookingId, ScanId, SoldSeatId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { lastStop } from '../trips/sections.ts';
import type { Conductor } from './conductor.ts';
import type { NamedBooking } from './find-tickets.ts';
import { type Judged, type Scanned, judgeScan } from './judge-scan.ts';
import { passengersOf } from './passengers.ts';
import type { NewConflict, NewScan, PassengerMark, ScannedTrip } from './ports.ts';
import type { GivenScan } from './read-scan.ts';
import { type Scan, type ScanAnswer, refused } from './scan.ts';
import type { BoardingStores } from './world.ts';

/**
 * The trips, bookings and passengers that several scans name, read before the first scan is judged. All belong to the
 * caller's company.
 */
export interface Known {
  readonly trips: ReadonlyMap<TripId, ScannedTrip>;
  readonly bookings: ReadonlyMap<BookingId, Booking>;
  readonly marks: readonly PassengerMark[];
  /** The last stop at which an earlier passenger of a seat gets off. The key is the sold seat. */
  readonly takenUntil: ReadonlyMap<SoldSeatId, number>;
  /** The code of the newest booking that replaced a booking of the scans. Leaves out bookings that were not changed. */
  readonly changedTo: ReadonlyMap<BookingId, string>;
}

type Names = (scan: Scan) => NamedBooking | undefined;

/** Reads the data that several scans need, in as many statements as for one scan. Locks the bookings and trips. */
export async function knownOf(
  stores: BoardingStores,
  operatorId: OperatorId,
  scans: readonly Scan[],
  namedBy: Names,
): Promise<Known> {
  const { boardings } = stores;
  const named = new Set(scans.flatMap((scan) => namedBy(scan)?.id ?? []));
  const bookings = named.size === 0 ? [] : await boardings.lockBookings([...named], operatorId);
  const trips = await boardings.trips(
    [...new Set([...scans.map(({ tripId }) => tripId), ...bookings.map(({ tripId }) => tripId)])],
    operatorId,
  );
  // A passenger who gets on at the first stop has no predecessor in the seat.
  const later = bookings.filter(({ section }) => section.from > 0).map(({ id }) => id);
  return {
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    trips: new Map(trips.map((trip) => [trip.id, trip])),
    marks: bookings.length === 0 ? [] : await boardings.marks(bookings.map(({ id }) => id)),
    takenUntil: later.length === 0 ? new Map() : await boardings.seatsTakenUntil(later),
    changedTo: await changedToOf(stores, bookings),
  };
}

/** Asks only for cancelled bookings, of which a phone seldom sends one. */
async function changedToOf(
  { bookings, changes }: BoardingStores,
  scanned: readonly Booking[],
): Promise<ReadonlyMap<BookingId, string>> {
  const codes = new Map<BookingId, string>();
  for (const { id } of scanned.filter(({ status }) => status === 'CANCELLED')) {
    const heir = await changes.heir(id);
    const newest = heir === id ? undefined : await bookings.find(heir);
    if (newest) codes.set(id, newest.code);
  }
  return codes;
}

/** The outcome of several scans that a phone sent together. */
export interface Batch {
  /** The answers to the scans, in the order of the scans. */
  readonly answers: readonly ScanAnswer[];
  /** The scans to be stored. Until the n-th scan has an id, changes refer to this scan by −n. */
  readonly scans: readonly NewScan[];
  readonly changed: readonly PassengerMark[];
  /** All passengers of the changed bookings, by booking. */
  readonly passengers: ReadonlyMap<BookingId, readonly PassengerMark[]>;
  readonly conflicts: readonly NewConflict[];
}

interface Given {
  readonly conductor: Conductor;
  /** The name of the scanning person or device. */
  readonly name: string;
  readonly before: ReadonlyMap<string, ScanAnswer>;
  readonly known: Known;
  readonly namedBy: Names;
  readonly now: Instant;
}

const placeOf = ({ bookingId, at }: PassengerMark): string =>
  'seatId' in at ? `${at.seatId}` : `${bookingId} ${at.place}`;

/** Answers that are not stored: the scan names nothing that the company has. */
const isUnknown = ({ reason }: ScanAnswer): boolean => reason === 'INVALID' || reason === 'REFERENCE_UNCLEAR';

/**
 * Judges scans one after another. A scan whose nonce was sent before, in this batch or an earlier one, gets the first
 * answer again. Scans that are INVALID or REFERENCE_UNCLEAR are not stored, nor their nonces.
 */
export function judgeAll(given: readonly GivenScan[], context: Given): Batch {
  const { conductor, name, known, namedBy, now } = context;
  const byNonce = new Map(context.before);
  const answers: ScanAnswer[] = [];
  const scans: NewScan[] = [];
  const conflicts: NewConflict[] = [];
  const changed = new Map<string, PassengerMark>();
  const passengers = new Map<BookingId, readonly PassengerMark[]>();
  const all = (booking: Booking): readonly PassengerMark[] =>
    passengers.get(booking.id) ??
    passengersOf(
      booking,
      known.marks.filter(({ bookingId }) => bookingId === booking.id),
    );

  const judge = (scan: Scan): Judged & Partial<Scanned> => {
    const named = namedBy(scan);
    const scanned = scannedBy(scan, known, named, all);
    if (!scanned && !named && 'reference' in scan.ticket && isOnRoad(scan, known.trips))
      return { answer: refused('REFERENCE_UNCLEAR'), changed: [] };
    if (!scanned) return { answer: refused('INVALID'), changed: [] };
    const scanning = { sender: conductor.sender, name, scan: -(scans.length + 1) as ScanId, now };
    return { ...scanned, ...judgeScan(scan, scanned, scanning) };
  };

  for (const { nonce, hasNonce, scan } of given) {
    const isAnswerable = hasNonce && nonce !== null;
    const before = isAnswerable ? byNonce.get(nonce) : undefined;
    const judged = before !== undefined || !isAnswerable || !scan ? undefined : judge(scan);
    const answer = before ?? judged?.answer ?? refused('INVALID');
    answers.push(answer);
    // These scans are not stored, so that a caller cannot fill the tables with them.
    if (!judged || !isAnswerable || isUnknown(answer)) continue;
    byNonce.set(nonce, answer);
    scans.push({
      nonce,
      tripId: judged.trip?.id ?? null,
      bookingId: judged.booking?.id ?? null,
      action: scan?.action ?? null,
      mode: scan?.mode ?? null,
      scannedAt: scan?.scannedAt ?? null,
      answer,
    });
    if (judged.conflict) conflicts.push(judged.conflict);
    const { booking } = judged;
    if (!booking || judged.changed.length === 0) continue;
    const fresh = new Map(judged.changed.map((mark) => [placeOf(mark), mark]));
    passengers.set(
      booking.id,
      all(booking).map((mark) => fresh.get(placeOf(mark)) ?? mark),
    );
    for (const [place, mark] of fresh) changed.set(place, mark);
  }
  return {
    answers,
    scans,
    conflicts,
    passengers,
    changed: [...changed.values()],
  };
}

/** Whether the company has the trip of a scan, and the trip has the scan's stop. */
const isOnRoad = ({ tripId, stop = 0 }: Scan, trips: Known['trips']): boolean => {
  const trip = trips.get(tripId);
  return trip !== undefined && stop <= lastStop(trip);
};

/**
 * The trips and the booking that a scan names. Undefined unless all belong to the company and the trip has the scan's
 * stop.
 */
function scannedBy(
  { tripId, stop }: Scan,
  { trips, bookings, takenUntil, changedTo }: Known,
  named: NamedBooking | undefined,
  passengersOfAll: (booking: Booking) => readonly PassengerMark[],
): Scanned | undefined {
  const [trip, booking] = [trips.get(tripId), named && bookings.get(named.id)];
  const ticketed = booking && trips.get(booking.tripId);
  if (!trip || !ticketed || (named?.code !== undefined && named.code !== booking.code)) return undefined;
  if (stop !== undefined && stop > lastStop(trip)) return undefined;
  const passengers = passengersOfAll(booking);
  return { trip, booking, ticketed, takenUntil, passengers, changedTo: changedTo.get(booking.id) };
}
