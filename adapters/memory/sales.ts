import type { Booking } from '../../core/bookings/booking.ts';
import { type Paisa, minus, NOTHING, plus } from '../../core/kernel/money.ts';
import type { OperatorId } from '../../core/kernel/ids.ts';
import type { SalesReader, TripSales } from '../../core/reports/ports.ts';
import type { City } from '../../core/trips/city.ts';
import { offeredOn } from './administration.ts';
import { boardedOf } from './boardings.ts';
import { toPlannedTrip } from './planned-trips.ts';
import { busOf } from './relations.ts';
import type { State, StoredTrip } from './state.ts';

const TRAVELS: readonly string[] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];
const CANCELLED: readonly string[] = ['CANCELLED', 'REFUNDED'];

export const memorySales = (state: State): SalesReader => ({
  trips: async (operatorId, { start, end }) =>
    [...state.trips.values()]
      .filter((trip) => busOf(state, trip).operatorId === operatorId && trip.departsAt >= start && trip.departsAt < end)
      .map((trip) => salesOf(state, trip, operatorId)),
});

function salesOf(state: State, trip: StoredTrip, operatorId: OperatorId): TripSales {
  const { id, departsAt, departedAt, status, sourceCityId, destinationCityId } = toPlannedTrip(state, trip);
  const bus = busOf(state, trip);
  const bookings = [...state.bookings.values()].filter(
    (booking) => booking.tripId === id && booking.operatorId === operatorId,
  );
  const travelling = bookings.filter((booking) => TRAVELS.includes(booking.status));
  const cancelled = bookings.filter((booking) => CANCELLED.includes(booking.status) && wasPaid(state, booking));
  const feeOf = (booking: Booking): Paisa => state.cancellations.get(booking.id)?.fee ?? NOTHING;
  return {
    id,
    departsAt,
    departedAt,
    status,
    source: cityOf(state, sourceCityId),
    destination: cityOf(state, destinationCityId),
    bus: { id: bus.id, name: bus.name, registrationNo: bus.registrationNo },
    seats: offeredOn(state, trip),
    sold: travelling.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
    boarded: boardedOf(state, travelling),
    gross: sum([...travelling, ...cancelled].map(({ total }) => total)),
    fees: sum(cancelled.map(feeOf)),
    refunds: sum(cancelled.map((booking) => minus(booking.total, feeOf(booking)))),
    earning: sum([
      ...travelling.map(({ operatorEarning }) => operatorEarning),
      ...cancelled.map((booking) => keptOf(state, booking)),
    ]),
  };
}

const sum = (amounts: readonly Paisa[]): Paisa => amounts.reduce(plus, NOTHING);

const wasPaid = ({ ledger }: State, { id }: Booking): boolean =>
  ledger.some(({ bookingId, kind, credit }) => bookingId === id && kind === 'PAYMENT' && credit === 'UNEARNED');

/** The amount that the company has in the end. */
const keptOf = ({ ledger }: State, { id }: Booking): Paisa =>
  ledger
    .filter(({ bookingId }) => bookingId === id)
    .reduce((sum, { debit, credit, amount }) => {
      if (credit === 'OPERATOR') return plus(sum, amount);
      return debit === 'OPERATOR' ? minus(sum, amount) : sum;
    }, NOTHING);

function cityOf({ cities }: State, id: City['id']): City {
  const city = cities.get(id);
  if (!city) throw new Error(`There is no city ${id}.`);
  return city;
}
