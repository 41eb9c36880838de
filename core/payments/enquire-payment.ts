import type { PaymentId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { confirmPayment, settlementOf, standingOf } from './confirm-payment.ts';
import type { ConfirmationStores } from './confirm-payment.ts';
import { enquiryLapsesAt, moveAfter, nextEnquiryAfter, waitBeforeEnquiry } from './enquiry.ts';
import type { Asker } from './enquiry.ts';
import { evidenceOf } from './evidence.ts';
import { isSettled, MOVES } from './payment.ts';
import type { Payment } from './payment.ts';
import type { CallbackLog, EnquiryAnswer, PaymentGateway } from './ports.ts';
import type { Settlement } from './settlement.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<ConfirmationStores & { readonly callbacks: CallbackLog }>;
  readonly gateway: PaymentGateway;
  /** Lets so many milliseconds pass. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

export type EnquirePayment = ReturnType<typeof enquirePayment>;

/**
 * Asks the gateway what became of a payment and settles it by the answer. One enquiry a payment at a time, with a gap between two: who comes
 * while one is under way waits for the same answer; who comes too soon after it, or while another process asks, learns what is known.
 */
export const enquirePayment = ({ clock, transact, gateway, pause }: Needs) => {
  const underWay = new Map<PaymentId, Promise<Settlement>>();

  const claim = (payment: Payment): Promise<boolean> => {
    const now = clock();
    return transact(({ payments }) => payments.claimEnquiry(payment, now, enquiryLapsesAt(now)));
  };

  const settleBy = (answer: EnquiryAnswer, asked: Payment, asker: Asker): Promise<Settlement> => {
    const [now, evidence] = [clock(), evidenceOf(answer)];
    return transact(async (stores) => {
      const { payments, callbacks, bookings } = stores;
      const { id: paymentId, transactionUuid, bookingId } = asked;
      await callbacks.add({ paymentId, transactionUuid, payload: evidence.raw, signatureValid: true, source: 'ENQUIRY' }, now);
      await bookings.lock(bookingId);
      const before = (await payments.find(transactionUuid)) ?? asked;
      if (isSettled(before.status)) return settlementOf(stores, before);

      const move = moveAfter(answer, before, asker, now);
      const settlement = move === 'complete' ? await confirmPayment(stores, before, evidence, clock) : undefined;
      if (move && !settlement) await payments.move(paymentId, move, now, { raw: evidence.raw });
      const after = move ? MOVES[move].to : before.status;
      await payments.endEnquiry(paymentId, nextEnquiryAfter({ asker, word: answer.status, before, after }, now));
      return settlement ?? { outcome: 'unverified', bookingId };
    });
  };

  const ask = async (payment: Payment, asker: Asker): Promise<Settlement> => {
    const wait = waitBeforeEnquiry(payment, clock());
    if (wait !== undefined && wait > 0) await pause(wait * 1_000);
    const mayAsk = wait !== undefined && (await claim(payment));
    if (!mayAsk) return transact((stores) => standingOf(stores, payment));
    return settleBy(await gateway.enquire(payment), payment, asker);
  };

  return (payment: Payment, asker: Asker): Promise<Settlement> => {
    const known = underWay.get(payment.id);
    if (known) return known;
    const asking = ask(payment, asker).finally(() => underWay.delete(payment.id));
    underWay.set(payment.id, asking);
    return asking;
  };
};
