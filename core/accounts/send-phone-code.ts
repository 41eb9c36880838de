import { mobileNumberOf, maskedMobile } from '../kernel/phone.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, minutesAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { newCodeSms } from '../platform/sms.ts';
import type { PlatformStores } from '../platform/stores.ts';
import type { Origin } from './account.ts';
import { clientAddressOf } from './attempts.ts';
import type { CodeDigests, StringSigner } from './crypto-ports.ts';
import { type CodePolicy, CODE_LENGTH } from './one-time-code.ts';
import {
  type PhoneCodePolicy,
  type PhonePurpose,
  type PhoneTicket,
  PHONE_CODE_MINUTES,
  secondsToPhoneCode,
} from './phone-code.ts';
import type { AccountStores } from './ports.ts';
import { phoneInvalid, tooManyCodes } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'phoneCodes' | 'loginLog'> & Pick<PlatformStores, 'smsQueue'>
  >;
  readonly digests: CodeDigests;
  readonly phoneTickets: StringSigner<PhoneTicket>;
  readonly smsCodes: PhoneCodePolicy;
  readonly otp: Pick<CodePolicy, 'resendSeconds'>;
}

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
  ({ clock, random, transact, digests, phoneTickets, smsCodes: policy, otp: { resendSeconds } }: Needs) =>
  async (typed: string, purpose: PhonePurpose, origin: Origin): Promise<SentCode> => {
    const phone = mobileNumberOf(typed);
    if (phone === undefined) throw phoneInvalid();
    const [ticket, code] = [random.uuid(), random.digits(CODE_LENGTH)];
    const digest = digests.of(ticket, 'PHONE', code);

    const sentAt = await transact(async ({ users, phoneCodes, smsQueue, loginLog }) => {
      await phoneCodes.lockSending();
      const now = clock();
      const holder = await users.findByPhone(phone, 'passengers');
      const asked = { phone, address: clientAddressOf(origin), isKnown: holder?.phoneVerified === true };
      const wait = await secondsToPhoneCode(phoneCodes, asked, { policy, resendSeconds }, now);
      if (wait > 0) throw tooManyCodes(wait);

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
    return {
      ticket: phoneTickets.sign({ nonce: ticket, purpose }, sentAt),
      expiresIn: PHONE_CODE_MINUTES * 60,
      resendAfter: resendSeconds,
    };
  };
