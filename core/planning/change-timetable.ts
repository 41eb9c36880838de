import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { isOfAnotherCompany } from '../fleet/bus.ts';
import { busUnknown } from '../fleet/refusals.ts';
import type { BusId, OperatorId, TimetableId } from '../kernel/ids.ts';
import { refuseAnnounced } from '../line/move-opening.ts';
import { changedPlan, checkPlan, openingFaultsOf } from './check-plan.ts';
import { type ChangedTimetable, firstDay, lockOwn, planFrom } from './plan-from.ts';
import { timetableUnknown } from './refusals.ts';
import type { TimetablePlan } from './timetable.ts';
import { changesOfTimetable, nameOf, tripsTold } from './timetable-trail.ts';
import type { PlanningStores, PlanningWorld } from './world.ts';

export type ChangeTimetable = ReturnType<typeof changeTimetable>;

/** Changes the given fields of a timetable, and its trips from `fromDay` on. An empty `fromDay` means tomorrow. */
export const changeTimetable =
  (world: PlanningWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    member: Member,
    id: TimetableId,
    given: Partial<TimetablePlan>,
    fromDay: string,
  ): Promise<ChangedTimetable> => {
    const { clock, calendar, cities, expireBookings, transact, doorTerms } = world;
    const from = firstDay(fromDay, calendar.date(clock()), calendar);
    const known = await cities.all();
    // Overdue unpaid bookings end first, because a booked trip is not changed.
    await expireBookings(clock());

    return transact(async (stores) => {
      await shareCompany(stores, member, 'MANAGER');
      const before = await lockOwn(stores, member.operatorId, id);
      const plan = changedPlan(before, given);
      const now = clock();
      const isMoved = given.saleOpensAt !== undefined && given.saleOpensAt !== before.saleOpensAt;
      const bounds = { calendar, now, stepMinutes: doorTerms.stepMinutes };
      const opening = isMoved ? openingFaultsOf(plan, from, bounds) : [];
      checkPlan(known, calendar.date(now), plan, given, opening);
      if (given.busId !== undefined) await refuseForeign(stores, given.busId, member.operatorId);
      if (isMoved) await refuseAnnounced(stores, before, now);

      // Applies a given value even if the timetable has it already, because trips from `from` on may still have another
      // value.
      const { changed, kept } =
        Object.keys(given).length > 0
          ? await planFrom(stores, { world, by: member.userId }, before, plan, from, {
              now,
              movesOpening: given.saleOpensAt !== undefined,
            })
          : { changed: 0, kept: [] };
      const timetable = await stores.timetableViews.find(id);
      if (!timetable) throw timetableUnknown();
      const changes = changesOfTimetable(before, plan);
      if (changed > 0 || Object.keys(changes).length > 0) {
        const description = `Changed the timetable ${nameOf(timetable)} from ${from} on.${tripsTold('changed', changed)}`;
        const subject = { type: 'timetable', id } as const;
        await stores.trail.add(memberEntry(member, { kind: 'TIMETABLE_CHANGED', subject, changes, description }), now);
      }
      return { timetable, changed, kept };
    });
  };

/** Throws if the bus belongs to another company. A bus never changes its company, so no lock is needed. */
async function refuseForeign({ fleetViews }: PlanningStores, id: BusId, operator: OperatorId): Promise<void> {
  const bus = await fleetViews.find(id);
  if (!bus || isOfAnotherCompany(bus, operator)) throw busUnknown();
}
