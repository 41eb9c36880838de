import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { refuseTimetableBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { busUnknown } from '../fleet/refusals.ts';
import { alignTrips } from './align-trips.ts';
import { changedPlan, checkPlan, openingFaultsOf } from './check-plan.ts';
import type { ShownTimetable } from './ports.ts';
import { type TimetablePlan, daysBetween, lastOf, progressOf } from './timetable.ts';
import { changesOfTimetable, nameOf, tripsTold } from './timetable-trail.ts';
import type { PlanningWorld } from './world.ts';

type AddingWorld = Pick<
  PlanningWorld,
  'clock' | 'calendar' | 'cities' | 'timetableDays' | 'quotas' | 'transact' | 'draws' | 'doorTerms'
>;

export type AddTimetable = ReturnType<typeof addTimetable>;

/** Adds a timetable and makes its first trips. This works even before seats of the bus may be sold. */
export const addTimetable =
  (world: AddingWorld) =>
  async (member: Member, wanted: TimetablePlan, keep?: KeepResult<ShownTimetable>): Promise<ShownTimetable> => {
    const { clock, calendar, cities, timetableDays, quotas, doorTerms, transact } = world;
    const plan = changedPlan(wanted, wanted);
    const asked = clock();
    const bounds = { calendar, now: asked, stepMinutes: doorTerms.stepMinutes };
    const opening = openingFaultsOf(plan, calendar.date(asked), bounds);
    checkPlan(await cities.all(), calendar.date(asked), plan, plan, opening);

    return transact(async (stores) => {
      await lockCompany(stores, member, 'MANAGER');
      const bus = await stores.buses.lock(plan.busId, member.operatorId);
      if (!bus) throw busUnknown();
      await refuseTimetableBeyondQuota(stores, quotas, member.operatorId);

      // The clock is read after the bus is locked, because waiting for the lock takes time.
      const now = clock();
      const today = calendar.date(now);
      const last = lastOf(today, timetableDays);
      const isOver = plan.validUntil !== null && plan.validUntil < today;
      const { operatorId } = member;
      const created = { ...plan, operatorId, createdAt: now, ...progressOf(plan, null, [], today) };
      const timetable = { ...created, id: await stores.timetables.add(created) };
      const { changed, clashes } = await alignTrips(
        stores,
        { calendar, by: member.userId, world },
        timetable,
        daysBetween(today, last),
        now,
      );
      await stores.timetables.save({ ...timetable, ...progressOf(plan, isOver ? null : last, clashes, today) });

      const added = await stores.timetableViews.find(timetable.id);
      if (!added) throw new Error(`Timetable ${timetable.id} was not added.`);
      const description = `Added the timetable ${nameOf(added)}.${tripsTold('made', changed)}`;
      const changes = changesOfTimetable(undefined, added);
      const subject = { type: 'timetable', id: added.id } as const;
      await stores.trail.add(memberEntry(member, { kind: 'TIMETABLE_ADDED', subject, changes, description }), now);
      await keep?.(added, stores);
      return added;
    });
  };
