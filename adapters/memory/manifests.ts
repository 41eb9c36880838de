import type { CrewTrip } from '../../core/boarding/crew-trip.ts';
import type { ManifestBooking, ManifestSeat, ManifestViews, Ticketed } from '../../core/boarding/manifest.ts';
import type { BoardingStores } from '../../core/boarding/stores.ts';
import { type Booking, isTicketed } from '../../core/bookings/booking.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import { citiesOf } from '../../core/trips/sections.ts';
import { toPlannedTrip } from './planned-trips.ts';
import { boardedOf, soldSeatIdOf } from './boardings.ts';
import { revisionOf } from './manifest-revisions.ts';
import { busOf, seatOf } from './relations.ts';
import type { State, StoredTrip } from './state.ts';

const bookingsOn = (state: State, { id }: Pick<StoredTrip, 'id'>): readonly Booking[] =>
  [...state.bookings.values()].filter(({ tripId }) => tripId === id);

const seatsOf = (state: State, { id }: Booking): readonly ManifestSeat[] =>
  state.sales
    .filter(({ bookingId, active }) => bookingId === id && active)
    .map((sale) => {
      const { name, age, gender, boardingPoint, droppingPoint } = sale;
      const seat = seatOf(state, sale).number;
      const id = soldSeatIdOf(state, sale);
      const boardedAt = state.seatMarks.get(id)?.boardedAt ?? null;
      return { id, seat, name, age, gender, boardingPoint, droppingPoint, boardedAt };
    });

function manifestBooking(state: State, booking: Booking): ManifestBooking {
  const seats = seatsOf(state, booking);
  const account = state.users.get(booking.userId);
  const { id, code, bookedAt, status, section, contact } = booking;
  return {
    id,
    code,
    bookedAt,
    status,
    section,
    seats,
    name: contact?.name ?? account?.fullName ?? '',
    phone: contact ? contact.phone : (account?.phone ?? null),
    soldBy: booking.channel === 'COUNTER' ? (account?.fullName ?? null) : null,
    places: booking.seatsCount,
    boardedPlaces: boardedOf(state, [booking]),
  };
}

const ticketedOn = (state: State, trip: StoredTrip): readonly ManifestBooking[] =>
  bookingsOn(state, trip)
    .filter(({ status }) => isTicketed(status))
    .map((booking) => manifestBooking(state, booking));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function crewTrip(state: State, trip: StoredTrip): CrewTrip {
  const [bus, route] = [busOf(state, trip), state.routes.get(trip.routeId)];
  const nameOf = (city: 'source' | 'destination'): string => (route && state.cities.get(route[city])?.name) ?? '';
  const bookings = ticketedOn(state, trip);
  const { id, departsAt, arrivesAt, status, departedAt, crew } = trip;
  return {
    id,
    departsAt,
    arrivesAt,
    status,
    departedAt,
    crew,
    operatorId: bus.operatorId,
    sourceCity: nameOf('source'),
    destinationCity: nameOf('destination'),
    busName: bus.name,
    registrationNo: bus.registrationNo,
    sold: sum(bookings.map(({ places }) => places)),
    boarded: sum(bookings.map(({ boardedPlaces }) => boardedPlaces)),
  };
}

export const memoryCrewTrips = (state: State): BoardingStores['crewTrips'] => ({
  async find(id) {
    const trip = state.trips.get(id);
    return trip && crewTrip(state, trip);
  },
});

export const memoryManifests = (state: State): ManifestViews => {
  const revoked = (trip: StoredTrip): readonly Ticketed[] =>
    bookingsOn(state, trip)
      .filter(({ id }) => state.revokedTickets.has(id))
      .map(({ id, code, bookedAt }) => ({ id, code, bookedAt }));

  return {
    async find(id: TripId) {
      const trip = state.trips.get(id);
      return (
        trip && {
          trip: crewTrip(state, trip),
          revision: revisionOf(state, trip),
          road: {
            stops: trip.stops,
            cities: citiesOf(toPlannedTrip(state, trip)).map((id) => state.cities.get(id)?.name ?? ''),
            left: trip.taps.left,
          },
          boardingPoints: trip.boardingPoints,
          bookings: ticketedOn(state, trip),
          revoked: revoked(trip),
        }
      );
    },

    async revision(id: TripId) {
      const trip = state.trips.get(id);
      return (
        trip && {
          operatorId: busOf(state, trip).operatorId,
          departsAt: trip.departsAt,
          revision: revisionOf(state, trip),
        }
      );
    },
  };
};
