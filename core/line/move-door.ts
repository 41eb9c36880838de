import type { UserId } from '../kernel/ids.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import { openingFaults } from '../trips/sale-opening.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { doorNameOf } from './door.ts';
import { doorExists, doorOpen, doorUnknown } from './door-refusals.ts';
import { type OfficeDoor, findDoor, officeDoor } from './view-office-door.ts';
import type { LineWorld } from './world.ts';

/** The new moment of an opening, and why it moves. */
export interface DoorMove {
  readonly opensAt: Instant;
  readonly reason: string;
}

export type MoveDoor = ReturnType<typeof moveDoor>;

/**
 * Moves an opening to another moment, with its trips, timetables and places. Whoever joined is told by a job. Returns
 * the door with its new name.
 *
 * @throws Refusal VALIDATION for a moment that no trip could be given, DOOR_OPEN once the order is drawn, DOOR_EXISTS
 */
export const moveDoor =
  (world: LineWorld) =>
  async (
    admin: UserId,
    name: string,
    { opensAt, reason }: DoorMove,
    keep?: KeepResult<OfficeDoor>,
  ): Promise<OfficeDoor> => {
    const { clock, calendar, officeTrips, doorTerms } = world;
    const { opensAt: before } = await findDoor(world)(name);
    const departures = (await officeTrips.openingAt([before], clock())).map(({ departsAt }) => departsAt);
    const departsAt = departures.length === 0 ? undefined : (Math.min(...departures) as Instant);
    const bounds = { calendar, now: clock(), stepMinutes: doorTerms.stepMinutes, departsAt };
    refuseFaults(openingFaults(opensAt, bounds).map(({ message }) => ({ field: 'opens_at', message })));

    return world.transact(async (stores) => {
      const { doors, waits, trail } = stores;
      // Trips are locked before doors, as by everybody who gives a trip its moment.
      for (const trip of await doors.tripsAt(before)) await waits.lockTrip(trip);
      const door = await doors.lock(before);
      if (!door) throw doorUnknown();
      const now = clock();
      if (door.drawn !== null || now >= before) throw doorOpen();
      if (await doors.lock(opensAt)) throw doorExists();
      if (!(await doors.move(door, { opensAt, reason }, now))) throw doorExists();
      await trail.add(
        {
          kind: 'DOOR_MOVED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'door', id: door.id },
          changes: { opens_at: { old: toIso(before), new: toIso(opensAt) } },
          description: `Moved the opening ${doorNameOf(before)} to ${doorNameOf(opensAt)}: ${reason}`,
        },
        now,
      );
      const moved = await officeDoor(world, stores, { ...door, opensAt }, { now });
      await keep?.(moved, stores);
      return moved;
    });
  };
