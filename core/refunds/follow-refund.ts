import type { MailQueue } from '../delivery/mail-queue.ts';
import type { Idempotency } from '../delivery/idempotency.ts';
import type { Instant } from '../kernel/time.ts';
import { npr } from '../kernel/money.ts';
import type { Told } from '../kernel/told.ts';
import { refundPaid } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ports.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import { REFUND_MOVES } from '../payments/refund.ts';
import type { Refund, RefundDetails, RefundMove, RefundRepo } from '../payments/refund.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Actor, Trail, TrailKind } from '../trail/trail.ts';
import type { RefundRecord, RefundRecords } from './ports.ts';
import { refundMails } from './refund-mails.ts';
import { wrongRefundState } from './refusals.ts';
import { knownRefund, shownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

/** The stores that change when a refund is sent, paid or fails. */
export interface RefundStores {
  readonly refunds: RefundRepo;
  readonly refundRecords: Pick<RefundRecords, 'find'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly ledger: Ledger;
  readonly trail: Trail;
  readonly mailQueue: MailQueue;
  readonly idempotency: Idempotency;
}

export interface Step {
  readonly move: RefundMove;
  readonly details?: RefundDetails;
  readonly actor: Actor;
  readonly now: Instant;
  /** The passenger client, where account and bookings are. */
  readonly clientBase: string;
}

const KINDS = { SENT: 'REFUND_SENT', PAID: 'REFUND_PAID', FAILED: 'REFUND_FAILED' } as const satisfies Record<
  (typeof REFUND_MOVES)[RefundMove]['to'],
  TrailKind
>;

/**
 * The only way in which a refund gets another state: who is paid gets a mail, and the ledger tells of money that has
 * gone. Of several who do so at once one succeeds.
 */
export async function followRefund(stores: RefundStores, before: RefundRecord, step: Step): Promise<ShownRefund> {
  const { move, details, actor, now, clientBase } = step;
  if (!(await stores.refunds.move(before.id, move, now, details)))
    throw wrongRefundState((await knownRefund(stores, before.id)).status);
  const after = await knownRefund(stores, before.id);
  if (after.status === 'PAID') await payOut(stores, after, now);
  await stores.trail.add(
    {
      kind: KINDS[REFUND_MOVES[move].to],
      actor,
      operatorId: after.operatorId,
      subject: { type: 'refund', id: after.id },
      changes: changesBetween(toldRefund(before), toldRefund(after)),
      description: sentenceOf(after, move),
      amount: after.amount,
    },
    now,
  );
  await stores.mailQueue.post(refundMails(after, await stores.officeBookings.find(after.bookingId), clientBase), now);
  return shownRefund(after, now);
}

async function payOut({ ledger }: Pick<RefundStores, 'ledger'>, refund: Refund, now: Instant): Promise<void> {
  const { id: refundId, bookingId, operatorId, paymentId, amount, method } = refund;
  if (method === null) throw new Error(`Refund ${refundId} was paid in no way.`);
  await ledger.record(refundPaid({ id: bookingId, operatorId }, { paymentId, refundId, amount, method }), now);
}

/** For the activity log, by the names that the API gives the fields; never the account. */
const toldRefund = ({ status, method, reference, failure }: Refund): Readonly<Record<string, Told>> => ({
  status,
  method,
  reference,
  failure,
});

function sentenceOf({ amount, bookingCode, method, reference, failure }: RefundRecord, move: RefundMove): string {
  const what = `${npr(amount)} for booking ${bookingCode}`;
  switch (move) {
    case 'send':
      return `Sent ${what} by ${method}, reference ${reference}.`;
    case 'confirm':
      return `Confirmed that ${what} arrived by ${method}, reference ${reference}.`;
    case 'fail':
      return `Noted that ${what} did not arrive: ${failure}`;
    case 'payCash':
      return `Paid ${what} back in cash.`;
  }
}
