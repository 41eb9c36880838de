import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import type { Booking } from '../bookings/booking.ts';
import type { TokenDigests } from './device-ports.ts';

export interface TicketHashing extends TicketSigning {
  /** Digests by which a phone knows a token that it is shown, and from which it can make none. */
  readonly ticketHashes: TokenDigests;
}

/** The hash of the ticket of a booking. */
export const ticketHashOf = (
  { ticketHashes, ...signing }: TicketHashing,
  booking: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => ticketHashes.of(ticketTokenOf(signing, booking));
