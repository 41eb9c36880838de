import type { Booking } from '../bookings/booking.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import type { BookingId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TokenDigests } from './device-ports.ts';
import type { BoardingViews } from './ports.ts';
import type { Scan } from './scan.ts';

export interface TicketHashing extends TicketSigning {
  /**
   * Hashes the tokens of tickets. A phone compares a scanned token with the hashes, but cannot make a token from a
   * hash.
   */
  readonly ticketHashes: TokenDigests;
}

/** The hash of the token in the ticket of a booking. */
export const ticketHashOf = (
  { ticketHashes, ...signing }: TicketHashing,
  booking: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => ticketHashes.of(ticketTokenOf(signing, booking));

interface Needs extends TicketHashing {
  readonly boardingViews: Pick<BoardingViews, 'tickets'>;
}

/**
 * The booking that a scan names. `code` comes from the ticket's token. After a backup was restored, `id` may belong to
 * another booking, which has another code.
 */
export interface NamedBooking {
  readonly id: BookingId;
  readonly code?: string;
}

/**
 * Finds the booking that each scan names, if any. Runs before the transaction, because making the tokens of all tickets
 * of a trip takes time. The data in a token never changes.
 */
export async function findTickets(
  needs: Needs,
  operatorId: OperatorId,
  scans: readonly Scan[],
  now: Instant,
): Promise<(scan: Scan) => NamedBooking | undefined> {
  const trips = [...new Set(scans.flatMap(({ ticket, tripId }) => ('hash' in ticket ? [tripId] : [])))];
  const issued = trips.length === 0 ? [] : await needs.boardingViews.tickets(operatorId, trips);
  const byHash = new Map(issued.map((ticket) => [`${ticket.tripId} ${ticketHashOf(needs, ticket)}`, ticket.id]));

  return ({ ticket, tripId }) => {
    if ('bookingId' in ticket) return { id: ticket.bookingId };
    if ('hash' in ticket) {
      const id = byHash.get(`${tripId} ${ticket.hash}`);
      return id && { id };
    }
    const opened = needs.ticketTokens.open(ticket.token, now);
    return opened && { id: opened.bookingId, code: opened.bookingCode };
  };
}
