import { type Instant, secondsAfter, secondsBetween } from '../kernel/time.ts';

/**
 * The purpose of a code by SMS. SIGN_IN signs in to the account that has the phone number. CHANGE sets the number of an
 * account. FIND shows a booking's ticket.
 */
export type PhonePurpose = 'SIGN_IN' | 'CHANGE' | 'FIND';

export const PHONE_CODE_MINUTES = 5;
export const PHONE_CODE_TRIES = 5;

/** Limits on codes by SMS. 0 turns a limit off. */
export interface PhoneCodePolicy {
  /** The most codes an hour, for all phone numbers together. */
  readonly hourlyLimit: number;
  readonly perNumberAnHour: number;
  readonly perNumberADay: number;
  /** The most codes an hour for one client address, or for one /64 network of IPv6. */
  readonly perAddressAnHour: number;
}

/** Signed ticket that the client gets when a code is sent by SMS, and sends back with the code. */
export interface PhoneTicket {
  readonly nonce: string;
  readonly purpose: PhonePurpose;
}

export interface NewPhoneCode {
  /** The nonce of the signed ticket that was issued with the code. */
  readonly ticket: string;
  readonly phone: string;
  /** True if a passenger's account had verified the phone number when the code was requested. */
  readonly isKnown: boolean;
  readonly purpose: PhonePurpose;
  /** The client's IP address, as clientAddressOf returns it. */
  readonly address: string;
  /** A keyed hash. The code itself is not stored. */
  readonly digest: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Selects the codes that count towards a limit. A missing field matches all codes. */
export interface PhoneCodeScope {
  readonly phone?: string;
  readonly address?: string;
  readonly isKnown?: boolean;
}

export interface PhoneCodeTry {
  readonly phone: string;
  readonly digest: string;
}

/** Codes that were sent by SMS. Every code has its own signed ticket. A code counts towards the limits for a day. */
export interface PhoneCodeRepo {
  /** Locks the sending of codes until the transaction ends, so that simultaneous requests cannot exceed a limit. */
  lockSending(): Promise<void>;
  /** Adds a code. Ends older codes for the same phone number that were requested from the same IP address. */
  add(code: NewPhoneCode): Promise<void>;
  /**
   * The moment at which the `nth` newest code of the scope was added; 1 is the newest. Undefined if that was before
   * `since`.
   */
  nthNewest(scope: PhoneCodeScope, nth: number, since: Instant): Promise<Instant | undefined>;
  /**
   * Counts a try at a signed ticket's code before the code is compared, so that simultaneous tries cannot exceed
   * `most`. Undefined if the code is used, ended or expired at `now`, has another purpose, or has no tries left.
   */
  reserveTry(ticket: PhoneTicket, most: number, now: Instant): Promise<PhoneCodeTry | undefined>;
  /** Removes a try at the code of a signed ticket from the count. */
  releaseTry(ticket: PhoneTicket): Promise<void>;
  /** Marks the code of a signed ticket as used. False if the code was used before. */
  use(ticket: PhoneTicket): Promise<boolean>;
  /** Deletes up to `limit` codes that were added before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

interface Limit {
  readonly scope: PhoneCodeScope;
  /** The largest number of codes within `seconds`; 0 for no limit. */
  readonly most: number;
  readonly seconds: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A request for a code: the phone number, and the IP address of the client. */
export type AskedCode = Pick<NewPhoneCode, 'phone' | 'address' | 'isKnown'>;

/**
 * The limits that apply to a requested code. A phone number that an account has verified has a limit for each client's
 * IP address. A stranger then cannot use up the number's codes. All other numbers together get at most half of
 * `hourlyLimit`, so that made-up numbers block nobody's sign-in.
 */
function limitsOf(
  { phone, address, isKnown }: AskedCode,
  policy: PhoneCodePolicy,
  resendSeconds: number,
): readonly Limit[] {
  const number = isKnown ? { phone, address } : { phone };
  return [
    { scope: number, most: resendSeconds > 0 ? 1 : 0, seconds: resendSeconds },
    { scope: number, most: policy.perNumberAnHour, seconds: HOUR },
    { scope: number, most: policy.perNumberADay, seconds: DAY },
    isKnown
      ? { scope: { phone }, most: 2 * policy.perNumberADay, seconds: DAY }
      : { scope: { isKnown }, most: policy.hourlyLimit / 2, seconds: HOUR },
    { scope: { address }, most: policy.perAddressAnHour, seconds: HOUR },
    { scope: {}, most: policy.hourlyLimit, seconds: HOUR },
  ];
}

/** Seconds until the next code may be sent; 0 if the code may be sent now. The caller must call `lockSending` first. */
export async function secondsToPhoneCode(
  codes: Pick<PhoneCodeRepo, 'nthNewest'>,
  asked: AskedCode,
  { policy, resendSeconds }: { readonly policy: PhoneCodePolicy; readonly resendSeconds: number },
  now: Instant,
): Promise<number> {
  let longest = 0;
  for (const { scope, most, seconds } of limitsOf(asked, policy, resendSeconds)) {
    if (most === 0) continue;
    const whole = Math.floor(most);
    // A limit below one rounds down to zero: no code is allowed. The wait is then the whole period.
    const inTheWay = whole === 0 ? now : await codes.nthNewest(scope, whole, secondsAfter(now, -seconds));
    if (inTheWay !== undefined) longest = Math.max(longest, secondsBetween(now, secondsAfter(inTheWay, seconds)));
  }
  return longest;
}
