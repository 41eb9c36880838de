import type { Instant } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';
import { refundPaid } from '../ledger/entries.ts';
import type { Gateways } from '../payments/gateway.ts';
import { type RefundDetails, type RefundMove } from '../payments/refund.ts';
import { refundSourceOf } from '../payments/refund-source.ts';
import { type Actor, type TrailKind, changesBetween } from '../platform/trail.ts';
import type { RefundRecord } from './ports.ts';
import { refundMails, refundTexts } from './refund-mails.ts';
import { wrongRefundState } from './refusals.ts';
import { type ShownRefund, amountInWords, knownRefund, shownRefund } from './view-refunds.ts';
import type { RefundStores } from './world.ts';

export interface Step {
  readonly move: ToldMove;
  readonly details?: RefundDetails;
  readonly actor: Actor;
  readonly now: Instant;
  /** The base URL of the passenger client, which shows the refund account and the bookings. */
  readonly clientBase: string;
  readonly gateways: Pick<Gateways, 'known'>;
}

/** The moves that `followRefund` makes. The job makes the other moves itself, and payers are not notified of these. */
type ToldMove = Exclude<RefundMove, 'unsend' | 'doubt'>;

const KINDS = {
  send: 'REFUND_SENT',
  request: 'REFUND_SENT',
  handOver: 'REFUND_SENT',
  confirm: 'REFUND_PAID',
  payCash: 'REFUND_PAID',
  credit: 'REFUND_PAID',
  fail: 'REFUND_FAILED',
} as const satisfies Record<ToldMove, TrailKind>;

/**
 * Moves a refund to another status, notifies the payer, and writes a paid refund to the ledger. If several callers make
 * the same move at once, one succeeds; the others are refused.
 */
export async function followRefund(stores: RefundStores, before: RefundRecord, step: Step): Promise<ShownRefund> {
  const { move, details, actor, now, clientBase, gateways } = step;
  if (!(await stores.refunds.move(before.id, move, now, details))) {
    const { takenOver, status } = await knownRefund(stores, before.id);
    throw wrongRefundState(move === 'payCash' && takenOver ? 'BY_PLATFORM' : status);
  }
  const after = await knownRefund(stores, before.id);
  if (after.status === 'PAID') await payOut(stores, after, gateways, now);
  await stores.trail.add(
    {
      kind: KINDS[move],
      actor,
      operatorId: after.operatorId,
      subject: { type: 'refund', id: after.id },
      changes: changesBetween(loggedRefund(before), loggedRefund(after)),
      description: sentenceOf(after, move),
      amount: after.amount,
    },
    now,
  );
  // A failed refund gets the bank or wallet account that was named after the money was sent, if there is one. The mail
  // still names the account of the failed transfer.
  if (after.bookingId !== null) {
    const told = { ...after, account: before.account };
    const booking = await stores.officeBookings.find(after.bookingId);
    await stores.mailQueue.post(refundMails(told, booking, clientBase), now);
    await stores.smsQueue.add(refundTexts(after, booking, now), now);
  }
  return shownRefund(stores, after.id, now);
}

async function payOut(
  { bookings, ledger }: RefundStores,
  refund: RefundRecord,
  gateways: Pick<Gateways, 'known'>,
  now: Instant,
): Promise<void> {
  const { id: refundId, bookingId, paymentId, amount, method } = refund;
  if (method === null) throw new Error(`Refund ${refundId} was paid in no way.`);
  const booking = bookingId === null ? null : await bookings.find(bookingId);
  if (booking === undefined) throw new Error(`Booking ${bookingId} is gone.`);
  const paid = { paymentId, refundId, amount, from: refundSourceOf(refund, gateways, booking?.agent) };
  await ledger.record(refundPaid(booking, paid), now);
}

/**
 * The fields of a refund for the activity log, by their names in the API. The bank or wallet account is never logged.
 */
const loggedRefund = ({ status, method, reference, failure }: RefundRecord): Readonly<Record<string, JsonValue>> => ({
  status,
  method,
  reference,
  failure,
});

function sentenceOf(refund: RefundRecord, move: ToldMove): string {
  const { gateway, method, reference, failure } = refund;
  const what = amountInWords(refund);
  switch (move) {
    case 'send':
      return `Sent ${what} by ${method}, reference ${reference}.`;
    case 'request':
      return `Asks ${gateway} to pay ${what} back, reference ${reference}.`;
    case 'handOver':
      return `Hands ${what} over, to be paid back by ${gateway}.`;
    case 'confirm':
      return `Confirmed that ${what} arrived by ${method}, reference ${reference}.`;
    case 'fail':
      return `Noted that ${what} did not arrive: ${failure}`;
    case 'payCash':
      return `Paid ${what} back in cash.`;
    case 'credit':
      return `Credited the agent with ${what}.`;
  }
}
