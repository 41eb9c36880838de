import { MOVES, isOverdue, mayMove } from '../../core/bookings/booking.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingRepo } from '../../core/bookings/ports.ts';
import type { BookingId, UserId } from '../../core/kernel/ids.ts';
import { nextId } from './state.ts';
import type { State } from './state.ts';

export const memoryBookings = (state: State): BookingRepo => {
  const all = (): readonly Booking[] => [...state.bookings.values()];
  const find = async (id: BookingId): Promise<Booking | undefined> => state.bookings.get(id);
  const findOwned = async (id: BookingId, owner: UserId): Promise<Booking | undefined> => all().find((booking) => booking.id === id && booking.userId === owner);

  return {
    async add(booking) {
      if (all().some(({ code }) => code === booking.code)) return undefined;
      const id = nextId<BookingId>(state);
      state.bookings.set(id, { ...booking, id, status: 'PENDING_PAYMENT' });
      return id;
    },

    find,
    findOwned,
    lock: find,
    lockOwned: findOwned,

    async move(id, move, cancellation) {
      const booking = state.bookings.get(id);
      if (!booking || !mayMove(booking.status, move)) return false;
      state.bookings.set(id, { ...booking, status: MOVES[move].to });
      if (cancellation) state.cancellations.set(id, cancellation);
      return true;
    },

    overdue: async (now, limit) => all()
      .filter((booking) => isOverdue(booking, now))
      .sort((one, other) => one.paymentDeadline - other.paymentDeadline || one.id - other.id)
      .slice(0, limit),

    arrived: async (now, limit) => all()
      .filter(({ status, tripId }) => mayMove(status, 'complete') && (state.trips.get(tripId)?.arrivesAt ?? Infinity) <= now)
      .map(({ id }) => id).slice(0, limit),
  };
};
