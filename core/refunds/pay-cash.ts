import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { ShiftRepo } from '../counter/ports.ts';
import { noOpenShift } from '../counter/refusals.ts';
import type { KeepResult } from '../delivery/idempotency.ts';
import type { RefundId } from '../kernel/ids.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { isPaidAtCounter, mayMoveRefund } from '../payments/refund.ts';
import { followRefund } from './follow-refund.ts';
import type { RefundStores } from './follow-refund.ts';
import { refundUnknown, wrongRefundState } from './refusals.ts';
import type { RefundNeeds } from './send-refund.ts';
import { knownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

interface Stores extends RefundStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly shifts: ShiftRepo;
}

interface Needs extends Omit<RefundNeeds, 'transact'> {
  readonly transact: Transact<Stores>;
}

export type PayCash = ReturnType<typeof payCash>;

/**
 * The company pays back in cash what it took itself, out of the caller's own open shift. Also while the company is
 * suspended: the passenger is owed the money all the same.
 */
export const payCash =
  ({ clock, transact, passengerClientBase: clientBase }: Needs) =>
  async (member: Member, id: RefundId, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK', { whileSuspended: true });
      // Locked first, as by a sale: cash that is paid out of it and cash that comes in wait for each other.
      const shift = await stores.shifts.lockOpen(member);
      const refund = await knownRefund(stores, id);
      if (refund.operatorId !== member.operatorId) throw refundUnknown();
      if (!isPaidAtCounter(refund)) throw wrongRefundState('BY_PLATFORM');
      if (!mayMoveRefund(refund.status, 'payCash')) throw wrongRefundState(refund.status);
      if (!shift) throw noOpenShift();

      const paid = await followRefund(stores, refund, {
        move: 'payCash',
        details: { method: 'CASH', shiftId: shift.id },
        actor: { role: 'OPERATOR', userId: member.userId },
        now: clock(),
        clientBase,
      });
      await stores.shifts.addRefund(shift.id, refund.amount);
      await keep?.(paid, stores);
      return paid;
    });
