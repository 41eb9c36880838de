import type { BookingId, SmsId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { afterPause } from './pauses.ts';
import type { ComposedSms, QueuedSms, Sms, SmsOutcome } from './sms.ts';
import type { WaitingSms } from './sms-queue.ts';
import type { PlatformWorld } from './world.ts';

/** The outcome of a queued text message. The outcome is logged, so it contains neither the text nor a code. */
export interface SmsDelivery {
  readonly id: SmsId;
  readonly kind: QueuedSms['kind'];
  /** The booking that the text message is about; undefined for other messages. */
  readonly bookingId?: BookingId;
  /** The receiver's phone number, 10 digits; undefined if no message was written. */
  readonly to: string | undefined;
  readonly parts: number;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly outcome:
    | SmsOutcome
    /** The text message is no longer true or wanted. */
    | { readonly result: 'unwanted' }
    /** The text message expired before it could be sent. */
    | { readonly result: 'expired' }
    | { readonly result: 'not written'; readonly error: unknown };
  /** The moment of the next attempt; undefined if there is none. */
  readonly nextAttemptAt: Instant | undefined;
}

/** The number of text messages that are sent at once. */
const BATCH = 5;

const RETRIED: readonly SmsDelivery['outcome']['result'][] = ['refused for all', 'unreachable', 'not written'];

/** Whether another attempt to send the text message may succeed. */
const mayBeRetried = ({ result }: SmsDelivery['outcome']): boolean => RETRIED.includes(result);

export type SendSms = ReturnType<typeof sendSms>;

/**
 * Sends every queued text message that is due. Safe to run in every process at once. A message is marked as sent before
 * the provider gets it, so it is never sent twice. Stops early while the provider takes no messages.
 */
export const sendSms = ({
  clock,
  dueSms,
  transact,
  smsSender,
  composeSms,
}: PlatformWorld & {
  /** Writes a text message. Undefined if no phone number should get the message any more. */
  readonly composeSms: (sms: QueuedSms) => Promise<ComposedSms | undefined>;
}) => {
  /** Composes the text message, or returns the reason why the message is not sent. */
  const written = async (
    sms: QueuedSms,
  ): Promise<ComposedSms | { readonly reason: Exclude<SmsDelivery['outcome'], SmsOutcome> }> => {
    try {
      return (await composeSms(sms)) ?? { reason: { result: 'unwanted' } };
    } catch (error) {
      return { reason: { result: 'not written', error } };
    }
  };

  const handOver = (text: Sms): Promise<SmsOutcome> =>
    smsSender.send(text).catch((error: unknown) => ({ result: 'unreachable', reason: String(error) }));

  /** Sends a text message. Undefined if another process is sending it. */
  const deliver = async (waiting: WaitingSms): Promise<SmsDelivery | undefined> => {
    const text = await written(waiting.sms);
    const expiresAt = ('sms' in text ? text.expiresAt : undefined) ?? waiting.expiresAt;
    const isExpired = expiresAt <= clock();
    const sms = 'sms' in text && !isExpired ? text.sms : undefined;
    const parts = sms?.parts ?? 0;
    if (!(await transact(({ smsQueue }) => smsQueue.take(waiting, parts, clock())))) return undefined;

    const unsent = isExpired || 'sms' in text ? ({ result: 'expired' } as const) : text.reason;
    const outcome = sms ? await handOver(sms) : unsent;
    const next = mayBeRetried(outcome) ? afterPause(waiting.attempt, clock()) : undefined;
    const nextAttemptAt = next !== undefined && next < expiresAt ? next : undefined;
    const why = outcome.result === 'unwanted' ? 'OBSOLETE' : 'FAILED';
    if (outcome.result !== 'sent')
      await transact(({ smsQueue }) =>
        nextAttemptAt === undefined ? smsQueue.giveUp(waiting, why) : smsQueue.putBack(waiting, nextAttemptAt),
      );
    const { id, sms: queued, attempt } = waiting;
    const about = 'bookingId' in queued ? { bookingId: queued.bookingId } : {};
    return { id, kind: queued.kind, ...about, to: sms?.to, parts, attempt, outcome, nextAttemptAt };
  };

  return async (): Promise<readonly SmsDelivery[]> => {
    const deliveries: SmsDelivery[] = [];
    let isProviderThere = true;
    while (isProviderThere) {
      const due = await dueSms(clock(), BATCH);
      if (due.length === 0) break;
      const done = (await Promise.all(due.map(deliver))).filter((delivery) => delivery !== undefined);
      deliveries.push(...done);
      isProviderThere = !done.some(({ outcome }) => mayBeRetried(outcome));
    }
    return deliveries;
  };
};
