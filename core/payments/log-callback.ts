import type { Instant } from '../kernel/time.ts';
import type { PaymentId } from '../kernel/ids.ts';
import { isAtGateway, isTransactionUuid, type Payment } from './payment.ts';
import type { EnquiryAnswer, GatewayCallback } from './gateway.ts';
import type { CallbackEntry, CallbackLog, Evidence } from './ports.ts';
import { cutBytes } from '../kernel/text.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

export interface Arrived {
  readonly source: CallbackEntry['source'];
  /** The `data` parameter as the browser sent it; undefined without one. */
  readonly data: string | undefined;
  readonly callback: GatewayCallback;
}

interface LoggedCallback {
  /** The payment that the message is about; undefined if it is unknown. */
  readonly payment: Payment | undefined;
  /** Whether the gateway signed the callback for this payment and its amount. */
  readonly isValid: boolean;
}

type Entry = Pick<CallbackEntry, 'paymentId' | 'signatureValid'>;

const entryOf = ({ source, data, callback }: Arrived, entry: Entry): CallbackEntry => ({
  ...entry,
  transactionUuid: storedName(callback.transactionUuid),
  payload: storedPayload(data),
  source,
});

/**
 * Logs a callback about a known payment. Finds the payment, unless the caller gives it as `known`. For callbacks about
 * unknown payments, see `logUnmatchedCallback`.
 */
export const logCallback =
  (arrived: Arrived, now: Instant) =>
  async ({ payments, callbacks }: PaymentStores, known?: Payment): Promise<LoggedCallback> => {
    const { transactionUuid, authentic, amount } = arrived.callback;
    const found = known ?? (isTransactionUuid(transactionUuid) ? await payments.find(transactionUuid) : undefined);
    // Gateways do not know the payments that companies took at a counter.
    const payment = found && isAtGateway(found) ? found : undefined;
    const isValid = authentic && (payment === undefined || amount === payment.amount);
    if (payment) {
      const entry = entryOf(arrived, { paymentId: payment.id, signatureValid: isValid });
      await logReturn(callbacks, { ...entry, paymentId: payment.id }, authentic, now);
    }
    return { payment, isValid };
  };

/** The highest number of returns that are logged for one payment. A payer's browser makes a few. */
const MOST_RETURNS = 100;

/**
 * Logs a browser's return about a known payment. Anybody who knows the payment can repeat a return, so their number is
 * limited for each payment. Beyond the limit, returns that the gateway signed are still logged, each signed return
 * once.
 */
export async function logReturn(
  callbacks: CallbackLog,
  entry: CallbackEntry & { readonly paymentId: PaymentId },
  isSigned: boolean,
  now: Instant,
): Promise<void> {
  const { all, same } = await callbacks.countReturns(entry.paymentId, entry.payload);
  if (all < MOST_RETURNS || (isSigned && same === 0)) await callbacks.add(entry, now);
}

/**
 * Logs a message about an unknown payment. Anybody can make up such messages, so each IP address may log only a few.
 */
export async function logUnmatched(
  { clock, transact, mayLogUnmatched }: PaymentWorld,
  entry: Omit<CallbackEntry, 'paymentId'>,
  address: string,
): Promise<void> {
  if (!(await mayLogUnmatched(address))) return;
  const payload = cutBytes(entry.payload, MAX_UNMATCHED_BYTES);
  await transact(({ callbacks }) => callbacks.add({ ...entry, payload, paymentId: undefined }, clock()));
}

/** Logs a callback about an unknown payment, as `logUnmatched` does. */
export const logUnmatchedCallback = (needs: PaymentWorld, arrived: Arrived, address: string): Promise<void> =>
  logUnmatched(needs, entryOf(arrived, { paymentId: undefined, signatureValid: arrived.callback.authentic }), address);

const MAX_BYTES = 8 * 1024;
const MAX_NAME_BYTES = 255;
/** With its name, a message about an unknown payment takes less than 1 KiB. */
const MAX_UNMATCHED_BYTES = 768;

/** Text from outside as it is stored: at most `limit` bytes, and without NUL, which Postgres can't store. */
const storable = (text: string, limit: number): string => cutBytes(text.replaceAll('\0', '\u{FFFD}'), limit);

/** A short text from outside, as stored, such as an unknown transaction UUID. */
export const storedName = (name: string): string => storable(name, MAX_NAME_BYTES);

/** The `data` of a callback, or the query of a return, as the log stores it. */
export function storedPayload(data: string | undefined): string {
  if (data === undefined) return '(no data param)';
  return data === '' ? '(empty)' : storable(data, MAX_BYTES);
}

/** The fields of a callback or a gateway's answer that the payment stores as evidence. */
export const evidenceOf = ({
  reference,
  raw,
}: Pick<GatewayCallback | EnquiryAnswer, 'reference' | 'raw'>): Evidence & { readonly raw: string } => ({
  ...(reference !== '' && { reference: storedName(reference) }),
  raw: storable(raw, MAX_BYTES),
});
