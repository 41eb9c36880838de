import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { shiftOpen } from '../companies/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { type Paisa, npr, toRupees } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import type { ShownShift } from './ports.ts';
import { shownShift } from './view-shifts.ts';
import type { CounterWorld } from './world.ts';

export type OpenShift = ReturnType<typeof openShift>;

/**
 * Opens a shift with the cash that is in the till. A member has at most one open shift. Works while the company is
 * suspended, too, because members refund cash from the till of their shift.
 */
export const openShift =
  ({ clock, transact }: CounterWorld) =>
  async (member: Member, openingCash: Paisa, keep?: KeepResult<ShownShift>): Promise<ShownShift> =>
    transact(async (stores) => {
      const { membership } = await shareCompany(stores, member, 'CLERK', { whileSuspended: true });
      const now = clock();
      const id = await stores.shifts.open({ ...member, staffId: membership.id, openedAt: now, openingCash });
      if (id === undefined) throw shiftOpen('You have an open shift already: close it before you open another.');
      await stores.trail.add(
        memberEntry(member, {
          kind: 'SHIFT_OPENED',
          subject: { type: 'shift', id },
          changes: changesBetween({}, { opening_cash: toRupees(openingCash) }),
          description: `Opened a shift with ${npr(openingCash)}.`,
        }),
        now,
      );
      const opened = await shownShift(stores, id);
      await keep?.(opened, stores);
      return opened;
    });
