import type { SmsOutcome, SmsSender } from '../../core/platform/sms.ts';
import { postForm } from './post-form.ts';

interface Needs {
  readonly baseUrl: string;
  readonly token: string;
  /** The identity that Sparrow gave, which phones show as the sender. */
  readonly sender: string;
  readonly timeoutMs?: number;
}

/** Error codes that concern only this SMS or its receiver: a missing field, an invalid receiver or sender, no text. */
const ABOUT_THIS_TEXT: readonly number[] = [1000, 1007, 1008, 1010, 1011];

/** Sparrow SMS, API version 2. */
export const sparrowSender = ({ baseUrl, token, sender, timeoutMs }: Needs): SmsSender => ({
  async send({ to, text }): Promise<SmsOutcome> {
    const { status, ...rest } = await postForm(`${baseUrl}/v2/sms/`, { token, from: sender, to, text }, timeoutMs);
    if ('reason' in rest)
      return status === 'unreachable'
        ? { result: 'unreachable', reason: rest.reason }
        : { result: 'sent', doubt: rest.reason };
    const code = codeOf(rest.body?.['response_code']);
    const reason = `status ${status}${code === undefined ? '' : `, response_code ${code}`}`;
    if (typeof status === 'number' && status >= 500) return { result: 'unreachable', reason };
    if (status === 200 && code === 200) return { result: 'sent' };
    if (status === 200 && code === undefined) return { result: 'sent', doubt: `${reason}, unreadable` };
    return status === 403 && code !== undefined && ABOUT_THIS_TEXT.includes(code)
      ? { result: 'refused', reason }
      : { result: 'refused for all', reason };
  },
});

/** Reads the code, which some answers write as text. Undefined if the code is not a whole number. */
function codeOf(value: unknown): number | undefined {
  const code = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof code === 'number' ? code : undefined;
}
