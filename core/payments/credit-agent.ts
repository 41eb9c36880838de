import type { Booking } from '../bookings/booking.ts';
import type { PaymentId, RefundId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { CommissionEvent } from '../ledger/agent-commission.ts';
import { agentEarns } from '../ledger/agent-entries.ts';
import { refundPaid } from '../ledger/entries.ts';
import { ON_ACCOUNT } from './payment.ts';
import type { PaymentStores } from './world.ts';

interface Credited {
  /** The refunds that were just added for the booking. */
  readonly refunds: readonly { readonly paymentId: PaymentId; readonly refundId: RefundId; readonly amount: Paisa }[];
  /** The cancellation or change that makes the agent give commission back, if one does. */
  readonly event?: CommissionEvent;
  /** The booking's newest payment; null if the event is no cancellation. */
  readonly paymentId: PaymentId | null;
}

/**
 * Credits the agent that sold a booking: pays the new refunds at once, and takes the commission back that the agent
 * earned with them. Does nothing for other bookings. Locks the agent's row, so callers do their other work first.
 */
export async function creditAgent(
  { refunds: kept, ledger }: PaymentStores,
  { id, operatorId, agent }: Pick<Booking, 'id' | 'operatorId' | 'agent'>,
  { refunds, event, paymentId }: Credited,
  now: Instant,
): Promise<void> {
  if (agent === null) return;
  const { agentId } = agent;
  for (const { refundId } of refunds)
    if (!(await kept.move(refundId, 'credit', now, { method: ON_ACCOUNT })))
      throw new Error(`Refund ${refundId} was changed while its booking was locked.`);
  const booking = { id, operatorId, agent };
  const paid = refunds.flatMap((refund) => refundPaid(booking, { ...refund, from: { agentId } }));
  await ledger.record([...paid, ...(event ? agentEarns(booking, event, paymentId) : [])], now);
}
