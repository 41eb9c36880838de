import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { storedName, storedPayload } from './evidence.ts';
import { isAtGateway, isTransactionUuid } from './payment.ts';
import type { Payment } from './payment.ts';
import type { CallbackEntry, CallbackLog, GatewayCallback, MayLogUnmatched, PaymentRepo } from './ports.ts';

export interface Arrived {
  readonly source: CallbackEntry['source'];
  /** As the browser sent it; undefined when it sent none. */
  readonly data: string | undefined;
  readonly callback: GatewayCallback;
}

interface LoggedCallback {
  /** Undefined when the callback is about no payment of ours. */
  readonly payment: Payment | undefined;
  /** Whether the gateway signed it, for this payment and its amount. */
  readonly isValid: boolean;
}

type Entry = Pick<CallbackEntry, 'paymentId' | 'signatureValid'>;

const entryOf = ({ source, data, callback }: Arrived, entry: Entry): CallbackEntry => ({
  ...entry,
  transactionUuid: storedName(callback.transactionUuid),
  payload: storedPayload(data),
  source,
});

interface CallbackStores {
  readonly payments: PaymentRepo;
  readonly callbacks: CallbackLog;
}

/**
 * Finds the payment that a callback is about, unless it is known, and logs the callback, whatever it says. One about no
 * payment of ours is not logged here: see logUnmatchedCallback.
 */
export const logCallback =
  (arrived: Arrived, now: Instant) =>
  async ({ payments, callbacks }: CallbackStores, known?: Payment): Promise<LoggedCallback> => {
    const { transactionUuid, authentic, amount } = arrived.callback;
    const found = known ?? (isTransactionUuid(transactionUuid) ? await payments.find(transactionUuid) : undefined);
    // No gateway knows of what was paid at a counter.
    const payment = found && isAtGateway(found) ? found : undefined;
    const isValid = authentic && (payment === undefined || amount === payment.amount);
    if (payment) await callbacks.add(entryOf(arrived, { paymentId: payment.id, signatureValid: isValid }), now);
    return { payment, isValid };
  };

export interface UnmatchedNeeds {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly callbacks: CallbackLog }>;
  readonly mayLogUnmatched: MayLogUnmatched;
}

/** Logs a callback about no payment of ours, up to a limit per address, because anybody can make those up. */
export async function logUnmatchedCallback(
  { clock, transact, mayLogUnmatched }: UnmatchedNeeds,
  arrived: Arrived,
  address: string,
): Promise<void> {
  if (!(await mayLogUnmatched(address))) return;
  const entry = entryOf(arrived, { paymentId: undefined, signatureValid: arrived.callback.authentic });
  await transact(({ callbacks }) => callbacks.add(entry, clock()));
}
