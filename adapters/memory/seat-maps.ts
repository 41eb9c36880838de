import type { SeatMaps } from '../../core/seats/ports.ts';
import { stillSold } from './seat-locks.ts';
import { busOf } from './state.ts';
import type { State } from './state.ts';

export const memorySeatMaps = (state: State): SeatMaps => ({
  async view(tripId, viewer, now) {
    const trip = state.trips.get(tripId);
    if (!trip) return undefined;
    const bus = busOf(state, trip);
    if (!bus.seatMap) {
      const lapsed = [...state.bookings.values()]
        .filter((booking) => booking.tripId === tripId && booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now)
        .reduce((sum, { seatsCount }) => sum + seatsCount, 0);
      return { hasSeatMap: false, fare: trip.fare, totalSeats: bus.totalSeats, seatsLeft: Math.max(0, bus.totalSeats - trip.placesTaken + lapsed) };
    }
    const { rows, cols, deckCount } = bus.seatMap;
    const seats = bus.seats.map((seat) => {
      const hold = state.holds.find((other) => other.tripId === tripId && other.seat === seat.number && other.expiresAt > now);
      return {
        ...seat,
        number: seat.number,
        isBooked: state.sales.some((sale) => sale.tripId === tripId && sale.seat === seat.number && stillSold(sale, now)),
        heldBy: hold === undefined ? 'nobody' as const : hold.passenger === viewer ? 'me' as const : 'another' as const,
      };
    });
    seats.sort((one, other) => one.deck - other.deck || one.row - other.row || one.col - other.col);
    return { hasSeatMap: true, fare: trip.fare, rows, cols, deckCount, seats };
  },
});
