import type { SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Language } from '../kernel/text.ts';
import type { AccountSms, BookingSms, CodeSms, DoorSms, OfferSms } from './sms.ts';

/** The facts about a booking that a text message needs, as they are when the message is sent. */
export interface BookingSmsFacts {
  readonly language: Language;
  readonly bookingCode: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly registrationNo: string;
  /** The seat numbers, ordered; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
  /** The first passenger's boarding point; null if none was chosen. */
  readonly boarding: BoardingFact | null;
  /** The code of the short link to the ticket; null in text messages without a link. */
  readonly ticketCode: string | null;
  /**
   * The page where passengers name the bank or wallet account for refunds. Null for a counter sale: its message names a
   * phone number to call.
   */
  readonly page: string | null;
  /** Whether the ticket is valid: paid, not cancelled, and the trip goes. */
  readonly isTicketValid: boolean;
  readonly companyName: string;
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  /** The name of the agent that sold the booking; null unless an agent did. */
  readonly agentName: string | null;
  /** The refund of a cancelled booking; null without a refund, and in text messages of other kinds. */
  readonly refund: { readonly amount: Paisa; readonly asksForAccount: boolean } | null;
  /** Whether the agent that sold a cancelled booking gives the money back. */
  readonly agentPaysBack: boolean;
}

/** A place where a passenger gets on. */
export interface BoardingFact {
  readonly point: string;
  /** The local time at which the bus is at the place, `HH:MM`; null for a point that the trip does not list. */
  readonly time: string | null;
}

/** Writes a text message of at most two parts. */
export type WriteSms = (sms: CodeSms | AccountSms | OfferSms | DoorSms | (BookingSms & BookingSmsFacts)) => string;
