import type { SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, minutesAfter, minutesBetween, secondsBetween } from '../kernel/time.ts';
import type { HeldTrip, HoldRun, LastingRun } from './ports.ts';
import { tooManyHolds } from './refusals.ts';

/*
 * Limits against hoarding. A hold costs nothing and can be renewed. Without limits, one account could keep the seats of
 * many trips from everybody else.
 */

/** The number of trips on which an account may hold seats at a time. */
const MOST_TRIPS_HELD = 5;
/**
 * The longest time for which a passenger may hold a seat, in minutes. Then the passenger must pause for PAUSE_MINUTES.
 * A shorter pause does not interrupt the holding period.
 */
const LONGEST_MINUTES = 60;
const PAUSE_MINUTES = 1;

/** Holding periods that ended at or before this moment no longer count. */
export const forgottenAt = (now: Instant): Instant => minutesAfter(now, -PAUSE_MINUTES);

/** Refuses a hold if the passenger already holds seats on MOST_TRIPS_HELD other trips. */
export function refuseMoreTrips(held: readonly HeldTrip[], tripId: TripId, now: Instant): void {
  const others = held.filter((trip) => trip.tripId !== tripId);
  if (others.length < MOST_TRIPS_HELD) return;
  throw tooManyHolds(MOST_TRIPS_HELD, secondsBetween(now, Math.min(...others.map(({ until }) => until)) as Instant));
}

/** The seats that the passenger has held for the longest allowed time. */
export const heldTooLong = (runs: readonly HoldRun[], now: Instant): ReadonlySet<SeatNumber> =>
  new Set(runs.filter(({ since }) => minutesBetween(since, now) >= LONGEST_MINUTES).map(({ seat }) => seat));

/**
 * The holding period of each seat that a passenger holds now. A known period keeps its beginning, and ends at the
 * latest LONGEST_MINUTES later.
 */
export function lastingRuns(
  held: readonly SeatNumber[],
  known: readonly HoldRun[],
  now: Instant,
  until: Instant,
): readonly LastingRun[] {
  const beginnings = new Map(known.map(({ seat, since }) => [seat, since]));
  return held.map((seat) => {
    const since = beginnings.get(seat);
    if (since === undefined) return { seat, since: now, until };
    return { seat, since, until: Math.min(until, minutesAfter(since, LONGEST_MINUTES)) as Instant };
  });
}

/**
 * The holding periods of seats that a passenger has just booked. They last until the payment deadline, so that nobody
 * gets a new hour by booking and cancelling.
 */
export const bookedRuns = (
  booked: readonly SeatNumber[],
  known: readonly HoldRun[],
  now: Instant,
  paymentDeadline: Instant,
): readonly LastingRun[] =>
  lastingRuns(booked, known, now, paymentDeadline).map((run) => ({ ...run, until: paymentDeadline }));
