import type { Recorder } from '../delivery/outbox.ts';
import type { BusId, SeatId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { changedNumbers } from './changed-numbers.ts';
import type { SeatState } from './changed-numbers.ts';
import type { BusRepo, SoldAhead, TripsAhead } from './ports.ts';
import type { SeatMap, WantedMap } from './seat-layout.ts';

/** Seats of one trip changed. The event belongs to the slice of seats, which this one may not use. */
export interface SeatsOfTripChanged {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: SeatState;
}

export interface SeatMapStores {
  readonly buses: Pick<BusRepo, 'saveSeatMap'>;
  readonly tripsAhead: TripsAhead;
  readonly events: Recorder<SeatsOfTripChanged>;
}

/** Something that is sold on a trip ahead. The number is null where places are sold. */
export interface SoldSeat {
  readonly seatNumber: SeatNumber | null;
  readonly tripId: TripId;
  readonly bookingCode: string;
}

/**
 * Gives a bus, which is locked, another seat map. Answers what is in the way, after which nothing has changed:
 * everything that is sold for trips ahead if the map comes or goes, and otherwise what is sold of the seats that leave
 * it or are put out of use. Holds on these are let go of, blocks of them end, and whoever looks at a trip ahead is told
 * what has changed about each number.
 */
export async function replaceSeatMap(
  { buses, tripsAhead, events }: SeatMapStores,
  bus: BusId,
  present: SeatMap | null,
  wanted: WantedMap | null,
  now: Instant,
): Promise<'replaced' | readonly SoldSeat[]> {
  const trips = await tripsAhead.lock(bus, now);
  const sold = await tripsAhead.sold(trips, now);
  const leaving = leavingSeats(present, wanted);
  const comesOrGoes = (present === null) !== (wanted === null);
  const inTheWay = comesOrGoes ? sold : sold.filter(({ seatId }) => seatId !== null && leaving.has(seatId));
  if (inTheWay.length > 0 || (comesOrGoes && (await tripsAhead.mostPlaces(trips, now)) > 0))
    return soldSeats(inTheWay, present);

  const [held, blocked] = [await tripsAhead.held(trips, now), await tripsAhead.blocked(trips, now)];
  await tripsAhead.letGo(trips, [...leaving], now);
  await buses.saveSeatMap(bus, wanted);
  await tripsAhead.fitBlocks(trips, now);
  // Nobody has seen seats of a bus that had none.
  if (!present) return 'replaced';
  for (const trip of trips) {
    const taken = new Map<SeatId, Exclude<SeatState, 'AVAILABLE'>>();
    for (const { tripId, seatId } of blocked) if (tripId === trip) taken.set(seatId, 'BLOCKED');
    for (const { tripId, seatId } of held) if (tripId === trip) taken.set(seatId, 'LOCKED');
    for (const { tripId, seatId } of sold) if (tripId === trip && seatId !== null) taken.set(seatId, 'BOOKED');
    for (const [status, seats] of changedNumbers(present.seats, wanted?.seats ?? [], taken))
      await events.record({ type: 'seats changed', tripId: trip, seats, status }, now);
  }
  return 'replaced';
}

/** Seats that are off the map by what is wanted, or put out of use. */
function leavingSeats(present: SeatMap | null, wanted: WantedMap | null): ReadonlySet<SeatId> {
  const staying = new Map((wanted?.seats ?? []).map((seat) => [seat.id, seat]));
  const leaves = ({ id, isActive }: SeatMap['seats'][number]): boolean => {
    const seat = staying.get(id);
    return !seat || (isActive && !seat.isActive);
  };
  return new Set(present?.seats.filter(leaves).map(({ id }) => id));
}

function soldSeats(sold: readonly SoldAhead[], present: SeatMap | null): readonly SoldSeat[] {
  const numbers = new Map(present?.seats.map(({ id, number }) => [id, number]));
  return sold.map(({ seatId, tripId, bookingCode }) => ({
    seatNumber: seatId === null ? null : (numbers.get(seatId) ?? null),
    tripId,
    bookingCode,
  }));
}
