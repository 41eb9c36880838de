import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { ShiftId } from '../kernel/ids.ts';
import { NOTHING, npr } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import type { Closing, ShownShift } from './ports.ts';
import { cashDiffers, shiftClosed, shiftUnknown } from './refusals.ts';
import { difference, expectedCash, hidesSums, isOpenTo, loggedShift } from './shift.ts';
import { shownShift } from './view-shifts.ts';
import type { CounterWorld } from './world.ts';

export type CloseShift = ReturnType<typeof closeShift>;

/**
 * Closes a shift with the counted cash. If the counted cash differs from the expected cash, a note must say why.
 * Members may close their own shift, and a MANAGER any shift of the company. Works while the company is suspended, too,
 * because the cash must be counted.
 */
export const closeShift =
  ({ clock, transact }: CounterWorld) =>
  async (
    member: Member,
    id: ShiftId,
    { countedCash, note }: Omit<Closing, 'closedAt'>,
    keep?: KeepResult<ShownShift>,
  ): Promise<ShownShift> =>
    transact(async (stores) => {
      const { company, membership } = await shareCompany(stores, member, 'CLERK', { whileSuspended: true });
      const shift = await stores.shifts.lock(id);
      if (!shift || !isOpenTo(shift, member, membership.position)) throw shiftUnknown();
      if (shift.closedAt !== null) throw shiftClosed();

      const now = clock();
      const closing = { closedAt: now, countedCash, note };
      const differs = difference({ ...shift, ...closing });
      if (differs !== null && differs !== NOTHING && note === null)
        throw cashDiffers(hidesSums(company, membership.position) ? undefined : differs);
      await stores.shifts.close(id, closing);
      await stores.trail.add(
        memberEntry(member, {
          kind: 'SHIFT_CLOSED',
          subject: { type: 'shift', id },
          changes: changesBetween(loggedShift(shift), loggedShift({ ...shift, ...closing })),
          description: `Closed a shift: ${npr(countedCash)} were counted, ${npr(expectedCash(shift))} expected.`,
        }),
        now,
      );
      const closed = await shownShift(stores, id);
      await keep?.(closed, stores);
      return closed;
    });
