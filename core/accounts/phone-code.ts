import { type Instant, secondsAfter, secondsBetween } from '../kernel/time.ts';

/** SIGN_IN signs in to the account of a number, CHANGE gives the number to an account, FIND shows a ticket. */
export type PhonePurpose = 'SIGN_IN' | 'CHANGE' | 'FIND';

export const PHONE_CODE_MINUTES = 5;
export const PHONE_CODE_TRIES = 5;

/** Limits on codes by SMS. 0 turns a limit off. */
export interface PhoneCodePolicy {
  /** Limit of codes in an hour, for all phone numbers together. */
  readonly hourlyLimit: number;
  readonly perNumberAnHour: number;
  readonly perNumberADay: number;
  /** Limit for one client address, or for one /64 network of IPv6. */
  readonly perAddressAnHour: number;
}

/** The holder of a ticket proves a number by the code that was sent with the ticket. */
export interface PhoneTicket {
  readonly nonce: string;
  readonly purpose: PhonePurpose;
}

export interface NewPhoneCode {
  /** The nonce of the ticket that the code belongs to. */
  readonly ticket: string;
  readonly phone: string;
  /** True if a passenger's account had verified the number when the code was asked for. */
  readonly isKnown: boolean;
  readonly purpose: PhonePurpose;
  /** The client's address, as clientAddressOf writes it. */
  readonly address: string;
  /** A keyed hash. The code itself is not stored. */
  readonly digest: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Selects the codes that a limit counts. A missing field matches all codes. */
export interface PhoneCodeScope {
  readonly phone?: string;
  readonly address?: string;
  readonly isKnown?: boolean;
}

export interface PhoneCodeTry {
  readonly phone: string;
  readonly digest: string;
}

/** Codes that were sent to phone numbers. Each code has a ticket of its own. A code counts for a day. */
export interface PhoneCodeRepo {
  /** Locks the sending of codes until the transaction ends, so that simultaneous requests keep the limits. */
  lockSending(): Promise<void>;
  /** Adds a code. Ends the older codes of its number that were requested from the same address. */
  add(code: NewPhoneCode): Promise<void>;
  /**
   * The moment at which the `nth` newest code of the scope was added; 1 is the newest. Undefined if that was before
   * `since`.
   */
  nthNewest(scope: PhoneCodeScope, nth: number, since: Instant): Promise<Instant | undefined>;
  /**
   * Counts a try at the ticket's code before it is compared, so that simultaneous tries cannot exceed `most`. Undefined
   * if the code is used, ended or expired at `now`, has another purpose, or has no tries left.
   */
  reserveTry(ticket: PhoneTicket, most: number, now: Instant): Promise<PhoneCodeTry | undefined>;
  /** Gives back a counted try at the code. */
  releaseTry(ticket: PhoneTicket): Promise<void>;
  /** Marks the code as used. False if the code was used before. */
  use(ticket: PhoneTicket): Promise<boolean>;
  /** Deletes up to `limit` codes that were added before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

interface Limit {
  readonly scope: PhoneCodeScope;
  /** The largest number of codes in the period; 0 for no limit. */
  readonly most: number;
  readonly seconds: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A requested code: its number, and the client that asks. */
export type AskedCode = Pick<NewPhoneCode, 'phone' | 'address' | 'isKnown'>;

/**
 * The limits of a code. A number with an account has limits for each address, so that strangers cannot use up its
 * codes. Unverified numbers share half of all codes, so that made-up numbers block nobody's sign-in.
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

/** Seconds until the next code may be sent; 0 if it may be sent now. Callers lock the sending before. */
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
    // If the limit is zero, the next request is allowed after the whole period.
    const inTheWay = whole === 0 ? now : await codes.nthNewest(scope, whole, secondsAfter(now, -seconds));
    if (inTheWay !== undefined) longest = Math.max(longest, secondsBetween(now, secondsAfter(inTheWay, seconds)));
  }
  return longest;
}
