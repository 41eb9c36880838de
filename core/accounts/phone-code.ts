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
  /** The most codes a day, for all phone numbers together. */
  readonly dailyLimit: number;
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
  /** True if the account with the phone number usually signs in from the client's IP address. */
  readonly isUsual: boolean;
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
  readonly isUsual?: boolean;
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
  /** True for a limit on the codes of a day to many numbers, of which administrators are told. */
  readonly isDaily?: boolean;
  /** True if the limit is read, but does not refuse the code. */
  readonly isExempt?: boolean;
  /** The largest number of codes within `seconds`; 0 for no limit. */
  readonly most: number;
  readonly seconds: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A request for a code: the phone number, and the IP address of the client. */
export type AskedCode = Pick<NewPhoneCode, 'phone' | 'address' | 'isKnown' | 'isUsual'>;

/**
 * The limits that apply to a requested code. A phone number that an account has verified has a limit for each client's
 * IP address. A stranger then cannot use up the number's codes. The limit for all its addresses leaves out addresses
 * from which the account usually signs in: it neither refuses nor counts them. All other numbers together get at most
 * half of `hourlyLimit` and of `dailyLimit`, so that made-up numbers block nobody's sign-in.
 */
function limitsOf(
  { phone, address, isKnown, isUsual }: AskedCode,
  policy: PhoneCodePolicy,
  resendSeconds: number,
): readonly Limit[] {
  const number = isKnown ? { phone, address } : { phone };
  return [
    { scope: number, most: resendSeconds > 0 ? 1 : 0, seconds: resendSeconds },
    { scope: number, most: policy.perNumberAnHour, seconds: HOUR },
    { scope: number, most: policy.perNumberADay, seconds: DAY },
    ...totalsOf({ phone, isKnown, isUsual }, policy),
    { scope: { address }, most: policy.perAddressAnHour, seconds: HOUR },
    { scope: {}, most: policy.hourlyLimit, seconds: HOUR },
    { scope: {}, most: policy.dailyLimit, seconds: DAY, isDaily: true },
  ];
}

/**
 * The limits that all addresses of a known number share, or all unknown numbers. Their number is the same for every
 * phone number, because the work must not tell whether the number has an account.
 */
function totalsOf(
  { phone, isKnown, isUsual }: Omit<AskedCode, 'address'>,
  { perNumberADay, hourlyLimit, dailyLimit }: PhoneCodePolicy,
): readonly Limit[] {
  return [
    isKnown
      ? { scope: { phone, isUsual: false }, most: 2 * perNumberADay, seconds: DAY, isExempt: isUsual }
      : { scope: { isKnown }, most: hourlyLimit / 2, seconds: HOUR },
    { scope: { isKnown }, most: dailyLimit / 2, seconds: DAY, isDaily: true, isExempt: isKnown },
  ];
}

/** The time until the next code may be sent. */
export interface CodeWait {
  /** 0 if the code may be sent now. */
  readonly seconds: number;
  /** Whether a limit on the codes of a day to many numbers refuses the code. */
  readonly isDaily: boolean;
}

/** Computes how long the next code has to wait. The caller must call `lockSending` first. */
export async function waitForPhoneCode(
  codes: Pick<PhoneCodeRepo, 'nthNewest'>,
  asked: AskedCode,
  { policy, resendSeconds }: { readonly policy: PhoneCodePolicy; readonly resendSeconds: number },
  now: Instant,
): Promise<CodeWait> {
  let longest: CodeWait = { seconds: 0, isDaily: false };
  for (const { scope, most, seconds, isDaily = false, isExempt = false } of limitsOf(asked, policy, resendSeconds)) {
    if (most === 0) continue;
    const whole = Math.floor(most);
    // A limit below one rounds down to zero: no code is allowed. The wait is then the whole period.
    const inTheWay = whole === 0 ? now : await codes.nthNewest(scope, whole, secondsAfter(now, -seconds));
    if (inTheWay === undefined || isExempt) continue;
    const wait = secondsBetween(now, secondsAfter(inTheWay, seconds));
    longest = { seconds: Math.max(longest.seconds, wait), isDaily: longest.isDaily || isDaily };
  }
  return longest;
}
