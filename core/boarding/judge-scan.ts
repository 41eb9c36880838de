import { type Booking, isClosed } from '../bookings/booking.ts';
import { timesOfBooking } from '../bookings/journey.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { ScanId, SoldSeatId } from '../kernel/ids.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import {
  earlierBoarding,
  firstOf,
  isMarked,
  isOnBoard,
  isSameSender,
  scannedPassengers,
  numbersOf,
  firstBoarding,
} from './passengers.ts';
import type { NewConflict, PassengerMark, ScannedTrip } from './ports.ts';
import {
  type ConflictReason,
  type RefusalReason,
  type Scan,
  type ScanAnswer,
  type TicketedTrip,
  answered,
  refused,
} from './scan.ts';

/** Passengers may board, and a departure may be reported, from this many hours before the planned departure. */
export const EARLIEST_HOURS = 12;

/** Whether it is too early to board a trip's bus, or to report its departure. */
export const isTooEarly = ({ departsAt }: Pick<ScannedTrip, 'departsAt'>, at: Instant): boolean =>
  at < hoursAfter(departsAt, -EARLIEST_HOURS);

/** The trips, booking and passengers that a scan is about. All belong to the caller's company. */
export interface Scanned {
  /** The trip that the conductor is on. */
  readonly trip: ScannedTrip;
  readonly booking: Booking;
  /** The trip that the ticket is for. */
  readonly ticketed: ScannedTrip;
  /** All passengers of the booking. */
  readonly passengers: readonly PassengerMark[];
  /** The last stop at which an earlier passenger of a seat gets off. The key is the sold seat. */
  readonly takenUntil: ReadonlyMap<SoldSeatId, number>;
  /** The code of the newest booking that replaced this one; undefined unless it was changed to another trip. */
  readonly changedTo: string | undefined;
}

/** The person or device that scans, the id of the scan, and the present time. */
export interface Scanning {
  readonly sender: Sender;
  readonly name: string;
  readonly scan: ScanId;
  readonly now: Instant;
}

export interface Judged {
  readonly answer: ScanAnswer;
  /** Passengers whom the scan changed, in their new state. */
  readonly changed: readonly PassengerMark[];
  readonly conflict?: NewConflict;
}

const nothing = (answer: ScanAnswer): Judged => ({ answer, changed: [] });

/**
 * Decides the outcome of a well-formed scan, given the state before the scan. The trip and the booking belong to the
 * caller's company.
 */
export function judgeScan(scan: Scan, scanned: Scanned, scanning: Scanning): Judged {
  const { answer, ...rest } = judgeByState(scan, scanned, scanning);
  const seatTakenUntil = answer.reason === 'WRONG_TRIP' ? null : seatTakenUntilOf(scan, scanned);
  return { ...rest, answer: { ...answer, seatTakenUntil } };
}

function judgeByState(scan: Scan, scanned: Scanned, scanning: Scanning): Judged {
  const { booking, trip, passengers, ticketed } = scanned;
  const at = judgedAt(scan, scanning.now);
  const reason = reasonAgainst(scanned, at, scan.stop);
  const bookingCode = booking.code;
  if (reason === 'WRONG_TRIP') return nothing(refused(reason, { bookingCode, trip: ticketedOnly(booking, ticketed) }));
  const isAboard = scan.action === 'BOARD' && scan.mode === 'OFFLINE';
  const changedTo = reason === 'CHANGED' ? (scanned.changedTo ?? null) : null;
  if (isAboard && (reason === 'CANCELLED' || reason === 'CHANGED' || reason === 'TRIP_CANCELLED'))
    return inConflict(
      scannedPassengers(scan, passengers) ?? passengers,
      reason,
      { booking, trip, scanning, changedTo },
      [],
    );
  if (reason) return nothing(refused(reason, { bookingCode, changedTo }));
  const meant = scannedPassengers(scan, passengers);
  if (!meant) return nothing(refused('UNKNOWN_SEAT', { bookingCode }));
  const about = { booking, trip, scanning, scan, at };
  switch (scan.action) {
    case 'BOARD':
      return board(meant, about);
    case 'UNDO':
      return undo(meant, about);
    case 'NO_SHOW':
      return missing(meant, about);
  }
}

/**
 * The moment at which a scan counts as made. For an offline scan, this is the time on the phone, unless that time is in
 * the future.
 */
const judgedAt = ({ mode, scannedAt }: Scan, now: Instant): Instant =>
  mode === 'OFFLINE' && scannedAt < now ? scannedAt : now;

function reasonAgainst(
  { trip, booking, changedTo }: Scanned,
  at: Instant,
  stop: number | undefined,
): RefusalReason | undefined {
  if (booking.tripId !== trip.id) return 'WRONG_TRIP';
  if (trip.status === 'CANCELLED') return 'TRIP_CANCELLED';
  if (booking.status === 'PENDING_PAYMENT' || booking.status === 'EXPIRED') return 'NOT_PAID';
  if (isClosed(booking.status)) return changedTo === undefined ? 'CANCELLED' : 'CHANGED';
  const { from, to } = booking.section;
  if (stop !== undefined && stop < from) return 'TOO_EARLY';
  if (stop !== undefined && stop > to) return 'TOO_LATE';
  const { departsAt, arrivesAt } = timesOfBooking(booking, trip);
  if (isTooEarly({ departsAt }, at)) return 'TOO_EARLY';
  // If the phone reports the stop of a late bus, passengers may board until the trip's arrival at its last stop.
  return (stop === undefined ? arrivesAt : trip.arrivesAt) < at ? 'TOO_LATE' : undefined;
}

/** The trip of a booking, from the stop where its passengers get on to the stop where they get off. */
const ticketedOnly = (booking: Booking, trip: ScannedTrip): TicketedTrip => ({
  id: trip.id,
  sourceCity: trip.cities[booking.section.from] ?? trip.sourceCity,
  destinationCity: trip.cities[booking.section.to] ?? trip.destinationCity,
  departsAt: timesOfBooking(booking, trip).departsAt,
});

function seatTakenUntilOf(scan: Scan, { booking, passengers, takenUntil }: Scanned): number | null {
  if (scan.stop !== undefined && scan.stop >= booking.section.from) return null;
  const stops = (scannedPassengers(scan, passengers) ?? []).flatMap(({ at }) =>
    'seatId' in at ? (takenUntil.get(at.seatId) ?? []) : [],
  );
  return stops.length === 0 ? null : Math.max(...stops);
}

interface About extends Pick<Scanned, 'booking' | 'trip'> {
  readonly scanning: Scanning;
  readonly scan: Scan;
  readonly at: Instant;
}

const changedBy = ({ booking }: About, changed: readonly PassengerMark[]) => ({
  bookingCode: booking.code,
  seats: numbersOf(changed),
  places: changed.length,
});

function board(meant: readonly PassengerMark[], about: About): Judged {
  const { scan, at, scanning } = about;
  const { sender, name: by, scan: id } = scanning;
  const there = meant.filter(isOnBoard);
  const changed = meant
    .filter((one) => !isOnBoard(one))
    .map((one) => ({ ...one, boarding: { at, sender, by, scan: id }, noShowAt: null }));
  const twice = there.filter(({ boarding }) => boarding && !isSameSender(boarding.sender, sender));
  if (scan.mode === 'OFFLINE' && twice.length > 0) return inConflict(twice, 'ALREADY', about, changed);
  const answer =
    changed.length > 0
      ? answered('BOARDED', changedBy(about, changed))
      : answered('ALREADY', {
          bookingCode: about.booking.code,
          first: firstBoarding(there),
          boarded: earlierBoarding(there),
        });
  return { answer, changed };
}

/** Undoes a boarding. An offline undo keeps boardings that another phone reported later than the time of the undo. */
function undo(meant: readonly PassengerMark[], about: About): Judged {
  const { scan, at, scanning } = about;
  const isLater = ({ boarding }: PassengerMark): boolean =>
    scan.mode === 'OFFLINE' && boarding !== null && boarding.at > at && !isSameSender(boarding.sender, scanning.sender);
  const changed = meant
    .filter((one) => isMarked(one) && !isLater(one))
    .map((one) => ({ ...one, boarding: null, noShowAt: null }));
  return { answer: answered('UNDONE', changedBy(about, changed)), changed };
}

function missing(meant: readonly PassengerMark[], about: About): Judged {
  const changed = meant.filter((one) => !isMarked(one)).map((one) => ({ ...one, noShowAt: about.at }));
  const there = meant.filter(isOnBoard);
  const answer =
    changed.length === 0 && there.length > 0
      ? answered('ALREADY', {
          bookingCode: about.booking.code,
          first: firstBoarding(there),
          boarded: earlierBoarding(there),
        })
      : answered('NO_SHOW', changedBy(about, changed));
  return { answer, changed };
}

interface Replaced extends Pick<About, 'booking' | 'trip' | 'scanning'> {
  readonly changedTo?: string | null;
}

/**
 * The outcome of a scan that contradicts the records: the passenger was on board already, or should not have boarded.
 */
function inConflict(
  passengers: readonly PassengerMark[],
  reason: ConflictReason,
  { booking, trip, scanning, changedTo = null }: Replaced,
  changed: readonly PassengerMark[],
): Judged {
  const first = firstOf(passengers) ?? null;
  return {
    answer: answered('CONFLICT', {
      reason,
      bookingCode: booking.code,
      changedTo,
      first: firstBoarding(passengers),
      boarded: earlierBoarding(passengers),
      seats: numbersOf(changed),
      places: changed.length,
    }),
    changed,
    conflict: {
      tripId: trip.id,
      bookingId: booking.id,
      scan: scanning.scan,
      reason,
      first: first && { at: first.at, scan: first.scan },
      seats: numbersOf(passengers),
    },
  };
}
