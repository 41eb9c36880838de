import type { PaymentId } from '../kernel/ids.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { confirmPayment, settlementOf, currentSettlement } from './confirm-payment.ts';
import type { ConfirmationStores } from './confirm-payment.ts';
import { enquiryLapsesAt, moveAfter, nextEnquiryAfter, waitBeforeEnquiry } from './enquiry.ts';
import { evidenceOf } from './evidence.ts';
import { lockPayment } from './lock-payment.ts';
import { makingRoom } from './make-room.ts';
import type { RoomNeeds } from './make-room.ts';
import { isSettled, MOVES } from './payment.ts';
import type { Asker, Payment } from './payment.ts';
import type { CallbackLog, EnquiryAnswer, PaymentGateway } from './ports.ts';
import { enquiryRunning } from './refusals.ts';
import type { Settlement } from './settlement.ts';

interface Stores extends ConfirmationStores {
  readonly callbacks: CallbackLog;
}

/**
 * What is done besides, in the transaction that settles a payment by an answer; `before` is the payment as the answer
 * found it.
 */
export type Besides<With> = (stores: With, before: Payment) => Promise<void>;

interface Needs<With extends Stores> extends RoomNeeds {
  readonly transact: Transact<With>;
  readonly gateway: PaymentGateway;
  /** Lets so many milliseconds pass. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** An enquiry that has not been answered yet, or whose answer is being recorded. */
interface UnderWay {
  readonly asker: Asker;
  readonly settlement: Promise<Settlement>;
}

export type CheckPaymentStatus<With = unknown> = (
  payment: Payment,
  asker: Asker,
  besides?: Besides<With>,
) => Promise<Settlement>;

/**
 * Asks the gateway what became of a payment and settles it by the answer. One enquiry a payment at a time, with a gap
 * between two: whoever comes while one is under way waits for the same answer; whoever comes too soon after it, or
 * while another process asks, gets what is known. Since reconciliation leaves open what a callback decides, a callback
 * that waited for reconciliation in vain asks for itself. An administrator neither waits nor shares: they are told that
 * an enquiry is running.
 */
export const checkPaymentStatus = <With extends Stores>({
  clock,
  transact,
  gateway,
  pause,
  expireBookings,
}: Needs<With>): CheckPaymentStatus<With> => {
  const underWay = new Map<PaymentId, UnderWay>();

  const claim = (payment: Payment, asker: Asker): Promise<boolean> => {
    const now = clock();
    return transact(({ payments }) => payments.claimEnquiry(payment, asker, now, enquiryLapsesAt(now)));
  };

  const settleBy = async (
    answer: EnquiryAnswer,
    asked: Payment,
    asker: Asker,
    besides?: Besides<With>,
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
        const { payment: before } = locked;
        if (isSettled(before.status)) {
          await besides?.(stores, before);
          return settlementOf(stores, before);
        }

        const move = moveAfter(answer, before, asker, now);
        const settlement = move === 'complete' ? await confirmPayment(stores, locked, evidence, hasRoom) : undefined;
        if (move && !settlement) await payments.move(paymentId, move, now, { raw: evidence.raw });
        const after = move ? MOVES[move].to : before.status;
        await payments.endEnquiry(
          paymentId,
          nextEnquiryAfter({ asker, word: answer.status, before, after, planned }, now),
        );
        await besides?.(stores, before);
        return settlement ?? { outcome: 'unverified', bookingId };
      });
    return makingRoom({ clock, expireBookings }, settle).catch(async (error: unknown) => {
      // All of it was undone; what the gateway said is logged all the same.
      await transact(log);
      throw error;
    });
  };

  const ask = async (payment: Payment, asker: Asker): Promise<Settlement> => {
    const wait = waitBeforeEnquiry(payment, asker, clock());
    if (wait !== undefined && wait > 0) await pause(wait * 1_000);
    const mayAsk = wait !== undefined && (await claim(payment, asker));
    if (!mayAsk) return transact((stores) => currentSettlement(stores, payment));
    return settleBy(await gateway.enquire(payment), payment, asker);
  };

  const askAtOnce = async (payment: Payment, besides?: Besides<With>): Promise<Settlement> => {
    const mayAsk = waitBeforeEnquiry(payment, 'admin', clock()) === 0 && (await claim(payment, 'admin'));
    if (mayAsk) return settleBy(await gateway.enquire(payment), payment, 'admin', besides);
    const settlement = await transact((stores) => currentSettlement(stores, payment));
    if (settlement.outcome === 'unverified') throw enquiryRunning();
    return settlement;
  };

  const askAfter = async (reconciling: Promise<Settlement>, payment: Payment): Promise<Settlement> => {
    const settlement = await reconciling;
    if (settlement.outcome !== 'unverified') return settlement;
    const asked = await transact(({ payments }) => payments.find(payment.transactionUuid));
    return ask(asked ?? payment, 'callback');
  };

  const begin = (payment: Payment, asker: Asker, besides?: Besides<With>): Promise<Settlement> =>
    asker === 'admin' ? askAtOnce(payment, besides) : ask(payment, asker);

  return async (payment, asker, besides) => {
    const known = underWay.get(payment.id);
    if (known && asker === 'admin') throw enquiryRunning();
    // An administrator who comes too soon is refused, which is no answer to anybody else.
    if (known?.asker === 'admin') return known.settlement.catch(() => ask(payment, asker));
    if (known && (known.asker !== 'reconciliation' || asker === 'reconciliation')) return known.settlement;
    const asking = known ? askAfter(known.settlement, payment) : begin(payment, asker, besides);
    const mine: UnderWay = {
      asker,
      settlement: asking.finally(() => {
        if (underWay.get(payment.id) === mine) underWay.delete(payment.id);
      }),
    };
    underWay.set(payment.id, mine);
    return mine.settlement;
  };
};
