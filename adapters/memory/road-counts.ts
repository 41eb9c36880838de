import type { Booking } from '../../core/bookings/booking.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { type SeatStatus, seatStatus } from '../../core/seats/seat-map.ts';
import { type RoadCounts, countPlaces, countSeats, onePart } from '../../core/trips/seat-counts.ts';
import { lastStop, wholeRoad } from '../../core/trips/sections.ts';
import { busOf, seatOf, seatsOnMap } from './relations.ts';
import { blockedPlaces, memorySeatMaps } from './seat-maps.ts';
import { stillBlocked } from './seats.ts';
import type { State, StoredTrip, TakenSeat } from './state.ts';
import { seatsLeft } from './trips.ts';

/** Counts a trip's seats. `active` are the trip's bookings that take seats. */
export async function countsOf(
  state: State,
  trip: StoredTrip,
  active: readonly Booking[],
  now: Instant,
): Promise<RoadCounts> {
  if (trip.stops.length > 0) return countsOnRoad(state, trip, active, now);
  return onePart({
    sold: active.reduce((all, { seatsCount }) => all + seatsCount, 0),
    ...(await heldAndBlocked(state, trip, now)),
    left: await seatsLeft(state, trip.id, now),
  });
}

async function heldAndBlocked(state: State, { id }: StoredTrip, now: Instant) {
  const map = await memorySeatMaps(state).view(id, undefined, now);
  if (!map?.hasSeatMap) return { held: 0, blocked: blockedPlaces(state, id, now) };
  const statuses = map.seats.filter(({ isActive }) => isActive).map(seatStatus);
  const count = (status: SeatStatus): number => statuses.filter((other) => other === status).length;
  return { held: count('LOCKED'), blocked: count('BLOCKED') };
}

function countsOnRoad(state: State, trip: StoredTrip, active: readonly Booking[], now: Instant): RoadCounts {
  const bus = busOf(state, trip);
  const parts = lastStop(trip);
  const blocks = state.blocks.filter((block) => block.tripId === trip.id && stillBlocked(block, now));
  if (!bus.seatMap)
    return countPlaces({ parts, seats: bus.totalSeats }, [
      ...active.map(({ seatsCount: places, section }) => ({ ...section, places, taken: 'sold' as const })),
      ...blocks.map(({ places, section }) => ({
        ...(section ?? wholeRoad(trip)),
        places: places ?? 0,
        taken: 'blocked' as const,
      })),
    ]);
  const seatRow = (taken: 'sold' | 'held' | 'blocked') => (seat: TakenSeat) => ({
    ...(seat.section ?? wholeRoad(trip)),
    seat: seat.seatId,
    isActive: seatOf(state, seat).isActive && seatOf(state, seat).busId === bus.id,
    taken,
  });
  const isOn = ({ tripId }: TakenSeat): boolean => tripId === trip.id;
  const sold = state.sales.filter(
    (sale) => isOn(sale) && sale.active && (sale.takenUntil === null || sale.takenUntil > now),
  );
  return countSeats({ parts, seats: seatsOnMap(state, bus.id).filter(({ isActive }) => isActive).length }, [
    ...sold.map(seatRow('sold')),
    ...state.holds.filter((hold) => isOn(hold) && hold.expiresAt > now).map(seatRow('held')),
    ...blocks.flatMap(({ seatId, ...block }) => (seatId === null ? [] : [seatRow('blocked')({ ...block, seatId })])),
  ]);
}
