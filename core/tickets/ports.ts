import type { BookingStatus } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { Paisa } from '../kernel/money.ts';
import type { CrewMember } from '../trips/crew.ts';

/** A seat with its passenger. Name and boarding point are empty when not given. */
export interface TicketSeat {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly boardingPoint: string;
}

/** The content of a printed ticket. */
export interface Ticket {
  /** The language of all texts except names. */
  readonly language: Language;
  readonly bookingCode: string;
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
   * The place where the first passenger gets on. `time` is a local time as above; null if the trip does not have this
   * place.
   */
  readonly gettingOn: { readonly name: string; readonly time: string | null };
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
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

/** A journey as written to a calendar. */
export interface Journey {
  readonly language: Language;
  readonly bookingCode: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** The first passenger's boarding point; empty when not given. */
  readonly boardingPoint: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** The seat numbers, ordered; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
  /** The moments at which the first passenger gets on and off. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The URL of the booking's page; null for a counter sale. */
  readonly page: string | null;
  /** The moment of writing the entry. Calendar programs replace an entry by a newer one about the same booking. */
  readonly at: Instant;
}

/** Writes an iCalendar file (RFC 5545) with one entry. A booking's entry always has the same UID. */
export type WriteCalendarEntry = (journey: Journey) => Uint8Array;
