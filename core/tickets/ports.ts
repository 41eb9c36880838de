import type { BookingStatus } from '../bookings/booking.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** What is printed on a ticket. */
export interface Ticket {
  readonly bookingCode: string;
  readonly passengerName: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly companyName: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** Local times, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly arrival: string;
  /** Seat numbers, sorted, such as `A1, A2`; or the count of places on a bus without a seat map, such as `2 seats`. */
  readonly seats: string;
  readonly amountPaid: Paisa;
  readonly status: BookingStatus;
  /** The content of the QR code. */
  readonly token: string;
}

/** Prints a ticket as a PDF of one A5 page in landscape. The same ticket always gives the same bytes. */
export interface TicketPrinter {
  print(ticket: Ticket): Promise<Uint8Array>;
}

/** What the QR code of a ticket proves. */
export interface TicketToken {
  readonly bookingId: BookingId;
  readonly bookingCode: string;
}
