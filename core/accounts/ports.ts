import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { CodePurpose } from '../platform/mailer.ts';
import type { Language } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, Origin, PhoneGroup, Role } from './account.ts';
import type { Attempt, LockoutPolicy } from './lockout.ts';
import type { AgentMembership, Membership } from './membership.ts';

export type NewUser = Pick<
  Account,
  | 'role'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'phoneVerified'
  | 'passwordHash'
  | 'emailVerified'
  | 'status'
  | 'avatarColor'
  | 'createdAt'
>;

/** An administrator who gets mails. */
interface Administrator extends Pick<Account, 'fullName' | 'language'> {
  readonly email: string;
}

/** Reads and changes users inside a transaction. E-mail addresses have the form that normalEmail returns. */
export interface UserRepo {
  /**
   * Adds a user. If another user has the e-mail address or phone number, returns which one; the transaction stays
   * usable.
   */
  add(user: NewUser): Promise<UserId | 'email taken' | 'phone taken'>;
  find(id: UserId): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  findByPhone(phone: string, group: PhoneGroup): Promise<Account | undefined>;
  /** Finds a user, and locks the user until the transaction ends. */
  lock(id: UserId): Promise<Account | undefined>;

  /**
   * Counts a password attempt before the password is checked, so that simultaneous attempts cannot exceed the limit.
   * Undefined during a lockout. After a lockout the count starts anew.
   */
  reserveAttempt(id: UserId, policy: LockoutPolicy, now: Instant): Promise<Attempt | undefined>;
  /** Removes an attempt from the count, and ends the lockout that the attempt caused. */
  releaseAttempt(id: UserId, attempt: Attempt): Promise<void>;
  /** Clears the count of attempts, the lockout, and the count of wrong passwords of the hour. */
  clearAttempts(id: UserId): Promise<void>;

  /**
   * Counts a password as wrong before the password is checked. The count restarts an hour after its first password.
   * Returns the password's number in that hour, or the end of the hour if `limit` passwords were counted already. A
   * null `limit` allows any number.
   */
  reserveWrongPassword(
    id: UserId,
    limit: number | null,
    now: Instant,
  ): Promise<{ readonly number: number } | { readonly until: Instant }>;
  /**
   * Removes a right password from the count of wrong passwords. Every password is counted as wrong before its check.
   */
  releaseWrongPassword(id: UserId): Promise<void>;

  /** Counts a code as wrong before the code is checked. False if the user had `limit` wrong codes within a day. */
  reserveWrongCode(id: UserId, limit: number, now: Instant): Promise<boolean>;
  /** Removes a right code from the count of wrong codes. Every code is counted as wrong before its check. */
  releaseWrongCode(id: UserId): Promise<void>;
  /** The number of wrong codes that the user entered within a day. */
  wrongCodes(id: UserId, now: Instant): Promise<number>;

  /** Records a sign-in and its language. An undefined language keeps the account's language. */
  signedIn(id: UserId, at: Instant, language?: Language): Promise<void>;
  verifyEmail(id: UserId): Promise<void>;
  /**
   * Replaces the password hash `from` with `to`, and raises the token version. False if the stored hash is not `from`.
   */
  replacePassword(id: UserId, from: string, to: string): Promise<boolean>;
  raiseTokenVersion(id: UserId): Promise<void>;
  setStatus(id: UserId, status: Account['status']): Promise<void>;
  /** Locks every ACTIVE user whose primary role is ADMIN until the transaction ends. Returns their ids. */
  lockActiveAdmins(): Promise<readonly UserId[]>;
  /** True if another user with primary role ADMIN is ACTIVE, or was ACTIVE at any moment after `since`. */
  hadAnotherAdmin(id: UserId, since: Instant): Promise<boolean>;
  /** ACTIVE administrators with an e-mail address, ordered by id. */
  administrators(): Promise<readonly Administrator[]>;
  /**
   * Saves name and phone. False if another user of the same PhoneGroup has the phone; then the transaction must be
   * rolled back.
   */
  saveProfile(id: UserId, profile: Pick<Account, 'fullName' | 'phone' | 'phoneVerified'>): Promise<boolean>;
  /**
   * Locks a phone number until the transaction ends, so that no other transaction gives it to a passenger's account.
   * Callers lock the number before any account.
   */
  lockPhone(phone: string): Promise<void>;
  /** Sets the e-mail address. False if another user has the address; then the transaction must be rolled back. */
  setEmail(id: UserId, email: Pick<Account, 'email' | 'emailVerified'>): Promise<boolean>;
  /** True if a payment for any booking of the user ever arrived, or may have arrived. */
  hasPaid(id: UserId): Promise<boolean>;
  /** Sets the file name of the user's picture, and returns the previous file name. */
  setAvatar(id: UserId, avatar: string): Promise<string | null>;

  /** Replaces the primary role. */
  changeRole(id: UserId, role: Role): Promise<void>;
  grantRole(id: UserId, role: Role): Promise<void>;
  /** Removes a granted role. The primary role stays. */
  revokeRole(id: UserId, role: Role): Promise<void>;
  /**
   * Makes a user an OPERATOR with a company, and returns the company. A user without a company becomes OWNER of a new
   * company. The new company has the given name, or else the user's name. If the user already has a company without
   * other or invited staff, the given name renames it. Undefined for a user who belongs to an agent: agents' people get
   * no company.
   */
  ensureOperator(id: UserId, companyName: string | undefined, now: Instant): Promise<OperatorId | undefined>;
}

/**
 * The use of a code. A code of one family is not valid in another family. EMAIL verifies the account's address.
 * NEW_EMAIL sets a new address. RESET only counts mails with a link to set a new password, which contain no code.
 */
export type CodeFamily = 'SIGN_IN' | 'EMAIL' | 'NEW_EMAIL' | 'RESET';

export interface NewCode {
  readonly userId: UserId;
  readonly family: CodeFamily;
  readonly purpose: CodePurpose | 'RESET';
  /** A keyed hash. The code itself is not stored. */
  readonly digest: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export type CodeId = number & { readonly keyOf: 'code' };

/** Stores one-time codes. Only the newest code of a user in a family is valid. */
export interface CodeRepo {
  add(code: NewCode): Promise<CodeId>;
  /** Removes a code that could not be mailed. */
  remove(id: CodeId): Promise<void>;
  /** The number of codes added after `since`, and the moments when the oldest and the newest of these were added. */
  sent(userId: UserId, families: readonly CodeFamily[], since: Instant): Promise<SentCodes>;
  /**
   * Counts a try at the newest code before the code is compared. `absent`: there is no unused code that is valid at
   * `now`. `exhausted`: no tries are left, and the code is marked used.
   */
  reserveTry(
    userId: UserId,
    family: CodeFamily,
    maxTries: number,
    now: Instant,
  ): Promise<CodeTry | 'absent' | 'exhausted'>;
  /** Marks the code used. False if the code was used before. */
  use(id: CodeId): Promise<boolean>;
  /** Deletes up to `limit` codes that expired before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

export interface SentCodes {
  readonly count: number;
  readonly oldest: Instant | undefined;
  readonly newest: Instant | undefined;
}

export interface CodeTry {
  readonly id: CodeId;
  readonly digest: string;
  /** The number of the try, starting at 1. */
  readonly number: number;
}

/** A browser whose user signs in without a code. */
export interface TrustedDevice {
  /** The end of the device's lockout, during which no password may be tried; null without a lockout. */
  readonly lockedUntil: Instant | null;
}

/** Stores trusted devices. A device with a blank id is never trusted. Trust ends at the moment when it expires. */
export interface DeviceRepo {
  find(userId: UserId, deviceId: string, now: Instant): Promise<TrustedDevice | undefined>;
  isTrusted(userId: UserId, deviceId: string, now: Instant): Promise<boolean>;
  /**
   * Counts an attempt for one trusted device, as UserRepo.reserveAttempt does for an account. The count ends when the
   * trust ends. Undefined if the device is in a lockout, or not trusted, at `now`.
   */
  reserveAttempt(userId: UserId, deviceId: string, policy: LockoutPolicy, now: Instant): Promise<Attempt | undefined>;
  releaseAttempt(userId: UserId, deviceId: string, attempt: Attempt): Promise<void>;
  clearAttempts(userId: UserId, deviceId: string): Promise<void>;

  /** Trusts a device until `expiresAt`, and restarts its count of failed attempts. Does nothing for a blank id. */
  trust(userId: UserId, deviceId: string, now: Instant, expiresAt: Instant): Promise<void>;
  revokeAll(userId: UserId): Promise<void>;
  prune(before: Instant, limit: number): Promise<number>;
}

/** A refresh token that the service issued. */
export interface Session {
  /** The id of the refresh token, its claim `jti`. */
  readonly id: string;
  /** The id shared by all tokens of one sign-in: the first token, and the tokens that replaced it. */
  readonly family: string;
  /** The moment of the sign-in that the token comes from. */
  readonly startedAt: Instant;
  readonly userId: UserId;
  readonly role: Role;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

export interface KnownSession extends Session {
  readonly rotatedAt: Instant | null;
  readonly revokedAt: Instant | null;
}

export interface SessionRepo {
  add(session: Session): Promise<void>;
  find(id: string): Promise<KnownSession | undefined>;
  /** Marks a token as exchanged. False if the token was exchanged before, or is revoked. */
  rotate(id: string, now: Instant): Promise<boolean>;
  /** Revokes the tokens of a sign-in. False if all were revoked before. */
  revokeFamily(family: string, now: Instant): Promise<boolean>;
  /** Revokes the tokens of all sign-ins of a user but one. An undefined `family` revokes all. */
  revokeOthers(userId: UserId, family: string | undefined, now: Instant): Promise<void>;
  prune(before: Instant, limit: number): Promise<number>;
}

/** Stores keys, each of which can be used only once. */
export interface NonceStore {
  /** True the first time that a key is claimed, and again once the previous claim has expired at `now`. */
  claim(key: string, expiresAt: Instant, now: Instant): Promise<boolean>;
  prune(before: Instant, limit: number): Promise<number>;
}

export const LOGIN_KINDS = ['SUCCESS', 'FAILED', 'LOCKED', 'LOGOUT', 'OTP_SENT'] as const;

export interface LoginEntry {
  readonly kind: (typeof LOGIN_KINDS)[number];
  readonly userId?: UserId;
  /** The e-mail address of the attempt; null for an account without one. */
  readonly email?: string | null;
  readonly role?: Role;
  readonly message: string;
  readonly origin: Origin;
}

/** Logs sign-in attempts, with IP address, client and outcome. */
export interface LoginLog {
  add(entry: LoginEntry, at: Instant): Promise<void>;
  newest(limit: number): Promise<readonly (LoginEntry & { readonly at: Instant })[]>;
}

/** Facts about the user of a token that every authenticated request needs. */
export interface AuthState extends Pick<Account, 'role' | 'roles' | 'status' | 'tokenVersion'> {
  /** The user's company and staff position; undefined if the user is in no company's staff. */
  readonly membership: Membership | undefined;
  /** The user's agent and position; undefined if the user is in no agent's staff. */
  readonly agent: AgentMembership | undefined;
  /** Whether the asked session has ended. False if no session is asked about. */
  readonly isSessionOver: boolean;
}

/** Reads accounts outside a transaction. */
export interface AccountViews {
  /** The state of a user, and of the session with this family. */
  authState(id: UserId, family?: string): Promise<AuthState | undefined>;
  find(id: UserId): Promise<Account | undefined>;
  hasSecondFactor(id: UserId): Promise<boolean>;
}

/** Stores profile pictures. */
export interface Avatars {
  /**
   * Re-encodes a PNG, JPEG, WebP or GIF and stores it. Returns the stored file's name, or undefined if `content` is no
   * picture.
   */
  keep(content: Uint8Array): Promise<string | undefined>;
  remove(fileName: string): Promise<void>;
  /** The absolute URL of a picture. */
  url(fileName: string): string;
}

export interface CodePolicy {
  readonly maxTries: number;
  readonly ttlMinutes: number;
  /** The shortest time between two mails with a code, in seconds; 0 for none. */
  readonly resendSeconds: number;
  /** The most codes an hour for one account; 0 for no limit. */
  readonly maxPerHour: number;
}
