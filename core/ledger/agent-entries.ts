import type { AgentId, AgentPaymentId, PaymentId } from '../kernel/ids.ts';
import { type BasisPoints, type Paisa, minus, NOTHING } from '../kernel/money.ts';
import { type CommissionEvent, commissionOf } from './agent-commission.ts';
import { type BookingRef, entry, ofBooking, type Pair } from './entries.ts';
import type { NewEntry } from './entry.ts';

/** An agent's booking, with the agent and its commission rate. */
export interface AgentMoney extends BookingRef {
  readonly agent: { readonly agentId: AgentId; readonly rate: BasisPoints };
}

/** The ledger rows of a payment that an agent owes: the price of a sale, or the price difference of a change. */
export const agentOwes = (booking: AgentMoney, paymentId: PaymentId, amount: Paisa): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['AGENT', 'UNEARNED', amount], { paymentId, agentId: booking.agent.agentId }),
];

/**
 * The ledger rows by which an event changes the agent's commission. A row about a cancellation names the booking's
 * newest payment, as the other rows of a cancellation do.
 */
export const agentEarns = (
  booking: AgentMoney,
  event: CommissionEvent,
  paymentId: PaymentId | null = null,
): readonly NewEntry[] => {
  const { agentId, rate } = booking.agent;
  const amount = commissionOf(rate, event);
  const pair: Pair = amount < 0 ? ['AGENT', 'COMMISSION', minus(NOTHING, amount)] : ['COMMISSION', 'AGENT', amount];
  return [ofBooking('AGENT_COMMISSION', booking, pair, { paymentId, agentId })];
};

interface AgentPaid {
  readonly agentId: AgentId;
  readonly agentPaymentId: AgentPaymentId;
  readonly amount: Paisa;
}

/** The ledger rows of an agent's payment to the platform's bank. */
export const agentPaid = ({ amount, ...about }: AgentPaid): readonly NewEntry[] => [
  entry('AGENT_PAYMENT', ['BANK', 'AGENT', amount], about),
];
