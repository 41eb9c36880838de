import { type Member, memberEntry } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { TripId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { tripChanged } from '../trips/trip.ts';
import { type Consequences, type Disruption, inSentences, sizeOfBookings } from './disruption.ts';
import { endBookingsOn } from './end-bookings-on.ts';
import { lockTrip } from './lock-trip.ts';
import { RETRY, tryOut } from './try-out.ts';
import type { ChangeWorld } from './world.ts';

export type CancelTrip = ReturnType<typeof cancelTrip>;

/**
 * Cancels a company's trip and all its bookings in one transaction. Refunds payments in full, ends holds, and mails
 * everybody who booked. Works while the company is suspended, too.
 */
export const cancelTrip =
  (world: ChangeWorld) =>
  async (
    member: Member,
    id: TripId,
    disruption: Disruption,
    keep?: KeepResult<Consequences<OfficeTrip>>,
  ): Promise<Consequences<OfficeTrip>> =>
    tryOut(world.transact, disruption, async (stores) => {
      const locked = await lockTrip(stores, world.clock, { member, id, whileSuspended: true });
      if (locked === RETRY) return RETRY;
      const { trip: before, bookings, now } = locked;

      const cancelled = { ...before, status: 'CANCELLED', changedInOffice: true } as const;
      await stores.plannedTrips.save([cancelled]);
      const { reason } = disruption;
      await stores.tripCancellations.record([id], { at: now, by: member.userId, reason });
      const { refundTotal, reach } = await endBookingsOn(
        stores,
        world,
        { ...locked, id },
        {
          disruption,
          actor: { role: 'OPERATOR', userId: member.userId },
          now,
        },
      );
      await stores.events.record(tripChanged(cancelled, 'cancelled'), now);
      await stores.trail.add(
        memberEntry(member, {
          kind: 'TRIP_CANCELLED',
          subject: { type: 'schedule', id },
          changes: changesBetween({ status: before.status }, { status: cancelled.status }),
          description: inSentences('Cancelled the trip', disruption),
        }),
        now,
      );

      const shown = await stores.officeTrips.find(id, now);
      if (!shown) throw noSuchTrip();
      const consequences = {
        trip: shown,
        isDryRun: disruption.isDryRun,
        ...sizeOfBookings(bookings),
        refundTotal,
        moved: [],
        unseated: [],
        reach,
      };
      if (!disruption.isDryRun) await keep?.(consequences, stores);
      return consequences;
    });
