import { MOVES as BOOKING_MOVES } from '../core/bookings/booking.ts';
import type { BookingRepo } from '../core/bookings/ports.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import { MOVES as PAYMENT_MOVES } from '../core/payments/payment.ts';
import type { PaymentRepo } from '../core/payments/ports.ts';
import type { Stores } from '../core/stores.ts';

/** The state that was reached, of a booking or a payment. */
export type CountOutcome = (thing: 'booking' | 'payment', outcome: string) => void;

/** The same transactions, and whatever a committed one did to bookings and payments is counted: what is undone never happened. */
export const countOutcomes = (transact: Transact<Stores>, count: CountOutcome): Transact<Stores> =>
  async (work) => {
    let seen: (readonly [thing: 'booking' | 'payment', outcome: string])[] = [];
    const result = await transact((stores) => {
      // The database may ask for the whole work again.
      seen = [];
      return work({ ...stores, bookings: watchBookings(stores.bookings, (state) => seen.push(['booking', state])), payments: watchPayments(stores.payments, (state) => seen.push(['payment', state])) });
    });
    for (const [thing, outcome] of seen) count(thing, outcome);
    return result;
  };

const watchBookings = (bookings: BookingRepo, see: (state: string) => void): BookingRepo => ({
  ...bookings,
  add: async (booking) => {
    const id = await bookings.add(booking);
    if (id !== undefined) see('PENDING_PAYMENT');
    return id;
  },
  move: async (id, move, cancellation) => {
    const moved = await bookings.move(id, move, cancellation);
    if (moved) see(BOOKING_MOVES[move].to);
    return moved;
  },
});

const watchPayments = (payments: PaymentRepo, see: (state: string) => void): PaymentRepo => ({
  ...payments,
  add: async (payment) => {
    const id = await payments.add(payment);
    see('INITIATED');
    return id;
  },
  move: async (id, move, at, evidence) => {
    const moved = await payments.move(id, move, at, evidence);
    if (moved) see(PAYMENT_MOVES[move].to);
    return moved;
  },
});
