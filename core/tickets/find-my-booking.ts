import { type Origin, checkPresent } from '../accounts/account.ts';
import {
  type CheckPhoneCodeNeeds,
  type PhoneProof,
  checkPhoneCode,
  openPhoneTicket,
} from '../accounts/check-phone-code.ts';
import type { AccountStores } from '../accounts/ports.ts';
import { codeInvalid } from '../accounts/refusals.ts';
import { isWholeCode } from '../bookings/booking-code.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import { Refusal } from '../kernel/refusal.ts';
import { foldedCode } from '../kernel/folding.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import { smsNumberOf } from '../payments/sms-number.ts';
import { noBookingOfNumber } from './refusals.ts';

interface Needs extends CheckPhoneCodeNeeds, TicketSigning {
  readonly transact: Transact<Pick<AccountStores, 'users' | 'phoneCodes' | 'loginLog'>>;
  readonly officeBookings: Pick<OfficeBookings, 'list'>;
}

export type FindMyBooking = ReturnType<typeof findMyBooking>;

/**
 * Returns the ticket token of a booking to a person who proves the booking's phone number. So a person without an
 * account can replace a lost text message. The booking's phone number is the number in the counter sale, or the
 * verified number of the account that booked. A person with any other number learns nothing about the booking. A
 * correct SMS code stays valid until a booking is found.
 */
export const findMyBooking =
  ({ transact, officeBookings, ...needs }: Needs) =>
  async (proof: PhoneProof, typedCode: string, origin: Origin): Promise<string> => {
    checkPresent({ booking_code: typedCode });
    const ticket = openPhoneTicket(needs, proof, 'FIND');
    const proved = await transact((stores) =>
      checkPhoneCode(needs, stores, { ticket, code: proof.code, origin }, needs.clock()),
    );
    if (proved instanceof Refusal) throw proved;

    const booking = await withCode(officeBookings, typedCode);
    if (!booking || smsNumberOf(booking, 'CANCELLED') !== proved.phone) throw noBookingOfNumber();
    if (!(await transact(({ phoneCodes }) => phoneCodes.use(ticket)))) throw codeInvalid();
    return ticketTokenOf(needs, booking);
  };

async function withCode({ list }: Needs['officeBookings'], typed: string): Promise<OfficeBooking | undefined> {
  const code = foldedCode(typed).replaceAll('-', '');
  if (!isWholeCode(code)) return undefined;
  const { rows } = await list({ q: code }, { limit: 1 });
  return rows[0];
}
