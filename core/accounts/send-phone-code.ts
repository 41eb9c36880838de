import { mobileNumberOf, maskedMobile } from '../kernel/phone.ts';
import type { UserId } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Instant, daysAfter, minutesAfter } from '../kernel/time.ts';
import { newCodeSms } from '../platform/sms.ts';
import type { Origin } from './account.ts';
import { clientAddressOf, isUsualAddress } from './attempts.ts';
import { CODE_LENGTH } from './one-time-code.ts';
import { type PhonePurpose, PHONE_CODE_MINUTES, waitForPhoneCode } from './phone-code.ts';
import { phoneInvalid, tooManyCodes } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** The response to a request for a code. The client sends the signed ticket back together with the code. */
export interface SentCode {
  readonly ticket: string;
  /** Seconds for which the code is valid. */
  readonly expiresIn: number;
  /** Seconds until the user may ask for another code. */
  readonly resendAfter: number;
}

const LOGGED: Readonly<Record<PhonePurpose, string>> = {
  SIGN_IN: 'to sign in',
  CHANGE: 'for a change of number',
  FIND: 'to find a booking',
};

export type SendPhoneCode = ReturnType<typeof sendPhoneCode>;

/**
 * Sends a code by SMS. Response, SMS text and work are the same whether or not an account has the number. Requests are
 * counted one after another, so that simultaneous requests cannot exceed a limit.
 */
export const sendPhoneCode =
  ({ clock, random, transact, digests, phoneTickets, smsCodes: policy, otp: { resendSeconds } }: AccountWorld) =>
  async (typed: string, purpose: PhonePurpose, origin: Origin): Promise<SentCode> => {
    const phone = mobileNumberOf(typed);
    if (phone === undefined) throw phoneInvalid();
    const [ticket, code] = [random.uuid(), random.digits(CODE_LENGTH)];
    const digest = digests.of(ticket, 'PHONE', code);

    const sentAt = await transact(async (stores): Promise<Instant | Refusal> => {
      const { users, phoneCodes, smsQueue, loginLog } = stores;
      await phoneCodes.lockSending();
      const now = clock();
      const holder = await users.findByPhone(phone, 'passengers');
      const isKnown = holder?.phoneVerified === true;
      const address = clientAddressOf(origin);
      // Looked up without an account, too, because the work must not tell whether the number has one.
      const isUsual = (await isUsualAddress(stores, holder?.id ?? NOBODY, address, now)) && isKnown;
      const asked = { phone, address, isKnown, isUsual };
      const wait = await waitForPhoneCode(phoneCodes, asked, { policy, resendSeconds }, now);
      if (wait.isDaily) await mailDailyLimit(stores, policy.dailyLimit, now);
      if (wait.seconds > 0) return tooManyCodes(wait.seconds);

      const expiresAt = minutesAfter(now, PHONE_CODE_MINUTES);
      await phoneCodes.add({ ...asked, ticket, purpose, digest, createdAt: now, expiresAt });
      await smsQueue.add([newCodeSms({ to: phone, purpose, code }, now)], now);
      const message = `Code sent by SMS to ${maskedMobile(phone)} ${LOGGED[purpose]}.`;
      await loginLog.add(
        { kind: 'OTP_SENT', ...(holder && { userId: holder.id, email: holder.email }), message, origin },
        now,
      );
      return now;
    });
    if (sentAt instanceof Refusal) throw sentAt;
    return {
      ticket: phoneTickets.sign({ nonce: ticket, purpose }, sentAt),
      expiresIn: PHONE_CODE_MINUTES * 60,
      resendAfter: resendSeconds,
    };
  };

/** No account has this id. */
const NOBODY = 0 as UserId;

/** Mails every administrator that the codes of a day are used up, once a day. */
async function mailDailyLimit({ users, nonces, mailQueue }: AccountStores, limit: number, now: Instant): Promise<void> {
  if (!(await nonces.claim('sms-limit-mail', daysAfter(now, 1), now))) return;
  const mails = (await users.administrators()).map(
    ({ email, fullName, language }) =>
      ({ kind: 'sms-limit', to: email, name: fullName, language: language ?? 'en', limit }) as const,
  );
  await mailQueue.post(mails, now);
}
