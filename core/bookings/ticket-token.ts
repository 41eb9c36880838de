import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Booking } from './booking.ts';

/** The content of a ticket's QR code. */
export interface TicketToken {
  readonly bookingId: BookingId;
  readonly bookingCode: string;
}

export interface TicketSigning {
  readonly ticketTokens: StringSigner<TicketToken>;
}

/**
 * Makes the token of a ticket. Signs facts of a booking that never change, so that every request gets the same token.
 */
export const ticketTokenOf = (
  { ticketTokens }: TicketSigning,
  { id, code, bookedAt }: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => ticketTokens.sign({ bookingId: id, bookingCode: code }, bookedAt);
