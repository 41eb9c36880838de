import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Role } from './account.ts';
import type { CodeFamily } from './ports.ts';

/** Hashes passwords, slowly on purpose. Refuses with `unavailable` if more are waiting than can be served soon. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares a password with a hash. Without a hash, returns false after the same time as with a hash. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/**
 * Runs work under the same key one after the other, within this process. This saves needless hashing, and spurious
 * locks when several right passwords arrive at once. The stores guard all limits across processes.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Keyed hashes of one-time codes. */
export interface CodeDigests {
  /** `owner` is a user's id, or names the ticket of the code. */
  of(owner: UserId | string, family: CodeFamily | 'RECOVERY' | 'PHONE', code: string): string;
  /** Compares two hashes in constant time. */
  equal(one: string, other: string): boolean;
}

export interface Subject {
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenVersion: number;
}

export interface AccessClaims extends Subject {
  readonly expiresAt: Instant;
  /** The moment of the session's sign-in. Undefined in tokens of earlier versions. */
  readonly signedInAt?: Instant;
}

export interface RefreshClaims extends Subject {
  readonly expiresAt: Instant;
  readonly sessionId: string;
}

/** Why a token is invalid, in the words of the library that reads it. */
export interface BadToken {
  readonly fault: string;
}

/** JSON Web Tokens. An access token never passes for a refresh token, nor the other way round. */
export interface Tokens {
  issueAccess(subject: Subject & Pick<AccessClaims, 'signedInAt'>, expiresAt: Instant): string;
  issueRefresh(subject: Subject, sessionId: string, expiresAt: Instant): string;
  readAccess(token: string, now: Instant): AccessClaims | BadToken;
  readRefresh(token: string, now: Instant): RefreshClaims | BadToken;
}

/** Signed, tamper-evident strings of one kind. One kind never passes for another. */
export interface StringSigner<Payload extends object> {
  /** Signs a payload. `mixed` becomes part of the key, so the string is valid only while `mixed` stays the same. */
  sign(payload: Payload, at: Instant, mixed?: string): string;
  /**
   * Opens a signed string. Undefined unless it was signed as this kind with the same `mixed`, and is young enough at
   * `now`.
   */
  open(text: string, now: Instant, mixed?: string): Payload | undefined;
  /** Reads the payload without checking the signature. */
  peek(text: string): Partial<Payload> | undefined;
}

/** Proof of a right password or a provider's sign-in, valid until a mailed code is entered. */
export interface MailedCodeTicket {
  readonly method: 'email';
  readonly userId: UserId;
  readonly role: 'OPERATOR';
  readonly deviceId: string;
  readonly company?: string;
}

/** The ticket for a code of the authenticator app (`totp`), or for the app's first setup (`totp-setup`). */
export interface TotpTicket {
  readonly method: 'totp' | 'totp-setup';
  readonly userId: UserId;
  readonly role: 'OPERATOR' | 'ADMIN';
  readonly deviceId: string;
  /** Identifies the ticket, so that tries at its code can be counted. */
  readonly nonce: string;
  /** The version of the user's tokens. Signing the user out everywhere raises it, which ends the ticket. */
  readonly tokenVersion: number;
}

export type LoginTicket = MailedCodeTicket | TotpTicket;

/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds. */
export interface TotpCodes {
  /** Makes a secret of 160 random bits, in base32. */
  newSecret(): string;
  /** The `otpauth:` address that authenticator apps read from a QR code. */
  url(secret: string, email: string): string;
  /**
   * The 30-second step of a code: the current, previous or next step. Undefined if the code is wrong. Compares in
   * constant time.
   */
  stepOf(secret: string, code: string, now: Instant): number | undefined;
}

/** Encrypts short texts that the service has to read again. Only the user whose text was sealed can open the text. */
export interface SecretBox {
  seal(text: string, userId: UserId): string;
  /**
   * Opens a sealed text. Undefined if the text was changed, or was sealed for another user or with another APP_SECRET.
   */
  open(sealed: string, userId: UserId): string | undefined;
}

/** The holder gets the address for their account by the code that was mailed to it. */
export interface EmailTicket {
  readonly userId: UserId;
  readonly email: string;
  /** Ties the code to the ticket. */
  readonly nonce: string;
}

export interface ResetToken {
  readonly userId: UserId;
}
