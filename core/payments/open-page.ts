import type { Booking } from '../bookings/booking.ts';
import type { PaymentId } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Attempt, isUnopened, openedElsewhereUntil } from './attempt.ts';
import { firstEnquiryAt } from './enquiry.ts';
import type { NotOpened, OpenedPage, PageGateway } from './gateway.ts';
import { type LockedPayment, lockPayment } from './lock-payment.ts';
import { evidenceOf } from './log-callback.ts';
import type { PaymentPage } from './payment.ts';
import { gatewayUnavailable, whyNotPayable } from './refusals.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

/** A payment attempt whose payment page or QR code is open, and its locked booking. */
export interface OpenedAttempt {
  readonly attempt: Attempt & { readonly page: PaymentPage };
  readonly booking: Booking;
}

/** A payment attempt whose payment page or QR code has not been opened yet. */
export interface Unopened {
  readonly opensAt: PageGateway;
  readonly attempt: Attempt;
}

/** Milliseconds between two checks whether another process has opened the payment page. */
const LOOK_MS = 250;

/** Opens payment pages and QR codes for stored payments. Each process has one opener. */
export interface PageOpener<Stores> {
  /** True from the request to the gateway until the payment page is stored. */
  readonly isOpening: (payment: PaymentId) => boolean;
  /** Waits until another process has stored the payment page of the attempt, has failed, or has taken too long. */
  readonly waitFor: (attempt: Attempt) => Promise<void>;
  /**
   * Lets the gateway open the payment page or QR code of an attempt, outside every transaction. Stores the page in a
   * transaction, in which `work` runs if the booking still awaits payment. Callers with the same attempt share one
   * request to the gateway.
   *
   * @throws Refusal GATEWAY_UNAVAILABLE if the gateway opens no page: the payment is FAILED. Throws another Refusal if
   * the booking can no longer be paid.
   */
  readonly open: <Result extends object>(
    gateway: PageGateway,
    attempt: Attempt,
    work: (stores: Stores, opened: OpenedAttempt) => Promise<Result>,
  ) => Promise<Result>;
}

export const pageOpener = <Stores extends PaymentStores>({
  clock,
  transact,
  pause,
}: PaymentWorld<Stores>): PageOpener<Stores> => {
  const underWay = new Map<PaymentId, Promise<OpenedPage | NotOpened>>();

  /**
   * Stores and returns the payment page from the gateway's answer. If another request has stored a page before, returns
   * that page. Undefined if the gateway opened none.
   */
  const pageOf = async (
    { payments }: PaymentStores,
    { payment, booking, now }: LockedPayment,
    answer: OpenedPage | NotOpened | undefined,
  ): Promise<Pick<OpenedAttempt['attempt'], 'page' | 'gatewayId'> | undefined> => {
    if (payment.page) return { page: payment.page, gatewayId: payment.gatewayId };
    if (!answer) return undefined;
    const { raw } = evidenceOf({ reference: '', raw: answer.raw });
    if (!('gatewayId' in answer)) await payments.move(payment.id, 'reportFailed', now, { raw });
    // The payment failed before the payment page opened. The service never checks a FAILED payment, so nobody may pay
    // there.
    if (!('gatewayId' in answer) || payment.status === 'FAILED') return undefined;
    const { gatewayId, content, goodUntil } = answer;
    await payments.keepPage(payment.id, gatewayId, { content, goodUntil }, raw);
    await payments.planEnquiry(payment.id, booking.channel === 'COUNTER' ? now : firstEnquiryAt(payment.createdAt));
    return { page: { content, goodUntil }, gatewayId };
  };

  const show: PageOpener<Stores>['open'] = async (gateway, attempt, work) => {
    const answer = await underWay.get(attempt.id);
    // The payment page is stored even if the booking has ended meanwhile, because the gateway may still take money for
    // it.
    const outcome = await transact(async (stores) => {
      const locked = await lockPayment(stores, attempt.transactionUuid, clock);
      if (!locked) throw new Error(`Payment ${attempt.id} is for a booking that does not exist.`);
      const opened = await pageOf(stores, locked, answer);
      if (!opened) return gatewayUnavailable(gateway.title);
      const { booking, now } = locked;
      return whyNotPayable(booking, now) ?? work(stores, { attempt: { ...attempt, ...opened }, booking });
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

  return {
    isOpening: (payment) => underWay.has(payment),

    async waitFor(attempt) {
      for (;;) {
        const payment = await transact(({ payments }) => payments.get(attempt.id));
        if (!payment || !isUnopened(payment) || openedElsewhereUntil(payment) <= clock()) return;
        await pause(LOOK_MS);
      }
    },

    async open(gateway, attempt, work) {
      if (attempt.beingOpened) return show(gateway, attempt, work);
      underWay.set(attempt.id, gateway.open(attempt));
      return show(gateway, attempt, work).finally(() => underWay.delete(attempt.id));
    },
  };
};

/**
 * Begins an attempt. If another process is opening the payment page of the same payment, waits for that page and begins
 * again. So simultaneous checkouts in two processes show the same page.
 */
export async function afterOthers<Result extends object>(
  pages: Pick<PageOpener<never>, 'waitFor'>,
  begin: () => Promise<Result | Unopened>,
): Promise<Result | Unopened> {
  for (;;) {
    const begun = await begin();
    if (!('opensAt' in begun) || begun.attempt.beingOpened !== 'elsewhere') return begun;
    await pages.waitFor(begun.attempt);
  }
}
