import { type Booking, isTicketed } from '../bookings/booking.ts';
import { isWholeCode } from '../bookings/booking-code.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import { foldedCode } from '../kernel/folding.ts';
import type { BookingId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TokenDigests } from './device-ports.ts';
import type { IssuedTicket } from './ports.ts';
import type { Scan } from './scan.ts';
import type { BoardingWorld } from './world.ts';

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

/**
 * The booking that a scan names. `code` comes from the ticket's token. After a backup was restored, `id` may belong to
 * another booking, which has another code.
 */
export interface NamedBooking {
  readonly id: BookingId;
  readonly code?: string;
}

type Typed = Extract<Scan['ticket'], { readonly reference: string }>;

/** Whether a conductor typed a whole booking code, or the end of a code. */
const isWhole = (ticket: Scan['ticket']): ticket is Typed => 'reference' in ticket && isWholeCode(ticket.reference);
const isEnd = (ticket: Scan['ticket']): ticket is Typed => 'reference' in ticket && !isWholeCode(ticket.reference);

/**
 * Finds the booking that each scan names, if any. Runs before the transaction, because making the tokens of all tickets
 * of a trip takes time. The data in a token never changes.
 */
export async function findTickets(
  needs: BoardingWorld,
  operatorId: OperatorId,
  scans: readonly Scan[],
  now: Instant,
): Promise<(scan: Scan) => NamedBooking | undefined> {
  const trips = [
    ...new Set(scans.flatMap(({ ticket, tripId }) => ('hash' in ticket || isEnd(ticket) ? [tripId] : []))),
  ];
  const issued = trips.length === 0 ? [] : await needs.boardingViews.tickets(operatorId, trips);
  const typed = [...new Set(scans.flatMap(({ ticket }) => (isWhole(ticket) ? [ticket.reference.toUpperCase()] : [])))];
  const whole = typed.length === 0 ? [] : await needs.boardingViews.byCode(operatorId, typed);
  const endingWith = (tripId: TripId, reference: string): readonly IssuedTicket[] =>
    issued.filter(
      (ticket) => ticket.tripId === tripId && isTicketed(ticket.status) && foldedCode(ticket.code).endsWith(reference),
    );
  const hasHashes = scans.some(({ ticket }) => 'hash' in ticket);
  const byHash = new Map(
    (hasHashes ? issued : []).map((ticket) => [`${ticket.tripId} ${ticketHashOf(needs, ticket)}`, ticket.id]),
  );

  return ({ ticket, tripId }) => {
    if ('bookingId' in ticket) return { id: ticket.bookingId };
    if ('hash' in ticket) {
      const id = byHash.get(`${tripId} ${ticket.hash}`);
      return id && { id };
    }
    if ('reference' in ticket) {
      const { reference } = ticket;
      const [found, ...others] = isWhole(ticket)
        ? whole.filter(({ code }) => foldedCode(code) === reference)
        : endingWith(tripId, reference);
      return found && others.length === 0 ? { id: found.id, code: found.code } : undefined;
    }
    const opened = needs.ticketTokens.open(ticket.token, now);
    return opened && { id: opened.bookingId, code: opened.bookingCode };
  };
}
