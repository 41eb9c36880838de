import type { UserId } from '../kernel/ids.ts';
import { toRupees } from '../kernel/money.ts';
import { type Instant, daysAfter, earlierOf, toIso } from '../kernel/time.ts';
import { foundPayment } from '../ledger/entries.ts';
import { isSettled, OPEN } from '../payments/payment.ts';
import { refundDueAt } from '../payments/settlement.ts';
import { changesBetween } from '../platform/trail.ts';
import { type FoundRefund, type ListedMoney, type ListedPayment, WITHOUT_PAYMENT } from './ports.ts';
import { amountInWords, knownRefund } from './view-refunds.ts';
import type { RefundStores, RefundWorld } from './world.ts';

/**
 * The verdict on a line of a gateway's list. `found`: recorded now, with its refund. `known`: a COMPLETE payment of
 * this amount. `differs`: a payment with another amount or status. `open`: no payment has the reference, but one whose
 * outcome may still change has the amount.
 */
export type ComparedMoney = ListedMoney &
  (
    | { readonly is: 'found'; readonly refund: FoundRefund['id'] }
    | { readonly is: 'known' | 'differs' | 'open'; readonly payment: ListedPayment }
  );

interface GatewaysList {
  readonly gateway: string;
  readonly money: readonly Omit<ListedMoney, 'gateway'>[];
  /** The administrator who runs the comparison, and then cannot send what it finds; null if nobody is named. */
  readonly by: UserId | null;
}

/** Days before the first moment of a list in which a payment may have been started. */
const STARTED_BEFORE_DAYS = 30;
/**
 * The most days between the start of an open payment and the moment of its money in a gateway's list. Lists name the
 * moment to the minute or only the day, and the gateway's clock is another one.
 */
const OPEN_DAYS = 1;

export type ReconcileList = ReturnType<typeof reconcileList>;

/**
 * Compares a gateway's own list with the payments, after changes were lost. Records each amount that no payment
 * explains as a payment without a booking, with a refund that is DUE. Comparing the same list again adds nothing.
 */
export const reconcileList =
  ({ clock, transact }: Pick<RefundWorld, 'clock' | 'transact'>) =>
  async ({ gateway, money, by }: GatewaysList): Promise<readonly ComparedMoney[]> => {
    const first = money.reduce<Instant>((least, { at }) => earlierOf(least, at), clock());
    const payments = await transact(({ foundPayments }) =>
      foundPayments.startedSince(gateway, daysAfter(first, -STARTED_BEFORE_DAYS)),
    );
    const byReference = new Map(payments.flatMap((payment) => payment.references.map((text) => [text, payment])));
    const openByReference = explainedByOpen(money, payments, byReference);
    const compared: ComparedMoney[] = [];
    for (const line of money) {
      const listed = { ...line, gateway };
      const payment = byReference.get(listed.reference);
      const open = openByReference.get(listed.reference);
      const refund = payment || open ? undefined : await transact((stores) => record(stores, listed, by, clock()));
      if (refund !== undefined) compared.push({ ...listed, is: 'found', refund });
      else if (payment) compared.push({ ...listed, is: isSame(payment, listed) ? 'known' : 'differs', payment });
      else if (open) compared.push({ ...listed, is: 'open', payment: open });
    }
    return compared;
  };

const RECEIVED: readonly string[] = ['COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND'];

const isSame = ({ status, amount }: ListedPayment, listed: ListedMoney): boolean =>
  RECEIVED.includes(status) && amount === listed.amount;

type Line = GatewaysList['money'][number];

/**
 * The payments whose references the gateway has not said yet, by the references of the lines that may be their money. A
 * payment explains one line at most. The earliest line takes the payment that was started first, so that as many lines
 * as possible are explained.
 */
function explainedByOpen(
  money: readonly Line[],
  payments: readonly ListedPayment[],
  byReference: ReadonlyMap<string, ListedPayment>,
): ReadonlyMap<string, ListedPayment> {
  const named = new Set(money.map(({ reference }) => byReference.get(reference)));
  const left = new Set(payments.filter((payment) => mayStillBePaid(payment) && !named.has(payment)));
  const explained = new Map<string, ListedPayment>();
  for (const line of money.filter(({ reference }) => !byReference.has(reference)).sort((a, b) => a.at - b.at)) {
    const payment = [...left].find((one) => mayBe(one, line));
    if (!payment) continue;
    left.delete(payment);
    explained.set(line.reference, payment);
  }
  return explained;
}

/** Whether the payment may still become COMPLETE: it is asked about again, or an administrator has to resolve it. */
const mayStillBePaid = ({ status, isAskedAgain, isResolved }: ListedPayment): boolean =>
  !isSettled(status) && !isResolved && (isAskedAgain || (OPEN as readonly string[]).includes(status));

const mayBe = ({ amount, gatewayAmount, startedAt }: ListedPayment, line: Line): boolean =>
  (amount === line.amount || gatewayAmount === line.amount) &&
  startedAt <= daysAfter(line.at, OPEN_DAYS) &&
  startedAt >= daysAfter(line.at, -OPEN_DAYS);

/** Records money without a payment, and its refund. Undefined if another comparison has recorded it. */
async function record(
  stores: RefundStores,
  money: ListedMoney,
  by: UserId | null,
  now: Instant,
): Promise<FoundRefund['id'] | undefined> {
  const { gateway, amount } = money;
  const added = await stores.foundPayments.add({ ...money, dueAt: refundDueAt(now), addedBy: by }, now);
  if (!added) return undefined;
  const { paymentId, refundId } = added;
  await stores.ledger.record(foundPayment({ paymentId, refundId, gateway, amount }), now);
  const refund = await knownRefund(stores, refundId);
  await stores.trail.add(
    {
      kind: 'REFUND_ADDED',
      actor: by === null ? { role: 'SYSTEM' } : { role: 'ADMIN', userId: by },
      operatorId: null,
      subject: { type: 'refund', id: refundId },
      changes: changesBetween({}, { reason: WITHOUT_PAYMENT, amount: toRupees(amount), status: 'DUE' }),
      description: `Owes ${amountInWords(refund)} since ${toIso(money.at)}, and that no payment explains.`,
      amount,
    },
    now,
  );
  return refundId;
}
