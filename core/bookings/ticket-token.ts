import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Booking } from './booking.ts';

/** What the QR code of a ticket proves. */
export interface TicketToken {
  readonly bookingId: BookingId;
  readonly bookingCode: string;
}

export interface TicketSigning {
  readonly ticketTokens: StringSigner<TicketToken>;
}

/** Signed with what never changes of a booking, so that it is the same whenever, and by whomever, it is asked for. */
export const ticketTokenOf = (
  { ticketTokens }: TicketSigning,
  { id, code, bookedAt }: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => ticketTokens.sign({ bookingId: id, bookingCode: code }, bookedAt);
