import type { SmsOutcome, SmsSender } from '../../core/platform/sms.ts';
import { postForm } from './post-form.ts';

interface Needs {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs?: number;
}

/** Aakash SMS, API version 3. The provider answers errors with status 200, too. */
export const aakashSender = ({ baseUrl, token, timeoutMs }: Needs): SmsSender => ({
  async send({ to, text }): Promise<SmsOutcome> {
    const { status, ...rest } = await postForm(`${baseUrl}/sms/v3/send`, { auth_token: token, to, text }, timeoutMs);
    if ('reason' in rest)
      return status === 'unreachable'
        ? { result: 'unreachable', reason: rest.reason }
        : { result: 'sent', doubt: rest.reason };
    const { error, message, data } = rest.body ?? {};
    const reason = `status ${status}${wordsOf(message, text)}`;
    if (typeof status === 'number' && status >= 500) return { result: 'unreachable', reason };
    if (status !== 200 || error === true) return { result: 'refused for all', reason };
    if (error !== false) return { result: 'sent', doubt: `${reason}, unreadable` };
    return hasValid(data) ? { result: 'sent' } : { result: 'refused', reason };
  },
});

const hasValid = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'valid' in data && Array.isArray(data.valid) && data.valid.length > 0;

const LONGEST_WORDS = 100;

/** The provider's explanation, for the log. Long numbers are masked. Empty if the explanation quotes the SMS. */
const wordsOf = (message: unknown, text: string): string =>
  typeof message !== 'string' || message.includes(text.slice(0, 20))
    ? ''
    : `: ${message.slice(0, LONGEST_WORDS).replace(/\d{4,}/g, '…')}`;
