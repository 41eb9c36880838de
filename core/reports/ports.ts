import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import type { TripStatus } from '../trips/trip.ts';

/** The sales of a trip: those of the whole road with the money of all bookings, or those of one section. */
export interface TripSales {
  readonly id: TripId;
  readonly departsAt: Instant;
  readonly departedAt: Instant | null;
  readonly status: TripStatus;
  readonly source: City;
  readonly destination: City;
  readonly bus: { readonly id: BusId; readonly name: string; readonly registrationNo: string };
  /**
   * The trip that the section belongs to, because a section offers no seats of its own. Undefined for the whole road.
   */
  readonly whole?: Pick<TripSales, 'departsAt' | 'source' | 'destination'>;
  /** The number of the bus's seats in use, or of its places. */
  readonly seats: number;
  /** The number of parts between neighbouring stops. */
  readonly parts: number;
  /** Seats sold on each part, added up, of the bookings of all sections. */
  readonly partsSold: number;
  /** Seats of paid bookings that are not cancelled. */
  readonly sold: number;
  /** Sold seats whose passengers have boarded. */
  readonly boarded: number;
  /** The price of all bookings that were ever paid, including cancelled ones. */
  readonly gross: Paisa;
  /** The sum of the cancellation fees. */
  readonly fees: Paisa;
  /** The price of cancelled bookings, less the fees. */
  readonly refunds: Paisa;
  /** The company's earnings. Before departure, its expected earnings. */
  readonly earning: Paisa;
}

export interface SalesReader {
  /** A company's trips that depart within a span, and sales of sections that depart within it, unordered. */
  trips(operatorId: OperatorId, departs: Span): Promise<readonly TripSales[]>;
}

/** Key figures of one day, and the number of open payments. */
export interface Figures {
  /** Texts that wait to be sent. */
  readonly smsBacklog: number;
  /** The number of SMS parts sent within the day. */
  readonly smsPartsSent: number;
  /** Paid bookings made within the day. */
  readonly bookings: number;
  /** The total price of the paid bookings made within the day. */
  readonly gross: Paisa;
  /** Booked seats of trips that depart within the day. */
  readonly seatsSold: number;
  /** All seats of trips that depart within the day. */
  readonly seatsOffered: number;
  /** Unsettled payments that were started before a given moment. */
  readonly paymentsOpen: number;
  /** Payments for which an administrator has to name the amount that arrived. */
  readonly paymentsUnclear: number;
  readonly reviewsWaiting: number;
  readonly mailBacklog: number;
}

/** The paid bookings made within a day, and their total price. */
export type Taken = Pick<Figures, 'bookings' | 'gross'>;

export interface FiguresReader {
  read(day: Span, openSince: Instant, now: Instant): Promise<Figures>;
  /** The sales of each of the days, in their order. */
  taken(days: readonly Span[]): Promise<readonly Taken[]>;
}
