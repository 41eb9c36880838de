import type { Instant } from '../kernel/time.ts';
import { aboutBooking as about, dueRow, type DueRow, ownRefunds, shareOf } from './due-row.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';

/*
 * Computes the rows of an agent's commission from a booking's parts, changes and refunds. This code shares no code with
 * the code that writes the ledger, not even rounding.
 */

const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));

/** Every row of an agent's commission that is due for a booking. */
export function agentEarning(booking: BookingOnRecord): readonly DueRow[] {
  const { agent, change, payments, parts } = booking;
  if (agent === null) return [];
  const values = { ...about(booking), kind: 'AGENT_COMMISSION', agentId: agent.agentId } as const;
  const say = (at: Instant | null, amount: number, paymentId: PaymentOnRecord['id'] | null): readonly DueRow[] =>
    amount < 0
      ? dueRow(at, -amount, { ...values, debit: 'AGENT', credit: 'COMMISSION', paymentId })
      : dueRow(at, amount, { ...values, debit: 'COMMISSION', credit: 'AGENT', paymentId });
  const made = parts.reduce((all, { amount }) => all + amount, Number(booking.total));
  const carried = change && proportion(shareOf(change.oldTotal, agent.rate), change.credit, change.oldTotal);
  const [first] = payments;
  const begin = change
    ? change.doneAt === null
      ? []
      : say(change.doneAt, shareOf(change.newTotal, agent.rate) - (carried ?? 0), null)
    : say(first?.paidAt ?? booking.bookedAt, shareOf(made, agent.rate), null);
  return [...begin, ...takenBack(booking, made, say)];
}

type Say = (at: Instant | null, amount: number, paymentId: PaymentOnRecord['id'] | null) => readonly DueRow[];

/** The rows of the commission that goes back with cancelled seats. */
function takenBack(booking: BookingOnRecord, made: number, say: Say): readonly DueRow[] {
  const { agent, parts, status, total, changedTo, cancelledAt, payments, earlierPayments, change } = booking;
  const rate = agent?.rate;
  if (rate === undefined) return [];
  const brought = [...(change?.doneAt ? earlierPayments : []), ...payments].filter(
    ({ gateway }) => gateway === 'AGENT',
  );
  const paymentId = brought.reduce<PaymentOnRecord['id'] | null>(
    (id, one) => (id === null || one.id > id ? one.id : id),
    null,
  );
  let before = made;
  const rows = parts.flatMap(({ at, amount, refund }) => {
    const lost = shareOf(before, rate) - shareOf(before - amount, rate);
    before -= amount;
    return say(at, -proportion(lost, refund, amount), paymentId);
  });
  const isCancelled = (status === 'CANCELLED' || status === 'REFUNDED') && changedTo === null;
  if (!isCancelled) return rows;
  const ofParts = parts.flatMap(({ refundId, moreRefundIds = [] }) => [refundId, ...moreRefundIds]);
  const back = ownRefunds(booking)
    .map(({ refund }) => refund)
    .filter(({ id, reason }) => reason.endsWith('_CANCELLATION') && !ofParts.includes(id))
    .reduce((all, { amount }) => all + amount, 0);
  return [...rows, ...say(cancelledAt, -proportion(shareOf(total, rate), back, total), paymentId)];
}
