import { reaches } from '../accounts/membership.ts';
import { shareCompany } from '../companies/lock-company.ts';
import { positionTooLow } from '../companies/refusals.ts';
import type { TripId } from '../kernel/ids.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { type Clock, type Instant, hoursAfter, minutesAfter, toIso } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { departsFrom, lastStop } from '../trips/sections.ts';
import { type Taps, leftAt, tapped, withTap, withoutTaps } from '../trips/taps.ts';
import { type Conductor, actorOf, lockConductor } from './conductor.ts';
import { PLANNED_MINUTES } from './depart-trip.ts';
import { EARLIEST_HOURS } from './judge-scan.ts';
import { tooEarly } from './refusals.ts';
import { standsFrom, TAKEN_BACK_MINUTES } from './undepart-trip.ts';
import type { BoardingStores, BoardingWorld } from './world.ts';

/** The person who reports that a bus left a stop: the crew on board, or a member of the office staff. */
export interface Tapper extends Conductor {
  readonly isOffice: boolean;
}

export interface StopTap {
  readonly stop: number;
  /** The moment of the report. If it is undefined or in the future, the present time is used. */
  readonly at?: Instant | undefined;
}

export interface StopLeft {
  readonly stop: number;
  readonly leftAt: Instant | null;
  readonly departedAt: Instant | null;
}

export type LeaveStop = ReturnType<typeof leaveStop>;

/**
 * Records that a bus has left a stop, and all stops before it. A phone without a signal sends its reports later, in any
 * order.
 */
export const leaveStop =
  ({ clock, calendar, transact }: BoardingWorld) =>
  async (
    tapper: Tapper,
    id: TripId,
    { early, ...tap }: StopTap & { readonly early: boolean },
    keep?: KeepResult<StopLeft>,
  ): Promise<StopLeft> =>
    transact(async (stores) => {
      await admitTapper(stores, tapper);
      const { before, now, at } = await tappedTrip(stores, clock, tapper, id, tap);
      const { stop } = tap;
      if (before.status === 'CANCELLED') throw tripCancelled();
      const planned = departsFrom(before, stop);
      if (at < hoursAfter(planned, -EARLIEST_HOURS)) throw tooEarly('hours before');
      if (!early && at < minutesAfter(planned, -PLANNED_MINUTES)) throw tooEarly('unasked');
      const after = await save(stores, before, withTap(before.taps, { stop, at }));
      const left = leftAt(after.taps.left, stop);
      // The first report about any stop says that the trip has departed, too.
      for (const one of stop === 0 ? [0] : [0, stop]) {
        if (leftAt(before.taps.left, one) !== null || leftAt(after.taps.left, one) === null) continue;
        await stores.trail.add(
          {
            kind: one === 0 ? 'TRIP_DEPARTED' : 'STOP_LEFT',
            actor: actorOf(tapper),
            operatorId: tapper.operatorId,
            subject: { type: 'schedule', id },
            changes: changesBetween(told(before, one), told(after, one)),
            description:
              one === 0
                ? `Said that the trip of ${calendar.text(before.departsAt)} has departed.`
                : `Said that the bus of the trip of ${calendar.text(before.departsAt)} has left stop ${one}.`,
          },
          now,
        );
      }
      const result = { stop, leftAt: left, departedAt: after.departedAt };
      await keep?.(result, stores);
      return result;
    });

export type TakeStopBack = ReturnType<typeof takeStopBack>;

/** Removes the reports that a bus left a stop and all later stops. Keeps reports that were made after `tap.at`. */
export const takeStopBack =
  ({ clock, calendar, transact }: BoardingWorld) =>
  async (tapper: Tapper, id: TripId, tap: StopTap): Promise<void> =>
    transact(async (stores) => {
      const isManager = await admitTapper(stores, tapper);
      const { before, now, at } = await tappedTrip(stores, clock, tapper, id, tap);
      const { stop } = tap;
      const left = leftAt(before.taps.left, stop);
      const taps = withoutTaps(before.taps, { stop, at });
      if (left !== null && taps.left.length < before.taps.left.length) {
        if (before.status === 'CANCELLED') throw tripCancelled();
        if (before.departedAt !== null && leftAt(taps.left, 0) === null) {
          if (!isManager) throw positionTooLow('MANAGER');
          if (at >= standsFrom(before)) throw tripDeparted();
        } else if (at > minutesAfter(left, TAKEN_BACK_MINUTES)) throw tripDeparted();
      }
      const after = await save(stores, before, taps);
      // Without any report, the trip has not departed either.
      for (const one of stop === 0 ? [0] : [stop, 0]) {
        if (leftAt(before.taps.left, one) === null || leftAt(after.taps.left, one) !== null) continue;
        await stores.trail.add(
          {
            kind: one === 0 ? 'TRIP_UNDEPARTED' : 'STOP_TAKEN_BACK',
            actor: actorOf(tapper),
            operatorId: tapper.operatorId,
            subject: { type: 'schedule', id },
            changes: changesBetween(told(before, one), told(after, one)),
            description:
              one === 0
                ? `Took back that the trip of ${calendar.text(before.departsAt)} has departed.`
                : `Took back that the bus of the trip of ${calendar.text(before.departsAt)} has left stop ${one}.`,
          },
          now,
        );
      }
    });

/** Checks inside the transaction that the person may report stops. Returns whether the person may undo a departure. */
export async function admitTapper(stores: BoardingStores, tapper: Tapper): Promise<boolean> {
  const { operatorId, sender } = tapper;
  if (!tapper.isOffice || !('userId' in sender)) {
    await lockConductor(stores, tapper);
    return true;
  }
  const { membership } = await shareCompany(stores, { ...sender, operatorId }, 'CLERK');
  return reaches(membership.position, 'MANAGER');
}

interface TappedTrip {
  readonly before: PlannedTrip;
  readonly now: Instant;
  readonly at: Instant;
}

async function tappedTrip(
  { plannedTrips }: BoardingStores,
  clock: Clock,
  { operatorId }: Conductor,
  id: TripId,
  { stop, at }: StopTap,
): Promise<TappedTrip> {
  const before = await plannedTrips.lock(id);
  // A bus cannot leave its last stop.
  if (before?.operatorId !== operatorId || stop >= lastStop(before)) throw noSuchTrip();
  const now = clock();
  return { before, now, at: at !== undefined && at < now ? at : now };
}

async function save({ plannedTrips }: BoardingStores, before: PlannedTrip, taps: Taps): Promise<PlannedTrip> {
  const after = tapped(before, taps);
  if (taps !== before.taps) await plannedTrips.save([after]);
  return after;
}

const told = ({ taps }: PlannedTrip, stop: number): Record<string, string | null> => {
  const at = leftAt(taps.left, stop);
  return { [stop === 0 ? 'departed_at' : `stops[${stop}].left_at`]: at === null ? null : toIso(at) };
};
