import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Role } from './account.ts';
import type { CodeFamily } from './ports.ts';

/** The place of a hash in the queue of hashes. IP addresses take turns. */
export interface HashTurn {
  /** The IP address that asked for the hash, as clientAddressOf writes it. */
  readonly address: string;
  /** Whether somebody signed in from the address lately. Usual addresses have more turns than others. */
  readonly isUsual: boolean;
}

/** Hashes passwords, slowly on purpose. Throws the refusal `unavailable` if too many passwords wait to be hashed. */
export interface Passwords {
  hash(password: string, turn?: HashTurn): Promise<string>;
  /** Compares a password with a hash. Without a hash, returns false, but takes as long as with a hash. */
  matches(password: string, hash: string | undefined, turn?: HashTurn): Promise<boolean>;
}

/**
 * Runs tasks with the same key one after the other, within this process. The mutex saves needless hashing, and prevents
 * a lockout when several right passwords arrive at once. The stores enforce all limits across processes.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Keyed hashes of one-time codes. */
export interface CodeDigests {
  /** Hashes a code. `owner` is a user's id, or the nonce of the signed ticket that was issued with the code. */
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
  /** The moment of the session's sign-in. Undefined in tokens that earlier versions of the service issued. */
  readonly signedInAt?: Instant;
  /** The session's family. Undefined in tokens that earlier versions of the service issued. */
  readonly family?: string;
}

export interface RefreshClaims extends Subject {
  readonly expiresAt: Instant;
  readonly sessionId: string;
}

/** The reason why a token is invalid, in the words of the token library. */
export interface BadToken {
  readonly fault: string;
}

/** JSON Web Tokens. An access token is not accepted as a refresh token, nor a refresh token as an access token. */
export interface Tokens {
  issueAccess(subject: Subject & Pick<AccessClaims, 'signedInAt' | 'family'>, expiresAt: Instant): string;
  issueRefresh(subject: Subject, sessionId: string, expiresAt: Instant): string;
  readAccess(token: string, now: Instant): AccessClaims | BadToken;
  readRefresh(token: string, now: Instant): RefreshClaims | BadToken;
}

/** Signs and verifies strings of one kind. A string of another kind is not accepted. */
export interface StringSigner<Payload extends object> {
  /** Signs a payload. `mixed` becomes part of the key, so the string stays valid only while `mixed` stays the same. */
  sign(payload: Payload, at: Instant, mixed?: string): string;
  /**
   * Verifies a signed string and returns its payload. Returns undefined if the string was signed as another kind or
   * with another `mixed`, or is expired at `now`.
   */
  open(text: string, now: Instant, mixed?: string): Payload | undefined;
  /** Reads the payload without checking the signature. */
  peek(text: string): Partial<Payload> | undefined;
}

/**
 * The sign-in ticket: a signed token which proves a right password or a sign-in with a provider. The user sends the
 * ticket together with the mailed code.
 */
export interface MailedCodeTicket {
  readonly method: 'email';
  readonly userId: UserId;
  readonly role: 'OPERATOR';
  readonly deviceId: string;
  readonly company?: string;
  /**
   * The version of the user's tokens. Signing the user out everywhere raises the version, which ends the ticket.
   * Undefined in tickets that earlier versions of the service issued.
   */
  readonly tokenVersion?: number;
}

/** The sign-in ticket for a code of the authenticator app (`totp`), or for the app's first setup (`totp-setup`). */
export interface TotpTicket {
  readonly method: 'totp' | 'totp-setup';
  readonly userId: UserId;
  readonly role: 'OPERATOR' | 'ADMIN';
  readonly deviceId: string;
  /** The id of the ticket, under which wrong codes are counted. */
  readonly nonce: string;
  /** The version of the user's tokens. Signing the user out everywhere raises the version, which ends the ticket. */
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

/**
 * Encrypts short texts that the service has to read again. A text encrypted for one user cannot be decrypted for
 * another.
 */
export interface SecretBox {
  seal(text: string, userId: UserId): string;
  /**
   * Decrypts a text. Undefined if the text was changed, or was encrypted for another user or with another APP_SECRET.
   */
  open(sealed: string, userId: UserId): string | undefined;
}

/**
 * Signed ticket (a token) for a new e-mail address. With this ticket and the code mailed to the address, the user adds
 * the address to the account.
 */
export interface EmailTicket {
  readonly userId: UserId;
  readonly email: string;
  /** Ties the mailed code to this ticket. */
  readonly nonce: string;
}

/**
 * Signed ticket (a token) for a sign-in by SMS that needs a mailed code besides. It proves the number that a code by
 * SMS proved, and goes with one mailed code.
 */
export interface OldNumberTicket {
  readonly userId: UserId;
  readonly phone: string;
  /** Ties the mailed code to this ticket. */
  readonly nonce: string;
  /** The version of the user's tokens. Signing the user out everywhere raises the version, which ends the ticket. */
  readonly tokenVersion: number;
}

export interface ResetToken {
  readonly userId: UserId;
}
