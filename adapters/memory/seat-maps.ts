import { isOverdue } from '../../core/bookings/booking.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { CityId, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { SeatMaps } from '../../core/seats/ports.ts';
import { type Section, lastStop, soldSection } from '../../core/trips/sections.ts';
import { busOf, seatsOnMap } from './relations.ts';
import { isBlocked, isSame, onCommonPart, soldBy, stillBlocked } from './seats.ts';
import type { Hold, State, StoredTrip } from './state.ts';

/**
 * The number of places that overdue bookings still occupy, on a trip or on a part of it. Bookings with seat numbers do
 * not count.
 */
export const lapsedPlaces = (state: State, trip: TripId, now: Instant, part?: Section): number =>
  [...state.bookings.values()]
    .filter((booking) => booking.tripId === trip && isOverdue(booking, now) && onCommonPart(booking.section, part))
    .filter(({ id }) => !state.sales.some(({ bookingId }) => bookingId === id))
    .reduce((sum, { seatsCount }) => sum + seatsCount, 0);

/** The number of unnumbered places that the company keeps from sale, on a trip or on a part of it. */
export const blockedPlaces = (state: State, trip: TripId, now: Instant, part?: Section): number =>
  state.blocks
    .filter((block) => block.tripId === trip && onCommonPart(block.section, part) && stillBlocked(block, now))
    .reduce((sum, { places }) => sum + (places ?? 0), 0);

/** The parts (each from one stop to the next) of a section, or of the whole trip. */
export const partsOf = (trip: StoredTrip, section?: Section): readonly Section[] =>
  Array.from({ length: lastStop(trip) }, (_, part) => ({ from: part, to: part + 1 })).filter((part) =>
    onCommonPart(part, section),
  );

export const takenOn = (trip: StoredTrip, { from }: Section): number =>
  trip.stops.length === 0 ? trip.placesTaken : (trip.partPlaces?.[from] ?? 0);

/** The number of places that bookings and blocks leave free on the fullest part of a section. May be negative. */
export const leftOn = (state: State, trip: StoredTrip, now: Instant, section?: Section): number => {
  const taken = partsOf(trip, section).map(
    (part) => takenOn(trip, part) - lapsedPlaces(state, trip.id, now, part) + blockedPlaces(state, trip.id, now, part),
  );
  return busOf(state, trip).totalSeats - Math.max(...taken);
};

export const memorySeatMaps = (state: State): SeatMaps => ({
  async view(tripId, viewer, now, section) {
    const trip = state.trips.get(tripId);
    if (!trip) return undefined;
    const fare = fareOf(trip, section);
    if (fare === undefined) return undefined;
    const bus = busOf(state, trip);
    if (!bus.seatMap) {
      const seatsLeft = Math.max(0, leftOn(state, trip, now, section));
      return { hasSeatMap: false, fare, totalSeats: bus.totalSeats, seatsLeft };
    }
    const { rows, cols, deckCount } = bus.seatMap;
    const seats = seatsOnMap(state, bus.id).map(({ id: seatId, number, deck, row, col, type, isActive }) => {
      const taken = { tripId, seatId, section };
      const holders = state.holds.filter((hold) => isSame(hold, taken) && hold.expiresAt > now);
      return {
        number,
        deck,
        row,
        col,
        type,
        isActive,
        isBooked: soldBy(state, taken, now) !== undefined,
        isBlocked: isBlocked(state, taken, now),
        heldBy: holderOf(holders, viewer),
      };
    });
    seats.sort(byPlace);
    return { hasSeatMap: true, fare, rows, cols, deckCount, seats };
  },
});

/**
 * Says who holds a seat of a section. If the viewer and another passenger each hold a part of the section, the other
 * passenger is shown.
 */
const holderOf = (holders: readonly Hold[], viewer: UserId | undefined): 'nobody' | 'me' | 'another' => {
  if (holders.length === 0) return 'nobody';
  return holders.every(({ passenger }) => passenger === viewer) ? 'me' : 'another';
};

/** The fare of a section, or of the whole trip; undefined if the section is not sold. */
const fareOf = (trip: StoredTrip, section: Section | undefined): Paisa | undefined => {
  if (!section) return trip.fare;
  const ends = { sourceCityId: 0 as CityId, destinationCityId: 0 as CityId };
  return soldSection({ ...trip, ...ends }, section)?.fare;
};
