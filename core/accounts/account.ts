import { type Fault, invalid, invalidField } from '../kernel/refusal.ts';
import type { AgentId, OperatorId, UserId } from '../kernel/ids.ts';
import { folded } from '../kernel/folding.ts';
import { type Language, lengthOf } from '../kernel/text.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import type { AgentMembership, Membership } from './membership.ts';

export const ROLES = ['PASSENGER', 'OPERATOR', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

export const USER_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
/** The statuses of a user's account. Only ACTIVE users may sign in. */
export type UserStatus = (typeof USER_STATUSES)[number];

export interface Account {
  readonly id: UserId;
  /** The user's primary role. An administrator may grant the user further roles. */
  readonly role: Role;
  /** The primary role and the granted roles. */
  readonly roles: readonly Role[];
  readonly fullName: string;
  /**
   * The e-mail address, unique, in the form that normalEmail returns. Null for an account opened with a phone number.
   */
  readonly email: string | null;
  /** The phone number, unique within its PhoneGroup. Null for an account without a number. */
  readonly phone: string | null;
  /** True once a code sent by SMS proved that the user holds the number. */
  readonly phoneVerified: boolean;
  /** The hash of the password. A hash that begins with `!` matches no password. */
  readonly passwordHash: string;
  readonly emailVerified: boolean;
  readonly status: UserStatus;
  readonly failedAttempts: number;
  readonly lockedUntil: Instant | null;
  readonly lastLoginAt: Instant | null;
  /** The version in the claim `tv` of every token of the user. Raising it signs the user out everywhere. */
  readonly tokenVersion: number;
  /** The file name of the user's picture; null without a picture. */
  readonly avatar: string | null;
  readonly avatarColor: string;
  readonly createdAt: Instant;
  /** The language of mails about the account: the language of the last sign-in that named one. Null means English. */
  readonly language: Language | null;
  /** The name of the company or agent whose staff the user belongs to; null if the user is in no staff. */
  readonly companyName: string | null;
  /** The company whose staff the user belongs to; null if the user is in no company's staff. */
  readonly operatorId: OperatorId | null;
  /** The agent whose staff the user belongs to; null if the user is in no agent's staff. */
  readonly agentId: AgentId | null;
}

/** The caller of a valid access token. */
export interface Caller {
  readonly userId: UserId;
  /** The role that the token was issued for. A user may have several roles. */
  readonly role: Role;
  readonly tokenExpiresAt: Instant;
  /** The moment of the session's sign-in. Undefined for tokens that earlier versions of the service issued. */
  readonly signedInAt?: Instant;
  /** The version of the user's tokens when the token was issued. */
  readonly tokenVersion: number;
  /** The family of the token's session. Undefined for tokens that earlier versions of the service issued. */
  readonly family?: string;
  /** Operators only: the current membership in the company that they act for. */
  readonly staff?: Membership;
  /** People of agents only: the current membership in the agent that they act for. */
  readonly agent?: AgentMembership;
}

/** The client of a request, for the login log and for mails. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  /** The language that the request asks for; undefined if it asks for none. */
  readonly language?: Language | undefined;
}

/** The language of a mail that a user requests: the account's language, else the request's language, else English. */
export const mailLanguageOf = ({ language }: Pick<Account, 'language'>, origin: Origin): Language =>
  language ?? origin.language ?? 'en';

/** Whether the account may act in a role. A granted role counts unless it is ADMIN. */
export const mayActAs = ({ role: primary, roles }: Pick<Account, 'role' | 'roles'>, role: Role): boolean =>
  role === primary || (role !== 'ADMIN' && roles.includes(role));

/**
 * True if the user proved the account's phone number but not its e-mail address. Another person may own that address,
 * and then has no right to the account.
 */
export const isPhoneAccount = ({ phoneVerified, emailVerified }: Pick<Account, 'phoneVerified' | 'emailVerified'>) =>
  phoneVerified && !emailVerified;

/** Phone numbers are unique within each of these two groups of accounts. */
export type PhoneGroup = 'passengers' | 'others';

export const phoneGroupOf = (account: Pick<Account, 'role' | 'roles'>): PhoneGroup =>
  mayActAs(account, 'PASSENGER') ? 'passengers' : 'others';

/**
 * The e-mail address of an account that must have one. Every account of an operator or administrator has one.
 *
 * @throws Error if the account has no e-mail address
 */
export function addressOf({ id, email }: Pick<Account, 'id' | 'email'>): string {
  if (email === null) throw new Error(`Account ${id} has no e-mail address.`);
  return email;
}

/**
 * The searchable text of a user. Name, e-mail address and phone number are on separate lines, so that no match spans
 * two of them.
 */
export const userSearchKey = ({ fullName, email, phone }: Pick<Account, 'fullName' | 'email' | 'phone'>): string =>
  [fullName, email ?? '', phone ?? ''].map(folded).join('\n');

const UNUSABLE = '!';

export const hasUsablePassword = ({ passwordHash }: Pick<Account, 'passwordHash'>): boolean =>
  !passwordHash.startsWith(UNUSABLE);

/** Makes a hash that no password matches. No two hashes are equal, because reset links are signed with the hash. */
export const unusablePassword = (random: Random): string => `${UNUSABLE}${random.uuid()}`;

const PALETTE = [
  '#c2410c',
  '#b45309',
  '#4d7c0f',
  '#15803d',
  '#0f766e',
  '#0e7490',
  '#1d4ed8',
  '#6d28d9',
  '#a21caf',
  '#be123c',
] as const;

/**
 * Picks the colour behind the initials of a user without a picture. White text is legible on every colour of PALETTE.
 */
export const pickAvatarColor = (random: Random): string => PALETTE[Number(random.digits(1))] ?? PALETTE[0];

/** Whether a text is empty or contains only blanks, which counts as empty even for a password. */
const isBlank = (text: string): boolean => text.trim() === '';

/** Throws a refusal if any of the named texts is empty. */
export function checkPresent(fields: Readonly<Record<string, string>>): void {
  const faults: readonly Fault[] = Object.entries(fields)
    .filter(([, value]) => isBlank(value))
    .map(([field]) => ({ field, message: `${field} is required.` }));
  if (faults.length > 0) throw invalid(faults.map(({ message }) => message).join(' '), ...faults);
}

const MOBILE = /^9[78][0-9]{8}$/;
const ANY_PHONE = /^\+?[0-9][0-9 ()-]{4,18}$/;

/** True for a Nepali mobile number. Wallets such as eSewa also identify their users by mobile number. */
export const isMobileNumber = (phone: string): boolean => MOBILE.test(phone);

export function checkPassengerPhone(phone: string): void {
  if (phone !== '' && !isMobileNumber(phone))
    throw invalidField('phone', 'Enter a phone number of 10 digits that begins with 97 or 98.');
}

export function checkOperatorPhone(phone: string): void {
  if (phone !== '' && !ANY_PHONE.test(phone)) throw invalidField('phone', 'Enter a valid phone number.');
}

const LONGEST_PASSWORD = 128;

function checkPasswordLength(field: string, password: string, least: number): void {
  const length = isBlank(password) ? 0 : lengthOf(password);
  if (length < least) throw invalidField(field, `The password must be at least ${least} characters long.`);
  if (length > LONGEST_PASSWORD)
    throw invalidField(field, `The password must be at most ${LONGEST_PASSWORD} characters long.`);
}

export function checkPassengerPassword(field: string, password: string): void {
  checkPasswordLength(field, password, 8);
  if (!/[0-9]/.test(password)) throw invalidField(field, 'The password must contain at least one digit.');
}

export const checkOperatorPassword = (field: string, password: string): void => checkPasswordLength(field, password, 6);

export const LONGEST_NAME = 150;

export function checkName(field: string, name: string): void {
  if (lengthOf(name) > LONGEST_NAME)
    throw invalidField(field, `${field} must be at most ${LONGEST_NAME} characters long.`);
}
