import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import { bookingCode } from './booking-code.ts';
import type { Booking } from './booking.ts';
import type { BookingRepo, NewBooking } from './ports.ts';

export type AddedBooking = NewBooking & Pick<Booking, 'agent'> & { readonly id: BookingId; readonly amountDue: Paisa };

/**
 * The most booking codes that are drawn for one booking. A day has a million codes. If so many codes in a row are
 * taken, something else is wrong.
 */
const MOST_DRAWS = 100;

/** Adds an unpaid booking. Draws booking codes until one is free. */
export async function addBooking(
  needs: { readonly calendar: Calendar; readonly random: Random },
  { bookings }: { readonly bookings: Pick<BookingRepo, 'add'> },
  booking: Omit<NewBooking, 'code'>,
  passengers: readonly { readonly name: string }[],
): Promise<AddedBooking> {
  const names = passengers.map(({ name }) => name);
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const code = bookingCode(needs, booking.bookedAt);
    const id = await bookings.add({ ...booking, code }, names);
    if (id !== undefined) return { amountDue: booking.total, agent: null, ...booking, id, code };
  }
  throw new Error(`No booking code was free in ${MOST_DRAWS} draws.`);
}
