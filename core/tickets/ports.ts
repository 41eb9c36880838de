import type { BookingStatus } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { Instant } from '../kernel/time.ts';
import type { Paisa } from '../kernel/money.ts';

/** Who sits where, and gets on where. Name and boarding point are empty where none was given. */
export interface TicketSeat {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly boardingPoint: string;
}

/** What is printed on a ticket. */
export interface Ticket {
  /** Of everything on it but names. */
  readonly language: Language;
  readonly bookingCode: string;
  /** Whose booking it is. */
  readonly passengerName: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** Local times, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly arrival: string;
  /** By seat number; empty on a bus without a seat map. */
  readonly seats: readonly TicketSeat[];
  /** How many seats or places. */
  readonly places: number;
  readonly amountPaid: Paisa;
  readonly status: BookingStatus;
  /** The content of the QR code. */
  readonly token: string;
}

/** Prints a ticket as a PDF of one A5 page in landscape. The same ticket always gives the same bytes. */
export interface TicketPrinter {
  print(ticket: Ticket): Promise<Uint8Array>;
}

/** A journey as it stands in the calendar of whoever makes it. */
export interface Journey {
  readonly language: Language;
  readonly bookingCode: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** Where its first passenger gets on; empty when none was named. */
  readonly boardingPoint: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** As in AboutBooking. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The page of the booking; null when it has none. */
  readonly page: string | null;
  /** When this is written: of two entries about one booking, programs keep the later. */
  readonly at: Instant;
}

/** Writes an iCalendar file (RFC 5545) with one entry, which has the same UID whenever it is written. */
export type WriteCalendarEntry = (journey: Journey) => Uint8Array;
