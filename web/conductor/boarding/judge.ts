import type { Action, KeptManifest, KeptScan, Outcome, Target } from './kept.ts';
import { type Passenger, passengersOf } from './passengers.ts';

/*
 * Judges a scan from the stored manifest as the service would, with refusals in the same order. The service corrects
 * the rest later.
 */

/** Boarding opens this long before departure. */
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
  /** The hash of the ticket's token, if a token was scanned. */
  readonly hash: string | undefined;
  readonly kept: KeptManifest;
  /** Stored manifests of other trips. */
  readonly others: readonly KeptManifest[];
  readonly scans: readonly KeptScan[];
  /** Milliseconds. */
  readonly now: number;
}

export function judge({ action, target, hash, kept, others, scans, now }: Judging): Outcome {
  const { trip, bookings, revoked } = kept.manifest;
  const isMeant = (one: { readonly booking_id: number; readonly ticket_hash: string }): boolean =>
    'token' in target ? one.ticket_hash === hash : one.booking_id === target.bookingId;

  const booking = bookings.find(isMeant);
  const isRevoked = hash !== undefined && revoked.includes(hash);
  if (!booking && !isRevoked) {
    const other = others.find(({ manifest }) => manifest.bookings.some(isMeant))?.manifest.trip;
    if (!other) return refused('INVALID');
    const { id, source_city, destination_city, departure_time } = other;
    return refused('WRONG_TRIP', { trip: { id, source_city, destination_city, departure_time } });
  }
  if (trip.status === 'CANCELLED') return refused('TRIP_CANCELLED');
  if (!booking) return refused('CANCELLED');
  const booking_code = booking.booking_code;
  if (now < Date.parse(trip.departure_time) - EARLIEST_MS) return refused('TOO_EARLY', { booking_code });
  if (now > Date.parse(trip.arrival_time)) return refused('TOO_LATE', { booking_code });

  const seatIds = 'seatIds' in target ? target.seatIds : undefined;
  const meant = passengersOf(kept, scans).filter(
    (one) => one.booking === booking && (!seatIds || (one.seatId !== undefined && seatIds.includes(one.seatId))),
  );
  if (meant.length < (seatIds?.length ?? 1)) return refused('UNKNOWN_SEAT', { booking_code });
  return decided(action, meant, booking_code);
}

function decided(action: Action, meant: readonly Passenger[], booking_code: string): Outcome {
  const changed = meant.filter(
    ({ state }) => ({ BOARD: state !== 'boarded', UNDO: state !== 'waiting', NO_SHOW: state === 'waiting' })[action],
  );
  const seats = changed.flatMap(({ seatId, label }) => (seatId === undefined ? [] : [label]));
  const told = { ...NOTHING, booking_code, seats };
  if (action === 'UNDO') return { ...told, result: 'UNDONE' };
  const areAboard = changed.length === 0 && meant.some(({ state }) => state === 'boarded');
  if (areAboard) return { ...told, result: 'ALREADY' };
  return { ...told, result: action === 'BOARD' ? 'BOARDED' : 'NO_SHOW' };
}
