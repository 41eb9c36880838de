import type { BusId, SeatId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { SoldAhead } from './ports.ts';
import type { SeatMap, WantedMap, WantedSeat } from './seat-layout.ts';
import { type RoadState, changesOfRoad } from './road-changes.ts';
import type { SeatState } from './seat-state.ts';
import type { FleetStores } from './world.ts';

/** Seats of a trip that are taken, with their state. All other seats are free. */
export type TakenSeats = ReadonlyMap<SeatId, Exclude<SeatState, 'AVAILABLE'>>;

/**
 * Seat numbers whose state on a trip changes with the seat map, grouped by the new state. Numbers that have no seat on
 * the new map become BLOCKED.
 */
export function changedNumbers(
  before: readonly WantedSeat[],
  after: readonly WantedSeat[],
  taken: TakenSeats,
): ReadonlyMap<SeatState, readonly SeatNumber[]> {
  const stateOf = ({ id, isActive }: WantedSeat): SeatState =>
    isActive ? (id !== undefined && taken.get(id)) || 'AVAILABLE' : 'BLOCKED';
  const states = (seats: readonly WantedSeat[]) => new Map(seats.map((seat) => [seat.number, stateOf(seat)]));
  const [was, is] = [states(before), states(after)];
  const changed = new Map<SeatState, SeatNumber[]>();
  for (const number of new Set([...was.keys(), ...is.keys()])) {
    const state = is.get(number) ?? 'BLOCKED';
    if (state !== (was.get(number) ?? 'BLOCKED')) changed.set(state, [...(changed.get(state) ?? []), number].sort());
  }
  return changed;
}

/** A seat or place that is sold on an upcoming trip. The seat number is null for a place. */
export interface SoldSeat {
  readonly seatNumber: SeatNumber | null;
  readonly tripId: TripId;
  readonly bookingCode: string;
}

/**
 * Replaces the seat map of a locked bus. If sales on upcoming trips conflict with the new map, returns these sales and
 * changes nothing. Adding a map to a bus, or removing its map, conflicts with all sales. Other changes conflict with
 * sales of seats that are removed or put out of use. Ends the holds and blocks of those seats, and announces the new
 * state of each seat number.
 */
export async function replaceSeatMap(
  { buses, tripsAhead, events, seatLocks }: FleetStores,
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

  const roads = await tripsAhead.lastStops(trips);
  const was = await roadStates(seatLocks, roads, present);
  const [held, blocked] = [await tripsAhead.held(trips, now), await tripsAhead.blocked(trips, now)];
  await tripsAhead.endHolds(trips, [...leaving], now);
  await buses.saveSeatMap(bus, wanted);
  await tripsAhead.raiseSequences(renumberedTrips(present, wanted, sold));
  await tripsAhead.fitBlocks(trips, now);
  // A bus without a seat map had no seats whose state could change.
  if (!present) return 'replaced';
  const is = await roadStates(seatLocks, roads, wanted);
  for (const trip of trips) {
    const taken = new Map<SeatId, Exclude<SeatState, 'AVAILABLE'>>();
    for (const { tripId, seatId } of held) if (tripId === trip) taken.set(seatId, 'LOCKED');
    for (const { tripId, seatId } of blocked) if (tripId === trip) taken.set(seatId, 'BLOCKED');
    for (const { tripId, seatId } of sold) if (tripId === trip && seatId !== null) taken.set(seatId, 'BOOKED');
    for (const [status, seats] of changedNumbers(present.seats, wanted?.seats ?? [], taken))
      await events.record({ type: 'seats changed', tripId: trip, seats, status }, now);
  }
  for (const [tripId, to] of roads)
    for (const { seats, section, status } of changesOfRoad({ from: 0, to }, stateOn(was, tripId), stateOn(is, tripId)))
      await events.record({ type: 'section changed', tripId, seats, ...section, status }, now);
  return 'replaced';
}

/**
 * Trips with a sold seat that has another number on the wanted map. A booking's first seat by number decides where and
 * when its calendar entry begins.
 */
function renumberedTrips(
  present: SeatMap | null,
  wanted: WantedMap | null,
  sold: readonly SoldAhead[],
): readonly TripId[] {
  const before = new Map<SeatId | undefined, SeatNumber>(present?.seats.map(({ id, number }) => [id, number]));
  const renumbered = new Set((wanted?.seats ?? []).flatMap(({ id, number }) => (before.get(id) === number ? [] : id)));
  return [...new Set(sold.flatMap(({ tripId, seatId }) => (renumbered.has(seatId ?? undefined) ? tripId : [])))];
}

type RoadStates = ReadonlyMap<TripId, RoadState>;

const NO_SEATS: RoadState = { inUse: [], taken: [] };

const stateOn = (states: RoadStates, trip: TripId): RoadState => states.get(trip) ?? NO_SEATS;

/** For each trip with intermediate stops, the seats of a map and the sections on which they are taken. */
async function roadStates(
  seatLocks: FleetStores['seatLocks'],
  trips: ReadonlyMap<TripId, number>,
  map: { readonly seats: readonly WantedSeat[] } | null,
): Promise<RoadStates> {
  const inUse = (map?.seats ?? []).flatMap(({ number, isActive }) => (isActive ? [number] : []));
  const states = new Map<TripId, RoadState>();
  for (const trip of trips.keys())
    states.set(trip, { inUse, taken: inUse.length === 0 ? [] : await seatLocks.takenSections(trip, inUse) });
  return states;
}

/** Seats that the wanted map removes or puts out of use. */
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
