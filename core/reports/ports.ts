import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import type { TripStatus } from '../trips/trip.ts';

/**
 * The sales of one trip: either from bookings of the whole trip, or from bookings of one section (from one stop to a
 * later one).
 */
export interface TripSales {
  readonly id: TripId;
  readonly departsAt: Instant;
  readonly departedAt: Instant | null;
  readonly status: TripStatus;
  readonly source: City;
  readonly destination: City;
  readonly bus: { readonly id: BusId; readonly name: string; readonly registrationNo: string };
  /** The trip that the section belongs to; undefined for sales of the whole trip. */
  readonly whole?: Pick<TripSales, 'departsAt' | 'source' | 'destination'>;
  /** The number of seats for sale on the bus; without a seat map, its number of places. Zero for a section. */
  readonly seats: number;
  /** The number of parts of the trip, each from one stop to the next. Zero for a section. */
  readonly parts: number;
  /**
   * The numbers of seats sold on each part of the trip, added up over all parts. Includes bookings of sections. Zero
   * for a section.
   */
  readonly partsSold: number;
  /** Seats of paid bookings that are not cancelled. */
  readonly sold: number;
  /** Sold seats whose passengers have boarded. */
  readonly boarded: number;
  /** The total price of all bookings that were ever paid, including cancelled ones. */
  readonly gross: Paisa;
  /** The sum of the fees for cancellations and changes of bookings. */
  readonly fees: Paisa;
  /** The total price of cancelled bookings and cancelled seats, less the fees. */
  readonly refunds: Paisa;
  /** The company's earnings; before departure, the expected earnings. */
  readonly earning: Paisa;
}

export interface SalesReader {
  /** Reads a company's sales of whole trips and of sections that depart within a span. Unordered. */
  trips(operatorId: OperatorId, departs: Span): Promise<readonly TripSales[]>;
}

/** Key figures of one day, and the numbers of tasks that are open now. */
export interface Figures {
  /** The number of text messages that wait to be sent. */
  readonly smsBacklog: number;
  /** The number of SMS parts sent within the day. */
  readonly smsPartsSent: number;
  /** Paid bookings made within the day. */
  readonly bookings: number;
  /** The total price of the paid bookings made within the day. */
  readonly gross: Paisa;
  /** Booked seats of trips that depart within the day. */
  readonly seatsSold: number;
  /** All seats, sold or not, of trips that depart within the day. */
  readonly seatsOffered: number;
  /** Unsettled payments that were started at or before `openSince`. */
  readonly paymentsOpen: number;
  /** Payments for which an administrator has to name the amount that arrived. */
  readonly paymentsUnclear: number;
  readonly reviewsWaiting: number;
  readonly mailBacklog: number;
  /** The number of events that still have to be sent to a webhook. */
  readonly webhookBacklog: number;
  /** The number of agents that owe more than their credit limit. */
  readonly agentsOverCredit: number;
}

/** The number of paid bookings made within a day, and their total price. */
export type Taken = Pick<Figures, 'bookings' | 'gross'>;

export interface FiguresReader {
  read(day: Span, openSince: Instant, now: Instant): Promise<Figures>;
  /** The sales of each day, in the order of `days`. */
  taken(days: readonly Span[]): Promise<readonly Taken[]>;
}
