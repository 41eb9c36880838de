import { maskedMobile } from '../core/kernel/phone.ts';
import type { SendSms, SmsDelivery } from '../core/platform/send-sms.ts';
import type { Log } from './log.ts';

/** Logs and counts sent and refused SMS. */
export interface SmsReporting {
  readonly log: Log;
  /** Counts SMS for the metrics. */
  readonly countSms: (kind: string, outcome: { readonly parts: number } | 'refused') => void;
}

interface Needs extends SmsReporting {
  readonly sendSms: SendSms;
}

/** Sends the SMS that are due, and logs failures. The log contains no texts and no complete phone numbers. */
export const sendDueSms =
  ({ sendSms, ...reporting }: Needs) =>
  async (): Promise<number> => {
    const deliveries = await sendSms();
    for (const delivery of deliveries) report(delivery, reporting);
    return deliveries.filter(({ outcome }) => outcome.result === 'sent').length;
  };

function report({ id, to, outcome, nextAttemptAt, ...about }: SmsDelivery, { log, countSms }: SmsReporting): void {
  const { kind, parts } = about;
  const next = nextAttemptAt === undefined ? {} : { nextAttemptAt: new Date(nextAttemptAt).toISOString() };
  const details = { smsId: id, ...about, ...(to !== undefined && { to: maskedMobile(to) }), ...next };
  switch (outcome.result) {
    case 'sent':
      countSms(kind, { parts });
      if (outcome.doubt !== undefined)
        log.warn({ ...details, reason: outcome.doubt }, 'a text may have been sent: it will not be sent again');
      return;
    case 'refused':
      countSms(kind, 'refused');
      log.warn({ ...details, reason: outcome.reason }, 'the provider refused a text: it will not be sent');
      return;
    case 'refused for all':
      countSms(kind, 'refused');
      log.error(
        { alarm: true, ...details, reason: outcome.reason },
        'ALARM: the provider refuses every text. Look at SMS_TOKEN, SMS_SENDER and the credit of your account',
      );
      return;
    case 'unreachable':
      log.warn({ ...details, reason: outcome.reason }, `a text could not be sent: ${whatNext(nextAttemptAt)}`);
      return;
    case 'not written':
      log.error({ ...details, err: outcome.error }, `a text could not be written: ${whatNext(nextAttemptAt)}`);
      return;
    case 'expired':
      log.warn(details, 'a text came too late and was dropped');
      return;
    case 'unwanted':
  }
}

const whatNext = (nextAttemptAt: SmsDelivery['nextAttemptAt']): string =>
  nextAttemptAt === undefined ? 'no further attempt is made' : 'it will be tried again';
