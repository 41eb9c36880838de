import { isOverdue } from '../../core/bookings/booking.ts';
import type { BookingChange, BookingChanges, OpenChange } from '../../core/bookings/changes.ts';
import { journeyOn } from '../../core/bookings/journey.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { hasDeparted } from '../../core/trips/trip.ts';
import type { State } from './state.ts';

/** The completed change that replaced a booking by another booking. */
export const changeAway = (state: State, booking: BookingId): BookingChange | undefined =>
  [...state.changes.values()].find(({ oldId, doneAt }) => oldId === booking && doneAt !== null);

/** A booking, followed by the earlier bookings whose money moved to it, newest first. */
export function chainOf(state: State, booking: BookingId): readonly BookingId[] {
  const change = state.changes.get(booking);
  return [booking, ...(change && change.doneAt !== null ? chainOf(state, change.oldId) : [])];
}

/** The newest booking in the chain of changes of a booking; without changes, the booking itself. */
export function heirOf(state: State, booking: BookingId): BookingId {
  const change = changeAway(state, booking);
  return change ? heirOf(state, change.bookingId) : booking;
}

/** The first booking of the chain of changes that a booking belongs to. */
export function firstOf(state: State, booking: BookingId): BookingId {
  const change = state.changes.get(booking);
  return change ? firstOf(state, change.oldId) : booking;
}

export const memoryBookingChanges = (state: State): BookingChanges => {
  const open = (now: Instant): readonly OpenChange[] =>
    [...state.changes.values()]
      .filter(({ bookingId }) => {
        const booking = state.bookings.get(bookingId);
        return booking?.status === 'PENDING_PAYMENT' && !isOverdue(booking, now);
      })
      .map(({ oldId, bookingId }) => ({ oldId, bookingId }))
      .sort((one, other) => one.bookingId - other.bookingId);
  const hasLeft = (booking: BookingId, now: Instant): boolean => {
    const old = state.bookings.get(booking);
    const trip = old && state.trips.get(old.tripId);
    return old !== undefined && trip !== undefined && hasDeparted(journeyOn(old, trip), now);
  };
  return {
    async add(change) {
      state.changes.set(change.bookingId, { ...change, doneAt: null, creditPaymentId: null });
      const booking = state.bookings.get(change.bookingId);
      if (booking) state.bookings.set(booking.id, { ...booking, changedFrom: change.oldId });
    },
    find: async (booking) => state.changes.get(booking),

    async complete(booking, { at, creditPaymentId }) {
      const change = state.changes.get(booking);
      if (change?.doneAt !== null) throw new Error(`Booking ${booking} is not made by an open change.`);
      if (changeAway(state, change.oldId)) throw new Error(`Booking ${change.oldId} was changed before.`);
      state.changes.set(booking, { ...change, doneAt: at, creditPaymentId });
    },

    open: async (olds, now) => open(now).filter(({ oldId }) => olds.includes(oldId)),
    openAfterDeparture: async (now, limit) =>
      open(now)
        .filter(({ oldId }) => hasLeft(oldId, now))
        .slice(0, limit),

    chain: async (booking) => chainOf(state, booking),
    heir: async (booking) => heirOf(state, booking),
    joined: async (booking) => {
      const first = firstOf(state, booking);
      const others = [...state.changes.keys()].filter((id) => firstOf(state, id) === first);
      return [...new Set([first, ...others])].sort((one, other) => one - other);
    },
  };
};
