import type { Action, KeptManifest, KeptScan, Manifest, ManifestBooking, Outcome, Target } from './kept.ts';
import { type Passenger, passengersOf } from './passengers.ts';

/*
 * Judges a scan by the stored manifest, with the same checks in the same order as the service. The service later judges
 * the scan again, and its answer counts.
 */

/** Milliseconds before departure from which passengers may board. */
const EARLIEST_MS = 12 * 3_600_000;

const NOTHING: Omit<Outcome, 'result'> = { reason: null, booking_code: null, seats: [], trip: null, first: null };

const refused = (reason: Outcome['reason'], more: Partial<Outcome> = {}): Outcome => ({
  ...NOTHING,
  ...more,
  result: 'REFUSED',
  reason,
});

interface Judging {
  readonly action: Action;
  readonly target: Target;
  /** The number of the stop where the bus is. Undefined for scans that earlier versions of the pages made. */
  readonly stop: number | undefined;
  /** The hash of the ticket's token, if a token was scanned. */
  readonly hash: string | undefined;
  readonly kept: KeptManifest;
  /** The stored manifests of other trips. */
  readonly others: readonly KeptManifest[];
  readonly scans: readonly KeptScan[];
  /** The present time, in milliseconds. */
  readonly now: number;
}

export function judge({ action, target, stop, hash, kept, others, scans, now }: Judging): Outcome {
  const { trip, bookings, revoked } = kept.manifest;
  const isMeant = (one: ManifestBooking): boolean => {
    if ('token' in target) return one.ticket_hash === hash;
    return 'reference' in target ? one.booking_code === target.reference : one.booking_id === target.bookingId;
  };

  const booking = bookings.find(isMeant);
  const isRevoked = hash !== undefined && revoked.includes(hash);
  if (!booking && !isRevoked) {
    for (const { manifest } of others) {
      const found = manifest.bookings.find(isMeant);
      if (found) return refused('WRONG_TRIP', { trip: journeyOf(found, manifest) });
    }
    return refused('INVALID');
  }
  if (trip.status === 'CANCELLED') return refused('TRIP_CANCELLED');
  if (!booking) return refused('CANCELLED');
  const booking_code = booking.booking_code;
  // The bus's stop is checked only when a passenger boards.
  const boardedAt = action === 'BOARD' ? stop : undefined;
  const seat_taken_until = seatTakenUntil(kept.manifest, booking, target, boardedAt);
  const reason = unfitFor(booking, kept.manifest, boardedAt, now);
  if (reason) return refused(reason, { booking_code, seat_taken_until });

  const seatIds = 'seatIds' in target ? target.seatIds : undefined;
  const meant = passengersOf(kept, scans).filter(
    (one) => one.booking === booking && (!seatIds || (one.seatId !== undefined && seatIds.includes(one.seatId))),
  );
  if (meant.length < (seatIds?.length ?? 1)) return refused('UNKNOWN_SEAT', { booking_code });
  return { ...decided(action, meant, booking_code), seat_taken_until };
}

/** The part of the trip that a booking covers: its two cities, and its departure time. */
function journeyOf({ from_stop, to_stop }: ManifestBooking, { trip, stops }: Manifest): NonNullable<Outcome['trip']> {
  const [from, to] = [stops[from_stop], stops[to_stop]];
  return {
    id: trip.id,
    source_city: from?.city ?? trip.source_city,
    destination_city: to?.city ?? trip.destination_city,
    departure_time: from?.departs_at ?? trip.departure_time,
  };
}

/**
 * The reason why a booking's passengers cannot board now: too early or too late. Checks the bus's stop, then the time.
 */
function unfitFor(
  booking: ManifestBooking,
  manifest: Manifest,
  stop: number | undefined,
  now: number,
): 'TOO_EARLY' | 'TOO_LATE' | undefined {
  const { from_stop, to_stop } = booking;
  if (stop !== undefined && stop < from_stop) return 'TOO_EARLY';
  if (stop !== undefined && stop > to_stop) return 'TOO_LATE';
  if (now < Date.parse(journeyOf(booking, manifest).departure_time) - EARLIEST_MS) return 'TOO_EARLY';
  // If the bus's stop is known, passengers may board until the trip's planned end, because the bus may be late.
  const arrival = stop === undefined ? manifest.stops[to_stop]?.arrives_at : undefined;
  return now > Date.parse(arrival ?? manifest.trip.arrival_time) ? 'TOO_LATE' : undefined;
}

/**
 * The number of the stop at which the previous passenger leaves the seat. Null without a previous passenger, or if the
 * bus has reached the stop where this passenger gets on.
 */
function seatTakenUntil(
  { bookings }: Manifest,
  { from_stop, seats }: ManifestBooking,
  target: Target,
  stop: number | undefined,
): number | null {
  if (stop !== undefined && stop >= from_stop) return null;
  const seatIds = 'seatIds' in target ? target.seatIds : undefined;
  const meant = seats.filter(({ seat_id }) => !seatIds || seatIds.includes(seat_id));
  const before = bookings.filter(
    (one) =>
      one.to_stop <= from_stop &&
      one.seats.some(({ seat_number }) => meant.some((mine) => mine.seat_number === seat_number)),
  );
  return before.length === 0 ? null : Math.max(...before.map(({ to_stop }) => to_stop));
}

function decided(action: Action, meant: readonly Passenger[], booking_code: string): Outcome {
  const changed = meant.filter(
    ({ state }) => ({ BOARD: state !== 'boarded', UNDO: state !== 'waiting', NO_SHOW: state === 'waiting' })[action],
  );
  const seats = changed.flatMap(({ seatId, label }) => (seatId === undefined ? [] : [label]));
  const told = { ...NOTHING, booking_code, seats };
  if (action === 'UNDO') return { ...told, result: 'UNDONE' };
  const areAboard = changed.length === 0 && meant.some(({ state }) => state === 'boarded');
  if (areAboard) return { ...told, result: 'ALREADY', boarded: firstBoarding(meant) };
  return { ...told, result: action === 'BOARD' ? 'BOARDED' : 'NO_SHOW' };
}

/** The first boarding of passengers who are on board, if the list knows it. The list does not name the device. */
function firstBoarding(meant: readonly Passenger[]): NonNullable<Outcome['boarded']> | null {
  const aboard = meant.flatMap(({ booking, seatId }) => booking.seats.filter(({ seat_id }) => seat_id === seatId));
  const moments = aboard.flatMap(({ boarded_at: at }) => (at === null ? [] : [at])).toSorted();
  const [at] = moments;
  return at === undefined ? null : { at, device: null, seats: aboard.map(({ seat_number }) => seat_number) };
}
