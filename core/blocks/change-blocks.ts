import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import { doneBy } from '../companies/member-trail.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { SeatsOfTripChanged } from '../fleet/replace-seat-map.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { PlannedTrips } from '../trips/planned-trips.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import { placesOf, seatsOf, toldBlocks } from './block.ts';
import type { Block } from './block.ts';
import type { TripBlocks } from './ports.ts';
import { blocksChanged } from './refusals.ts';
import { refuseTaken, wantedBlocks } from './wanted-blocks.ts';
import type { GivenBlock } from './wanted-blocks.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly plannedTrips: Pick<PlannedTrips, 'find'>;
  readonly blocks: TripBlocks;
  readonly events: Recorder<SeatsOfTripChanged>;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type ChangeBlocks = ReturnType<typeof changeBlocks>;

/**
 * Makes what is given all that the company keeps of a trip from being sold. `isKnown` says whether the caller has seen
 * what is blocked so far: of two who change the same list at once, the second is told so.
 */
export const changeBlocks =
  ({ clock, transact }: Needs) =>
  async (
    member: Member,
    id: TripId,
    given: readonly GivenBlock[],
    isKnown: (present: readonly Block[]) => boolean,
  ): Promise<readonly Block[]> => {
    const now = clock();

    return transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK');
      if ((await stores.plannedTrips.find(id))?.operatorId !== member.operatorId) throw noSuchTrip();
      const blockable = await stores.blocks.lock(id, now);
      const present = await blocksOf(stores, id, now);
      const wanted = wantedBlocks(given, blockable, now);
      const trip = await stores.plannedTrips.find(id);
      if (trip?.status !== 'ACTIVE') throw tripCancelled();
      if (hasDeparted(trip, now)) throw tripDeparted();
      if (!isKnown(present)) throw blocksChanged();
      refuseTaken(wanted, blockable);

      const changes = changesBetween({ blocks: toldBlocks(present) }, { blocks: toldBlocks(wanted) });
      if (Object.keys(changes).length === 0) return present;
      const freed = await stores.blocks.replace(id, wanted, now);
      const before = new Set(seatsOf(present));
      const blocked = seatsOf(wanted).filter((seat) => !before.has(seat));
      for (const [status, seats] of [['BLOCKED', blocked] as const, ['AVAILABLE', freed] as const])
        if (seats.length > 0) await stores.events.record(changed(id, status, seats), now);
      await stores.trail.add(
        doneBy(member, {
          kind: 'SEATS_BLOCKED',
          subject: { type: 'schedule', id },
          changes,
          description: described(wanted),
        }),
        now,
      );
      return blocksOf(stores, id, now);
    });
  };

const blocksOf = async ({ blocks }: Pick<Stores, 'blocks'>, id: TripId, now: Instant): Promise<readonly Block[]> =>
  (await blocks.find(id, now))?.blocks ?? [];

const changed = (
  tripId: TripId,
  status: SeatsOfTripChanged['status'],
  seats: SeatsOfTripChanged['seats'],
): SeatsOfTripChanged => ({ type: 'seats changed', tripId, seats: [...seats].sort(), status });

/** What is blocked now, and why. */
function described(blocks: readonly Block[]): string {
  if (blocks.length === 0) return 'Freed all that was blocked.';
  const [seats, places] = [seatsOf(blocks), placesOf(blocks)];
  const reasons = [...new Set(blocks.map(({ reason }) => reason))].join('; ');
  return `Blocked now: ${seats.length > 0 ? `seats ${seats.join(', ')}` : `places ${places}`} (${reasons}).`;
}
