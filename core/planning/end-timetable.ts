import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { dayAfter } from '../kernel/calendar.ts';
import type { TimetableId } from '../kernel/ids.ts';
import { type ChangedTimetable, firstDay, lockOwn, planFrom } from './plan-from.ts';
import { timetableUnknown } from './refusals.ts';
import { changesOfTimetable, nameOf, tripsTold } from './timetable-trail.ts';
import type { PlanningWorld } from './world.ts';

export type EndTimetable = ReturnType<typeof endTimetable>;

/**
 * Ends a timetable on the day before `fromDay`, and cancels its trips from `fromDay` on. An empty `fromDay` means
 * tomorrow.
 */
export const endTimetable =
  (world: PlanningWorld & { readonly expireBookings: ExpireBookings }) =>
  async (member: Member, id: TimetableId, fromDay: string): Promise<ChangedTimetable> => {
    const { clock, calendar, expireBookings, transact } = world;
    const from = firstDay(fromDay, calendar.date(clock()), calendar);
    const last = dayAfter(from, -1);
    // Overdue unpaid bookings end first, because a booked trip is not cancelled.
    await expireBookings(clock());

    return transact(async (stores) => {
      await shareCompany(stores, member, 'MANAGER');
      const before = await lockOwn(stores, member.operatorId, id);
      const now = clock();
      // A timetable that already ends earlier keeps its end.
      const validUntil = before.validUntil !== null && before.validUntil < last ? before.validUntil : last;
      const plan = { ...before, validUntil };
      const { changed, kept } = await planFrom(stores, { world, by: member.userId }, before, plan, from, { now });

      const timetable = await stores.timetableViews.find(id);
      if (!timetable) throw timetableUnknown();
      const changes = changesOfTimetable(before, plan);
      if (changed > 0 || Object.keys(changes).length > 0) {
        const description = `Ended the timetable ${nameOf(timetable)} with ${validUntil}.${tripsTold('cancelled', changed)}`;
        const subject = { type: 'timetable', id } as const;
        await stores.trail.add(memberEntry(member, { kind: 'TIMETABLE_ENDED', subject, changes, description }), now);
      }
      return { timetable, changed, kept };
    });
  };
