import type { Origin } from '../accounts/account.ts';
import { type PhoneProof, checkPhoneCode, openPhoneTicket } from '../accounts/check-phone-code.ts';
import { codeInvalid } from '../accounts/refusals.ts';
import { isWholeCode } from '../bookings/booking-code.ts';
import type { BookingOfNumber, NumberSearch } from '../bookings/ports.ts';
import { shownSince } from '../bookings/shown-bookings.ts';
import { ticketTokenOf } from '../bookings/ticket-token.ts';
import { Refusal } from '../kernel/refusal.ts';
import { foldedCode } from '../kernel/folding.ts';
import type { Instant } from '../kernel/time.ts';
import type { TicketWorld } from './world.ts';
import { noBookingOfNumber } from './refusals.ts';

/** The most bookings that one search returns, the newest ones. */
const MOST_FOUND = 100;

/** A booking with the content of its ticket's QR code. */
export interface FoundBooking extends BookingOfNumber {
  readonly token: string;
}

export type FindMyBooking = ReturnType<typeof findMyBooking>;

/**
 * Returns the bookings, with their tickets, of a person who proves the bookings' phone number. So a person without an
 * account can replace a lost text message. A booking's phone number is the number in the counter sale, or the verified
 * number of the account that booked. A booking code picks one of them, however long ago its bus left. A person with any
 * other number learns nothing about a booking. A correct SMS code stays valid until a booking is found.
 */
export const findMyBooking =
  (world: TicketWorld) =>
  async (proof: PhoneProof, typedCode: string, origin: Origin): Promise<readonly FoundBooking[]> => {
    const { clock, transact, bookingViews } = world;
    const ticket = openPhoneTicket(world, proof, 'FIND');
    const now = clock();
    const proved = await transact((stores) => checkPhoneCode(world, stores, { ticket, code: proof.code, origin }, now));
    if (proved instanceof Refusal) throw proved;

    const search = searchFor(typedCode, now);
    const found = search ? await bookingViews.ofNumber(proved.phone, search, MOST_FOUND) : [];
    if (found.length === 0) throw noBookingOfNumber();
    if (!(await transact(({ phoneCodes }) => phoneCodes.use(ticket)))) throw codeInvalid();
    return found.map((booking) => ({ ...booking, token: ticketTokenOf(world, booking) }));
  };

/** Undefined for a typed text that is no booking code. */
function searchFor(typedCode: string, now: Instant): NumberSearch | undefined {
  const code = foldedCode(typedCode).replaceAll('-', '');
  if (code === '') return { departedSince: shownSince(now) };
  return isWholeCode(code) ? { code: code.toUpperCase() } : undefined;
}
