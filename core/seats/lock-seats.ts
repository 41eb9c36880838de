import type { SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../kernel/outbox.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { RefusedBecause, SeatLockStore } from './ports.ts';
import { noSeatMap } from './refusals.ts';
import { seatsChanged } from './seat-events.ts';
import type { SeatsChanged } from './seat-events.ts';
import { MOST_SEATS } from './seat-map.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ trips: TripRepo; seatLocks: SeatLockStore; events: Recorder<SeatsChanged> }>;
  readonly seatLockMinutes: number;
}

export interface LockedSeats {
  readonly granted: readonly SeatNumber[];
  readonly rejected: readonly { readonly seat: SeatNumber; readonly reason: string }[];
  readonly expiresAt: Instant;
}

const REASONS: Readonly<Record<RefusedBecause, string>> = {
  unknown: 'Not a valid seat.',
  booked: 'Already booked.',
  held: 'Currently held by another passenger.',
};

export type LockSeats = ReturnType<typeof lockSeats>;

/**
 * Holds every wanted seat that is free, for a few minutes, and lets go of the passenger's other seats on the trip.
 * A seat that cannot be held is part of the answer, not a refusal.
 */
export const lockSeats = ({ clock, transact, seatLockMinutes }: Needs) =>
  async (passenger: UserId, tripId: TripId, seats: readonly SeatNumber[]): Promise<LockedSeats> => {
    const now = clock();
    const expiresAt = minutesAfter(now, seatLockMinutes);
    const wanted = [...new Set(seats)].slice(0, MOST_SEATS);

    return transact(async ({ trips, seatLocks, events }) => {
      const trip = await trips.find(tripId);
      if (trip?.status !== 'ACTIVE') throw tripUnknown();
      if (hasDeparted(trip, now)) throw tripDeparted();
      if (!trip.bus.hasSeatMap) throw noSeatMap();

      const { held, dropped, refused } = await seatLocks.select({ tripId, passenger, wanted, expiresAt }, now);

      if (dropped.length > 0) await events.record(seatsChanged(tripId, dropped, 'AVAILABLE'), now);
      if (held.length > 0) await events.record(seatsChanged(tripId, held, 'LOCKED'), now);
      return { granted: held, rejected: refused.map(({ seat, because }) => ({ seat, reason: REASONS[because] })), expiresAt };
    });
  };
