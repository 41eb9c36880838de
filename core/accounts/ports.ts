import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { CodePurpose } from '../kernel/mailer.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account } from './account.ts';
import type { Origin, Role } from './caller.ts';

export type NewUser = Pick<Account, 'role' | 'fullName' | 'email' | 'phone' | 'passwordHash' | 'emailVerified' | 'status' | 'avatarColor' | 'createdAt'>;

export interface LockoutPolicy {
  readonly maxAttempts: number;
  readonly minutes: number;
}

/** A try at a password, counted before it is made. */
export interface Attempt {
  /** 1 is the first wrong one. */
  readonly number: number;
  /** Set when this try is the last one: the account is locked until then unless the try turns out well. */
  readonly locksUntil: Instant | null;
}

/** Users, inside a transaction. E-mail addresses are handed over as normalEmail writes them. */
export interface UserRepo {
  /** Adds a user, or says what another user has already; that leaves the transaction usable. */
  add(user: NewUser): Promise<UserId | 'email taken' | 'phone taken'>;
  find(id: UserId): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  findByPhone(phone: string): Promise<Account | undefined>;
  /** Like find; and until the transaction ends nobody else changes the user, or locks them. */
  lock(id: UserId): Promise<Account | undefined>;

  /**
   * Counts a try at the password before it is made, so that tries made at once can't exceed the limit. Undefined when the account is
   * locked at `now`. A lock that has run out gives a fresh count.
   */
  reserveAttempt(id: UserId, policy: LockoutPolicy, now: Instant): Promise<Attempt | undefined>;
  /** Uncounts a try that was none, together with the lock it brought. */
  giveAttemptBack(id: UserId, attempt: Attempt): Promise<void>;
  /** Back to no failed tries, and no lock. */
  clearAttempts(id: UserId): Promise<void>;

  /** Counts a wrong code before it is compared: false when the account has had `limit` of them within a day. */
  reserveWrongCode(id: UserId, limit: number, now: Instant): Promise<boolean>;
  /** Uncounts a code that was right. */
  giveWrongCodeBack(id: UserId): Promise<void>;
  /** How many wrong codes the account has had within a day. */
  wrongCodes(id: UserId, now: Instant): Promise<number>;

  signedIn(id: UserId, at: Instant): Promise<void>;
  verifyEmail(id: UserId): Promise<void>;
  /** Puts another hash in place of `from`, and raises the token version: false when the hash is no longer `from`. */
  replacePassword(id: UserId, from: string, to: string): Promise<boolean>;
  raiseTokenVersion(id: UserId): Promise<void>;
  /** Throws the refusal phoneTaken when another user has the phone. */
  saveProfile(id: UserId, profile: Pick<Account, 'fullName' | 'phone'>): Promise<void>;
  /** Answers the file name of the picture there was before. */
  setAvatar(id: UserId, avatar: string): Promise<string | null>;

  grantRole(id: UserId, role: Role): Promise<void>;
  /**
   * Sees to it that the user holds the role OPERATOR and has an operator's profile. A company name given becomes the profile's;
   * without one a new profile takes the user's name.
   */
  ensureOperator(id: UserId, companyName: string | undefined, now: Instant): Promise<OperatorId>;
}

/** Codes of one family never pass for the other's. RESET counts the mails with a reset link, which hold no code. */
export type CodeFamily = 'SIGN_IN' | 'EMAIL' | 'RESET';

export interface NewCode {
  readonly userId: UserId;
  readonly family: CodeFamily;
  readonly purpose: CodePurpose | 'RESET';
  /** A keyed hash: the code itself is nowhere kept. */
  readonly digest: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export type CodeId = number & { readonly keyOf: 'code' };

/** One-time codes. Only the newest of a user and family counts. */
export interface CodeRepo {
  add(code: NewCode): Promise<CodeId>;
  /** A code whose mail did not go out never was. */
  remove(id: CodeId): Promise<void>;
  /** How many were made after `since`, and when the oldest and the newest of them. */
  sent(userId: UserId, families: readonly CodeFamily[], since: Instant): Promise<SentCodes>;
  /**
   * Counts a try at the newest code before it is compared. `absent` when there is none, or it is used, or expired at `now`;
   * `exhausted` when it has had its tries, which makes it used.
   */
  reserveTry(userId: UserId, family: CodeFamily, maxTries: number, now: Instant): Promise<CodeTry | 'absent' | 'exhausted'>;
  /** Uses the code: false when it was used already. */
  use(id: CodeId): Promise<boolean>;
  /** Forgets codes that expired before `before`, at most `limit`; answers how many. */
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
  /** 1 is the first. */
  readonly number: number;
}

/** Browsers that need no code. */
export interface DeviceRepo {
  /** Never true for a blank id, nor at or after the moment the trust expires. */
  isTrusted(userId: UserId, deviceId: string, now: Instant): Promise<boolean>;
  /** Does nothing for a blank id. */
  trust(userId: UserId, deviceId: string, now: Instant, expiresAt: Instant): Promise<void>;
  forgetAll(userId: UserId): Promise<void>;
  prune(before: Instant, limit: number): Promise<number>;
}

/** A refresh token that was issued. */
export interface Session {
  /** The token's `jti`. */
  readonly id: string;
  /** Shared by all tokens rotated from one sign-in. */
  readonly family: string;
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
  /** Marks a token as exchanged: false when it was before, or is revoked. */
  rotate(id: string, now: Instant): Promise<boolean>;
  revokeFamily(family: string, now: Instant): Promise<void>;
  prune(before: Instant, limit: number): Promise<number>;
}

/** Things that work once. */
export interface UsedOnce {
  /** True the first time; and again only when the first use expired at or before `now`. */
  claim(key: string, expiresAt: Instant, now: Instant): Promise<boolean>;
  prune(before: Instant, limit: number): Promise<number>;
}

export interface LoginEntry {
  readonly kind: 'SUCCESS' | 'FAILED' | 'LOCKED' | 'LOGOUT' | 'OTP_SENT';
  readonly userId?: UserId;
  readonly email?: string;
  readonly role?: Role;
  readonly message: string;
  readonly origin: Origin;
}

/** Who tried to come in, with what outcome, and from where. */
export interface LoginLog {
  add(entry: LoginEntry, at: Instant): Promise<void>;
  newest(limit: number): Promise<readonly (LoginEntry & { readonly at: Instant })[]>;
}

/** The stores of this slice. A use case names those it touches. */
export interface AccountStores {
  readonly users: UserRepo;
  readonly codes: CodeRepo;
  readonly devices: DeviceRepo;
  readonly sessions: SessionRepo;
  readonly usedOnce: UsedOnce;
  readonly loginLog: LoginLog;
}

/** What each authenticated request needs to know of its user. */
export type Standing = Pick<Account, 'role' | 'roles' | 'status' | 'tokenVersion'>;

/** Accounts for screens. */
export interface AccountViews {
  standing(id: UserId): Promise<Standing | undefined>;
  find(id: UserId): Promise<Account | undefined>;
  /** The key of the user's profile as operator, if there is one. */
  operatorOf(id: UserId): Promise<OperatorId | undefined>;
}

/** Slow on purpose. Refuses with `unavailable` when more wait than can be served soon. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash to compare it takes as long as with one, and says no. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/**
 * Runs the works of one key one after the other, within this process. That spares work and false alarms, such as a lock because
 * of several right passwords at once; what must hold among processes the stores promise.
 */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Keyed hashes of one-time codes. */
export interface CodeDigests {
  of(userId: UserId, family: CodeFamily, code: string): string;
  /** In constant time. */
  equal(one: string, other: string): boolean;
}

export interface Subject {
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenVersion: number;
}

export interface AccessClaims extends Subject {
  readonly expiresAt: Instant;
}

export interface RefreshClaims extends AccessClaims {
  readonly sessionId: string;
}

/** Why a token is no good, in the words of the library that read it. */
export interface BadToken {
  readonly fault: string;
}

/** JSON Web Tokens. Access and refresh tokens never pass for each other. */
export interface Tokens {
  issueAccess(subject: Subject, expiresAt: Instant): string;
  issueRefresh(subject: Subject, sessionId: string, expiresAt: Instant): string;
  readAccess(token: string, now: Instant): AccessClaims | BadToken;
  readRefresh(token: string, now: Instant): RefreshClaims | BadToken;
}

/** Signed, tamper-evident strings of one kind. One kind never passes for another. */
export interface StringSigner<Payload extends object> {
  /** `mixed` goes into the key: the string is good only as long as what is mixed in stays the same. */
  sign(payload: Payload, at: Instant, mixed?: string): string;
  /** Undefined when it was not signed as this kind, with the same mixed in, or is too old at `now`. */
  open(text: string, now: Instant, mixed?: string): Payload | undefined;
  /** What it says of itself, unproved. */
  peek(text: string): Partial<Payload> | undefined;
}

/** Between password and code. */
export interface LoginTicket {
  readonly uid: UserId;
  readonly p: 'otp';
  readonly role: 'OPERATOR';
  readonly device_id: string;
  readonly company?: string;
}

export interface ResetToken {
  readonly uid: UserId;
  readonly p: 'pwreset';
}

/** Carried through the identity provider and back. */
export interface ProviderState {
  readonly p: 'gapi';
  readonly next: string;
  readonly device_id: string;
  /** Makes the state single-use, and ties it to the browser that brings it back in a cookie. */
  readonly nonce: string;
}

/** What an identity provider says of a person. */
export interface ProvidedIdentity {
  readonly email: string;
  /** False only when the provider says so. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** Why there is no identity. */
export type IdentityFailure = 'no access token' | 'network' | 'no email';

/** An OAuth 2.0 provider, asked by the authorization-code flow with PKCE (S256). */
export interface IdentityProvider {
  /** Where to send the browser. */
  authorizationUrl(request: { readonly state: string; readonly verifier: string }): string;
  /** Exchanges the code and asks who that is: two calls of at most 15 seconds each. */
  identify(grant: { readonly code: string; readonly verifier: string }): Promise<ProvidedIdentity | IdentityFailure>;
}

/** Profile pictures. */
export interface Avatars {
  /** Re-encodes a PNG, JPEG, WebP or GIF and keeps it; answers its file name, or undefined when the bytes are no such picture. */
  keep(content: Uint8Array): Promise<string | undefined>;
  remove(fileName: string): Promise<void>;
  /** The absolute URL it is served at. */
  url(fileName: string): string;
}
