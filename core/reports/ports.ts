import type { BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import type { TripStatus } from '../trips/trip.ts';

/** What a trip has sold to passengers of its company, and what has become of the money. */
export interface TripSales {
  readonly id: TripId;
  readonly departsAt: Instant;
  readonly departedAt: Instant | null;
  readonly status: TripStatus;
  readonly source: City;
  readonly destination: City;
  readonly bus: { readonly id: BusId; readonly name: string; readonly registrationNo: string };
  /** Seats in use, or places, of the bus. */
  readonly seats: number;
  /** Those of bookings that are paid and not cancelled. */
  readonly sold: number;
  /** Of these, the ones whose passengers have got on. */
  readonly boarded: number;
  /** What all bookings cost that were ever paid, also those that were cancelled later. */
  readonly gross: Paisa;
  /** What cancelling was charged. */
  readonly fees: Paisa;
  /** What cancelled bookings cost, less the fees. */
  readonly refunds: Paisa;
  /** What is the company's in the end: of a journey that has not begun, what it will be. */
  readonly earning: Paisa;
}

export interface SalesReader {
  /** The trips of a company that depart within a span, in no particular order. */
  trips(operatorId: OperatorId, departs: Span): Promise<readonly TripSales[]>;
}
