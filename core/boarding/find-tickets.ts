import type { Booking } from '../bookings/booking.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import type { BookingId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TokenDigests } from './device-ports.ts';
import type { BoardingViews } from './ports.ts';
import type { Scan } from './scan.ts';

export interface TicketHashing extends TicketSigning {
  /** Hashes tokens of tickets. A phone recognises a scanned token by its hash, but cannot make a token from it. */
  readonly ticketHashes: TokenDigests;
}

/** The hash of a booking's ticket. */
export const ticketHashOf = (
  { ticketHashes, ...signing }: TicketHashing,
  booking: Pick<Booking, 'id' | 'code' | 'bookedAt'>,
): string => ticketHashes.of(ticketTokenOf(signing, booking));

interface Needs extends TicketHashing {
  readonly boardingViews: Pick<BoardingViews, 'tickets'>;
}

/**
 * The booking that a scan names. A token also contains the code: after a restored backup the id may belong to another
 * booking.
 */
export interface NamedBooking {
  readonly id: BookingId;
  readonly code?: string;
}

/**
 * Finds the booking that each scan names, if any. Runs before the transaction, because making the tokens of all tickets
 * of a trip takes time. The parts of a token never change.
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
