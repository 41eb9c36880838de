import { expect } from 'chai';
import { minutesAfter } from '../../core/kernel/time.ts';
import { NOTHING, type Paisa, minus, paisa, plus, sum } from '../../core/kernel/money.ts';
import type { RefundId } from '../../core/kernel/ids.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/refund.ts';
import type { Engine } from './engines.ts';
import { type SelfPayingGateway, selfPayingGateway } from './self-paying-gateway.ts';

/** Minutes for which the wallet's payment pages are valid. */
const PAGE_MINUTES = 60;

type AtWallet = Pick<Payment, 'gateway' | 'gatewayId' | 'amount'>;

/** A wallet that takes payments and pays automatic refunds. */
export interface RefundWallet extends SelfPayingGateway {
  /** Records that the payer paid. Ignores a second payment. */
  readonly payAtPage: (payment: AtWallet, amount: Paisa) => void;
  /** Makes the wallet refund half of a payment without a request. */
  readonly giveBackPart: (payment: AtWallet) => void;
  /** The money of a payment that the wallet has not refunded. */
  readonly heldOf: (payment: AtWallet) => Paisa;
  /** The money of a payment that the wallet has refunded because the service asked for it. */
  readonly paidOnRequest: (payment: AtWallet) => Paisa;
}

const referenceOf = ({ gatewayId }: AtWallet): string => `T-${gatewayId}`;

export function refundWallet(): RefundWallet {
  const inner = selfPayingGateway();
  const paid = new Map<string, Paisa>();
  /** The amounts that the wallet refunded without a request, by the payment's reference. */
  const own = new Map<string, Paisa>();
  const enquire = inner.enquire.bind(inner);
  const givenUnasked = (payment: AtWallet): Paisa => own.get(referenceOf(payment)) ?? NOTHING;

  return Object.assign(inner, {
    payAtPage(payment: AtWallet, amount: Paisa): void {
      const reference = referenceOf(payment);
      if (payment.gatewayId === undefined || paid.has(reference)) return;
      paid.set(reference, amount);
      inner.take(reference, payment.gatewayId, amount);
    },
    giveBackPart(payment: AtWallet): void {
      const reference = referenceOf(payment);
      const amount = paid.get(reference);
      if (amount === undefined || inner.givenBack(reference) !== NOTHING) return;
      const half = paisa(Math.floor(amount / 2));
      own.set(reference, half);
      inner.giveBack(reference, half);
    },
    heldOf: (payment: AtWallet): Paisa =>
      minus(paid.get(referenceOf(payment)) ?? NOTHING, inner.givenBack(referenceOf(payment))),
    paidOnRequest: (payment: AtWallet): Paisa => minus(inner.givenBack(referenceOf(payment)), givenUnasked(payment)),
    open: async ({ transactionUuid, createdAt }: Parameters<SelfPayingGateway['open']>[0]) => ({
      content: `https://wallet.example/${transactionUuid}`,
      gatewayId: `wallet-${transactionUuid}`,
      goodUntil: minutesAfter(createdAt, PAGE_MINUTES),
      raw: '{}',
    }),
    enquire: async (payment: Parameters<SelfPayingGateway['enquire']>[0]) => {
      if (inner.isUp && !paid.has(`T-${payment.gatewayId}`))
        return { status: 'INITIATED', amount: payment.amount, reference: '', raw: 'INITIATED' };
      return enquire(payment);
    },
  });
}

type Told = Pick<Refund, 'status' | 'method' | 'amount'>;

/**
 * Whether an administrator's report about an automatic refund is wrong. The service got no answer from the wallet. Real
 * administrators ask the wallet before they report that the refund was paid or failed.
 */
export async function isUntrue(
  { transact }: Pick<Engine, 'transact'>,
  wallet: RefundWallet,
  id: RefundId,
  word: 'confirm' | 'bounce',
): Promise<boolean> {
  return transact(async ({ refunds, payments }) => {
    const refund = (await refunds.get(id))!;
    if (refund.method !== 'AUTOMATIC') return false;
    const payment = (await payments.get(refund.paymentId))!;
    const known = sum(automaticAndPaid(await refunds.ofPayment(payment.id)).map(({ amount }) => amount));
    const isPaid = minus(wallet.paidOnRequest(payment), known) === refund.amount;
    return isPaid !== (word === 'confirm');
  });
}

const automaticAndPaid = (refunds: readonly Told[]): readonly Told[] =>
  refunds.filter(({ status, method }) => status === 'PAID' && method === 'AUTOMATIC');

/**
 * Expects that the wallet has paid no refund of a payment twice. It has paid the automatic refunds that are PAID. It
 * may also have paid one refund that is still SENT, because its answer got lost.
 */
export function expectPaidOnce(wallet: RefundWallet, payment: Payment, refunds: readonly Told[]): void {
  const known = sum(automaticAndPaid(refunds).map(({ amount }) => amount));
  const unknown = minus(wallet.paidOnRequest(payment), known);
  const asked = refunds.filter(({ status, method }) => status === 'SENT' && method === 'AUTOMATIC');
  const says = `payment ${payment.id}: ${JSON.stringify(refunds.map(({ status, method, amount }) => [status, method, amount]))}`;
  expect(asked.length, `refunds that the wallet may be paying, ${says}`).to.be.at.most(1);
  expect([NOTHING, ...asked.map(({ amount }) => amount)], `paid without being known, ${says}`).to.include(unknown);
  const byHand = sum(
    refunds.filter(({ status, method }) => status === 'PAID' && method !== 'AUTOMATIC').map(({ amount }) => amount),
  );
  expect(plus(known, byHand), `given back in all, ${says}`).to.be.at.most(payment.gatewayAmount ?? payment.amount);
}
