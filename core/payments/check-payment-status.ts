import type { CallbackLog } from './ports.ts';
import type { PaymentId } from '../kernel/ids.ts';
import { confirmPayment, settlementOf, currentSettlement } from './confirm-payment.ts';
import { doubtAbout, enquiryLapsesAt, moveAfter, nextEnquiryAfter, waitBeforeEnquiry } from './enquiry.ts';
import { leaveUnclear } from './leave-unclear.ts';
import { evidenceOf } from './log-callback.ts';
import { lockPayment } from './lock-payment.ts';
import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { makingRoom } from './make-room.ts';
import { type Asker, type Payment, isSettled, MOVES } from './payment.ts';
import type { EnquiryAnswer, PaymentGateway } from './gateway.ts';
import { enquiryRunning } from './refusals.ts';
import type { Settlement } from './settlement.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

/**
 * Extra work that a caller adds to the transaction that records the gateway's answer. `before` is the payment before
 * that answer.
 */
export type ExtraWork = (stores: PaymentStores, before: Payment) => Promise<void>;

/** An enquiry at a gateway by this process. It ends once the gateway's answer is recorded. */
interface RunningCheck {
  readonly asker: Asker;
  readonly settlement: Promise<Settlement>;
}

export type CheckPaymentStatus = (payment: Payment, asker: Asker, extraWork?: ExtraWork) => Promise<Settlement>;

/**
 * Asks the gateway about a payment, and settles the payment by the answer. Only one enquiry about a payment runs at a
 * time, and a pause follows each enquiry. A caller who comes during an enquiry of this process waits for its answer; a
 * check by the payer's web page gets the stored outcome at once. The stored outcome is also the result during the
 * pause, and while another process asks. In all these cases an administrator gets an error if the payment is unsettled.
 * Some answers settle a payment only if a callback asked, not if reconciliation or a check asked. So a callback that
 * waited for such an enquiry asks again. While a gateway is not set up, its payments stay unchanged. The gateway is not
 * asked about a payment without a payment page or QR code.
 */
export const checkPaymentStatus = (
  world: PaymentWorld & { readonly expireBookings: ExpireBookings },
): CheckPaymentStatus => {
  const { clock, transact, gateways, alarm, pause } = world;
  const underWay = new Map<PaymentId, RunningCheck>();

  const titleOf = ({ gateway }: Payment): string => gateways.of(gateway)?.title ?? gateway;

  const claim = (payment: Payment, asker: Asker): Promise<boolean> => {
    const now = clock();
    return transact(({ payments }) => payments.claimEnquiry(payment, asker, now, enquiryLapsesAt(now)));
  };

  const settleBy = async (
    answer: EnquiryAnswer,
    asked: Payment,
    asker: Asker,
    extraWork?: ExtraWork,
  ): Promise<Settlement> => {
    const { id: paymentId, transactionUuid, bookingId, nextEnquiryAt: planned } = asked;
    const [now, evidence] = [clock(), evidenceOf(answer)];
    const log = ({ callbacks }: { readonly callbacks: CallbackLog }): Promise<void> =>
      callbacks.add(
        { paymentId, transactionUuid, payload: evidence.raw, signatureValid: true, source: 'ENQUIRY' },
        now,
      );
    const settle = (hasRoom: boolean): Promise<Settlement> =>
      transact(async (stores) => {
        const { payments } = stores;
        await log(stores);
        const locked = await lockPayment(stores, transactionUuid, clock);
        if (!locked) throw new Error(`Payment ${paymentId} is for a booking that does not exist.`);
        const { payment: before, booking } = locked;
        if (isSettled(before.status)) {
          await extraWork?.(stores, before);
          return settlementOf(stores, before);
        }

        const doubt = doubtAbout(answer, before);
        const move = doubt ? 'doubt' : moveAfter(answer, before, asker, now);
        const settlement =
          move === 'complete' ? await confirmPayment(stores, locked, evidence, { ...world, hasRoom }) : undefined;
        if (doubt) await leaveUnclear(stores, locked, doubt, evidence, titleOf(before));
        else if (move && !settlement) await payments.move(paymentId, move, now, { raw: evidence.raw });
        const after = move ? MOVES[move].to : before.status;
        const isLastWord = answer.isLastWord === true;
        const isAtCounter = booking.channel === 'COUNTER';
        const next = nextEnquiryAfter({ asker, isLastWord, before, after, isAtCounter, planned }, now);
        await payments.endEnquiry(paymentId, next);
        await extraWork?.(stores, before);
        return settlement ?? { outcome: 'unverified', bookingId };
      });
    const settlement = await makingRoom(world, settle).catch(async (error: unknown) => {
      // The transaction was rolled back, but the gateway's answer must still be logged.
      await transact(log);
      throw error;
    });
    if (answer.isPartlyGivenBack && asked.unclear !== 'PARTLY_GIVEN_BACK' && settlement.outcome === 'unverified')
      alarm(asked, 'the gateway gave back a part of a payment before it was booked: an administrator has to settle it');
    return settlement;
  };

  const stored = (payment: Payment): Promise<Settlement> => transact((stores) => currentSettlement(stores, payment));

  const ask = async (gateway: PaymentGateway, payment: Payment, asker: Asker): Promise<Settlement> => {
    const wait = waitBeforeEnquiry(payment, asker, clock());
    if (wait !== undefined && wait > 0) await pause(wait * 1_000);
    const mayAsk = wait !== undefined && (await claim(payment, asker));
    if (!mayAsk) return stored(payment);
    return settleBy(await gateway.enquire(payment), payment, asker);
  };

  const askAtOnce = async (gateway: PaymentGateway, payment: Payment, extraWork?: ExtraWork): Promise<Settlement> => {
    const mayAsk = waitBeforeEnquiry(payment, 'admin', clock()) === 0 && (await claim(payment, 'admin'));
    if (mayAsk) return settleBy(await gateway.enquire(payment), payment, 'admin', extraWork);
    const settlement = await stored(payment);
    if (settlement.outcome === 'unverified') throw enquiryRunning();
    return settlement;
  };

  const askAfter = async (
    earlier: Promise<Settlement>,
    gateway: PaymentGateway,
    payment: Payment,
  ): Promise<Settlement> => {
    const settlement = await earlier;
    if (settlement.outcome !== 'unverified') return settlement;
    const asked = await transact(({ payments }) => payments.find(payment.transactionUuid));
    return ask(gateway, asked ?? payment, 'callback');
  };

  return async (payment, asker, extraWork) => {
    const gateway = gateways.of(payment.gateway);
    // The gateway cannot be asked: it is not set up, or has opened no payment page or QR code yet. So the stored
    // outcome is returned.
    if (!gateway || payment.openingUntil !== undefined) return stored(payment);
    const known = underWay.get(payment.id);
    if (known && asker === 'admin') throw enquiryRunning();
    // The stored outcome is enough, because the payer's web page asks again soon.
    if (known && asker === 'check') return stored(payment);
    // An administrator's enquiry may be refused because it comes too soon. In that case this caller asks the gateway
    // itself.
    if (known?.asker === 'admin') return known.settlement.catch(() => ask(gateway, payment, asker));
    if (known && (known.asker === 'callback' || asker === 'reconciliation')) return known.settlement;
    const begin = () => (asker === 'admin' ? askAtOnce(gateway, payment, extraWork) : ask(gateway, payment, asker));
    const asking = known ? askAfter(known.settlement, gateway, payment) : begin();
    const mine: RunningCheck = {
      asker,
      settlement: asking.finally(() => {
        if (underWay.get(payment.id) === mine) underWay.delete(payment.id);
      }),
    };
    underWay.set(payment.id, mine);
    return mine.settlement;
  };
};
