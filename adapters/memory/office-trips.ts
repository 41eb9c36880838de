import { type Booking, type BookingStatus, ACTIVE_STATUSES, isOverdue } from '../../core/bookings/booking.ts';
import { type Paisa, NOTHING, plus } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { City } from '../../core/trips/city.ts';
import { type OfficeTrip, type OfficeTripFilter, type OfficeTrips, officeTrip } from '../../core/trips/office-trip.ts';
import { citiesOf } from '../../core/trips/sections.ts';
import { listed } from './keyset.ts';
import { boardedOf } from './boardings.ts';
import { toPlannedTrip } from './planned-trips.ts';
import { busOf } from './relations.ts';
import type { State, StoredTrip } from './state.ts';
import { termsOf } from './trips.ts';
import { countsOf } from './road-counts.ts';

const ACTIVE: readonly BookingStatus[] = ACTIVE_STATUSES;
const PAID: readonly BookingStatus[] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

const sum = (bookings: readonly Booking[]): Paisa => bookings.reduce((all, { total }) => plus(all, total), NOTHING);

export const memoryOfficeTrips = (state: State): OfficeTrips => {
  const cityOf = (id: City['id']): City => {
    const city = state.cities.get(id);
    if (!city) throw new Error(`There is no city ${id}.`);
    return city;
  };

  const view = async (trip: StoredTrip, now: Instant): Promise<OfficeTrip> => {
    const plan = toPlannedTrip(state, trip);
    const bus = busOf(state, trip);
    const bookings = [...state.bookings.values()].filter(({ tripId }) => tripId === trip.id);
    const active = bookings.filter((booking) => ACTIVE.includes(booking.status) && !isOverdue(booking, now));
    return officeTrip(
      {
        ...plan,
        papersOk: trip.papersOk,
        source: cityOf(plan.sourceCityId),
        destination: cityOf(plan.destinationCityId),
        stopCities: citiesOf(plan).map(cityOf),
        bus: {
          id: bus.id,
          name: bus.name,
          registrationNo: bus.registrationNo,
          type: bus.type,
          totalSeats: bus.totalSeats,
          hasSeatMap: bus.seatMap !== null,
          approvalStatus: bus.approvalStatus,
          status: bus.status,
        },
        company: { status: termsOf(state, bus.operatorId).status },
        seats: {
          ...(await countsOf(state, trip, active, now)),
          boarded: boardedOf(
            state,
            bookings.filter(({ status }) => PAID.includes(status)),
          ),
        },
        gross: sum(bookings.filter(({ status }) => PAID.includes(status))),
      },
      now,
    );
  };

  const fits = (
    trip: StoredTrip,
    { operatorId, busId, status, sourceCityId, destinationCityId, departs }: OfficeTripFilter,
  ): boolean => {
    const plan = toPlannedTrip(state, trip);
    return (
      plan.operatorId === operatorId &&
      (busId === undefined || plan.busId === busId) &&
      (status === undefined || plan.status === status) &&
      (sourceCityId === undefined || plan.sourceCityId === sourceCityId) &&
      (destinationCityId === undefined || plan.destinationCityId === destinationCityId) &&
      (departs?.start === undefined || plan.departsAt >= departs.start) &&
      (departs?.end === undefined || plan.departsAt < departs.end)
    );
  };

  return {
    async list(filter, now, page) {
      const found = [...state.trips.values()].filter((trip) => fits(trip, filter));
      const { rows, next } = listed(found, page, ({ departsAt, id }) => [departsAt, id], 'asc');
      return { rows: await Promise.all(rows.map((trip) => view(trip, now))), next };
    },

    async find(id, now) {
      const trip = state.trips.get(id);
      return trip && view(trip, now);
    },
  };
};
