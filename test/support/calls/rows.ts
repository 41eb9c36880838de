import type {
  BookingId,
  BusId,
  OperatorId,
  PaymentId,
  RefundId,
  SeatNumber,
  TimetableId,
  TripId,
  UserId,
} from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TripFilter, TripOrder } from '../../../core/trips/ports.ts';
import { PRESENT } from '../large-database-rows.ts';

/**
 * The files of this folder call every method of every store and view once, on the rows of large-database-rows.ts. So
 * every SQL statement runs. A method without a call is a type error.
 */

export type Call<Given> = (given: Given) => Promise<unknown>;

/**
 * Marks a method whose speed does not matter. No request calls the method, and jobs call it at most once a minute.
 * Examples are methods for imports, audits and tests.
 */
export const seldom = 'seldom';

export type Calls<Given, Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (...given: never) => unknown
    ? Call<Given> | typeof seldom
    : Calls<Given, Part[Name]>;
};

export const NOW = PRESENT as Instant;
export const [LATER, SINCE] = [minutesAfter(NOW, 10), daysAfter(NOW, -1)];
export const LIMIT = 100;
/**
 * Row N of every table of the large test database. Its trip is upcoming, on a bus with a seat map. The row's hold and
 * paid booking are on that trip.
 */
export const N = 60_001;
export const [USER, OTHER, TRIP, BOOKING, PAYMENT, REFUND] = [
  N as UserId,
  7 as UserId,
  N as TripId,
  N as BookingId,
  N as PaymentId,
  N as RefundId,
];
export const OPERATOR = 7 as OperatorId;
/** A bus with a seat map and trips. */
export const BUS = 2 as BusId;
export const TRIPS = [60_001, 61_001] as unknown as readonly TripId[];
/** A timetable of the company. The trip in row N was made from this timetable. */
export const TIMETABLE = 6 as TimetableId;
/** The row of a booking that waits for its payment, on a bus without a seat map. */
export const WAITING = 70_005;
/** The seat that is held in row N. */
export const HELD = 'S1' as SeatNumber;
export const FREE = ['S5', 'S6'] as unknown as readonly SeatNumber[];
export const LOCKOUT = { maxAttempts: 5, minutes: 15 };

export const filter = (order: TripOrder, more: Partial<TripFilter> = {}): TripFilter => ({
  departs: { start: NOW },
  order,
  limit: LIMIT,
  ...more,
});
export const ENDS = { origin: 'City 2', destination: 'City 3' };
