import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import { noOpenShift, tillTooLow } from '../counter/refusals.ts';
import { expectedCash, hidesSums } from '../counter/shift.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId } from '../kernel/ids.ts';
import { isPaidAtCounter, mayMoveRefund } from '../payments/refund.ts';
import { followRefund } from './follow-refund.ts';
import { lockRefund } from './lock-refund.ts';
import { refundUnknown, wrongRefundState } from './refusals.ts';
import { type ShownRefund, knownRefund } from './view-refunds.ts';
import type { RefundWorld } from './world.ts';

export type PayCash = ReturnType<typeof payCash>;

/**
 * Pays a refund in cash from the caller's open shift, if the shift has enough cash. Refused unless the company itself
 * took the payment. Works while the company is suspended, because the passenger is still owed the money.
 */
export const payCash =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (member: Member, id: RefundId, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      const { company, membership } = await shareCompany(stores, member, 'CLERK', { whileSuspended: true });
      // Locks the shift first, as a sale does. So cash refunds and cash sales of one shift run one after another.
      const shift = await stores.shifts.lockOpen(member);
      if ((await knownRefund(stores, id)).operatorId !== member.operatorId) throw refundUnknown();
      const { refund } = await lockRefund(stores, id);
      if (!isPaidAtCounter(refund)) throw wrongRefundState('BY_PLATFORM');
      if (!mayMoveRefund(refund.status, 'payCash')) throw wrongRefundState(refund.status);
      if (!shift) throw noOpenShift();
      if (refund.amount > expectedCash(shift))
        throw tillTooLow(hidesSums(company, membership.position) ? undefined : expectedCash(shift));

      const paid = await followRefund(stores, refund, {
        move: 'payCash',
        details: { method: 'CASH', shiftId: shift.id },
        actor: { role: 'OPERATOR', userId: member.userId },
        now: clock(),
        clientBase,
        gateways,
      });
      await stores.shifts.addRefund(shift.id, refund.amount);
      await keep?.(paid, stores);
      return paid;
    });
