import type { BookingId, SeatNumber } from '../kernel/ids.ts';
import type { BookingStatus } from '../bookings/booking.ts';
import type { Language } from '../kernel/text.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { CrewMember } from '../trips/crew.ts';

/** A seat with its passenger. Name and boarding point are empty when not given. */
export interface TicketSeat {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly boardingPoint: string;
}

/** The agent that sold a ticket, as the ticket names it. */
export interface SellingAgent {
  readonly name: string;
  /** The phone number for questions; null if the agent gave none. */
  readonly phone: string | null;
}

/** The content of a printed ticket. */
export interface Ticket {
  /** The language of all texts except names. */
  readonly language: Language;
  readonly bookingCode: string;
  /** The moment of the booking. It is the creation date of the printed ticket, whenever somebody prints it. */
  readonly bookedAt: Instant;
  /** The name of the person who booked online, or of the customer at the counter. */
  readonly passengerName: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** Local times, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly arrival: string;
  /**
   * The place where the first passenger gets on. `time` is a local time as above. At a place that the passenger typed
   * and the trip does not have, `time` is the departure, so that nobody comes later than the bus.
   */
  readonly gettingOn: { readonly name: string; readonly time: string };
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  /** The agent that sold the ticket, with its phone number; null unless an agent did. */
  readonly soldBy: SellingAgent | null;
  /** The crew on board; empty until the company has named them. */
  readonly crew: readonly CrewMember[];
  /** The seats with their passengers, ordered by seat number; empty on a bus without a seat map. */
  readonly seats: readonly TicketSeat[];
  /** The number of seats or places. */
  readonly places: number;
  readonly amountPaid: Paisa;
  readonly status: BookingStatus;
  /** The content of the ticket's QR code. */
  readonly token: string;
}

/** Prints a ticket as a PDF of one A5 page in landscape. The same ticket always gives the same bytes. */
export interface TicketPrinter {
  print(ticket: Ticket): Promise<Uint8Array>;
}

/** Codes of the short links to tickets. A booking keeps its code for ever. */
export interface TicketLinks {
  /**
   * Returns the booking's code. If the booking has none, `fresh` becomes its code. Rejects if another booking has
   * `fresh`.
   */
  codeOf(bookingId: BookingId, fresh: string): Promise<string>;
  find(code: string): Promise<BookingId | undefined>;
}

/** Codes of the links by which passengers share their journeys. A booking has at most one at a time. */
export interface LiveLinks extends TicketLinks {
  /** Deletes the booking's code, if it has one. */
  end(bookingId: BookingId): Promise<void>;
  /**
   * Deletes at most `limit` codes of bookings without a valid ticket, or whose trips arrived before a moment by the
   * plan. Returns their number.
   */
  prune(before: Instant, limit: number): Promise<number>;
}
