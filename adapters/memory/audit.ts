import type { AuditReader, BookingOnRecord, SharedSeat, WrongTotal } from '../../core/audit/ports.ts';
import { ACTIVE_STATUSES } from '../../core/bookings/booking.ts';
import type { Booking, BookingStatus } from '../../core/bookings/booking.ts';
import { OPEN } from '../../core/payments/payment.ts';
import type { PaymentStatus } from '../../core/payments/payment.ts';
import { busOf, seatOf } from './state.ts';
import type { StoredSale, State } from './state.ts';

const takes = ({ status }: Booking): boolean => (ACTIVE_STATUSES as readonly BookingStatus[]).includes(status);

export const memoryAuditReader = (state: State): AuditReader => {
  const onRecord = (booking: Booking): BookingOnRecord => {
    const trip = state.trips.get(booking.tripId);
    if (!trip) throw new Error(`A booking is on trip ${booking.tripId}, which is not there.`);
    const cancelled = state.cancellations.get(booking.id);
    return {
      ...booking,
      trip: {
        status: trip.status,
        hasSeatMap: busOf(state, trip).seatMap !== null,
        departsAt: trip.departsAt,
        arrivesAt: trip.arrivesAt,
      },
      cancelledBy: cancelled?.by ?? null,
      cancelledAt: cancelled?.at ?? null,
      cancellationFee: cancelled?.fee ?? null,
      seats: state.sales
        .filter(({ bookingId }) => bookingId === booking.id)
        .map((sale) => ({
          seat: seatOf(state, sale).number,
          tripId: sale.tripId,
          isAboard: seatOf(state, sale).isActive && seatOf(state, sale).busId === trip.busId,
          isActive: sale.active,
          takenUntil: sale.takenUntil,
        })),
      payments: [...state.payments.values()]
        .filter(({ bookingId }) => bookingId === booking.id)
        .map(({ id, status, amount }) => ({ id, status, amount, refund: state.refunds.get(id) })),
    };
  };

  const sharing = (sale: StoredSale, sales: readonly StoredSale[]): SharedSeat => ({
    tripId: sale.tripId,
    seat: seatOf(state, sale).number,
    bookings: sales.map(({ bookingId }) => bookingId),
  });

  const wrong = (
    table: WrongTotal['table'],
    column: string,
    totals: readonly (readonly [id: number, kept: number, counted: number])[],
  ): readonly WrongTotal[] =>
    totals.flatMap(([id, kept, counted]) => (kept === counted ? [] : [{ table, column, id, kept, counted }]));

  return {
    bookings: async (after, limit) =>
      [...state.bookings.values()]
        .filter(({ id }) => id > after)
        .sort((one, other) => one.id - other.id)
        .slice(0, limit)
        .map(onRecord),

    gatedBuses: async (after, limit) =>
      [...state.buses.keys()]
        .filter((id) => id > after)
        .sort((one, other) => one - other)
        .slice(0, limit)
        .map((id) => ({
          id,
          documents: [...state.documents.values()].filter(({ busId }) => busId === id),
          trips: [...state.trips.values()].filter(({ busId }) => busId === id),
        })),

    async soldTwice() {
      const bySeat = new Map<string, StoredSale[]>();
      for (const sale of state.sales) {
        const booking = state.bookings.get(sale.bookingId);
        const { number, inMap } = seatOf(state, sale);
        const key = `${sale.tripId} ${number}`;
        if (booking && inMap && takes(booking)) bySeat.set(key, [...(bySeat.get(key) ?? []), sale]);
      }
      return [...bySeat.values()].flatMap((sales) => (sales[0] && sales.length > 1 ? [sharing(sales[0], sales)] : []));
    },

    async wrongTotals() {
      const bookings = [...state.bookings.values()];
      const hasSeats = ({ id }: Booking): boolean => state.sales.some(({ bookingId }) => bookingId === id);
      const stars = (operator: number): readonly number[] =>
        [...state.ratings.values()].filter(({ operatorId }) => operatorId === operator).map((rating) => rating.stars);
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
      return [
        ...wrong(
          'operators',
          'rating_sum',
          [...state.operators.values()].map(({ id, ratingSum }) => [id, ratingSum, sum(stars(id))]),
        ),
        ...wrong(
          'operators',
          'rating_count',
          [...state.operators.values()].map(({ id, ratingCount }) => [id, ratingCount, stars(id).length]),
        ),
        // Memory counts the seats of buses and looks at their company whenever somebody asks: that cannot be wrong.
        ...wrong(
          'schedules',
          'places_taken',
          [...state.trips.values()].map(({ id, placesTaken }) => [
            id,
            placesTaken,
            sum(
              bookings
                .filter((booking) => booking.tripId === id && takes(booking) && !hasSeats(booking))
                .map(({ seatsCount }) => seatsCount),
            ),
          ]),
        ),
      ];
    },

    openPayments: async (before) =>
      [...state.payments.values()]
        .filter(({ status, createdAt }) => (OPEN as readonly PaymentStatus[]).includes(status) && createdAt < before)
        .map(({ bookingId, ...payment }) => ({ ...payment, bookingCode: state.bookings.get(bookingId)?.code ?? '' })),

    unpublished: async (before) =>
      state.outbox
        .filter(({ sentAt, recordedAt }) => sentAt === undefined && recordedAt < before)
        .map(({ id, topic, recordedAt }) => ({ id, topic, recordedAt })),
  };
};
