import type { UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { type Clock, type Instant, daysAfter, minutesAfter } from '../kernel/time.ts';
import type { Account, Origin } from './account.ts';
import { clientAddressOf } from './attempts.ts';
import type { CodeDigests, LoginTicket, StringSigner, TotpTicket } from './crypto-ports.ts';
import { MOST_WRONG_CODES_A_DAY } from './one-time-code.ts';
import type { SecondFactor } from './second-factor.ts';
import { isSecondFactorOn } from './second-step.ts';
import { codeWrong, ticketInvalid, totpTicketUsedUp, totpTriesUsedUp } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** The most wrong codes for one sign-in ticket, or for one secret before the app is turned on. */
export const MOST_TRIES = 5;

/** A sign-in ticket, and an app's setup, expire after this many minutes. */
export const TOTP_MINUTES = 10;

type Checking = AccountStores;

/** The source of a right code: the app, or the user's recovery codes. */
export type RightCode = 'app' | 'recovery';

/** The most wrong codes a day for one account: from one client address, and from all addresses together. */
interface DailyLimit {
  readonly fromAddress: number;
  readonly overall: number;
}

/**
 * A stranger with the password who uses up the tries of the own address leaves those of other addresses. Recovery codes
 * are counted apart, so that they still help who has used up the tries of the app.
 */
const DAILY_LIMITS: Readonly<Record<RightCode, DailyLimit>> = {
  app: { fromAddress: MOST_WRONG_CODES_A_DAY, overall: 100 },
  recovery: { fromAddress: 5, overall: 20 },
};

/** A recovery code has 12 hexadecimal digits. Every other text counts as a code of the app. */
const kindOf = (code: string): RightCode => (/^[0-9a-f]{12}$/.test(plainRecoveryCode(code)) ? 'recovery' : 'app');

interface Tried {
  readonly userId: UserId;
  readonly ticket?: TotpTicket;
  readonly origin: Pick<Origin, 'ip'>;
}

/**
 * Checks a code of a user's app, or a recovery code, and marks the code as used. A try is counted before the code is
 * compared, so that simultaneous tries cannot exceed a limit. An account has limits of wrong codes a day, and a sign-in
 * ticket has its own limit. A refusal is returned, not thrown, because the count has to be committed.
 */
export const checkTotp =
  (needs: AccountWorld) =>
  async (
    stores: Checking,
    { userId, ticket, origin }: Tried,
    code: string,
    now: Instant,
  ): Promise<Refusal | RightCode> => {
    const { codeTries } = stores;
    const kind = kindOf(code);
    const { fromAddress, overall } = DAILY_LIMITS[kind];
    const all = `${kind} ${userId}`;
    const here = `${all} ${clientAddressOf(origin)}`;
    const tomorrow = daysAfter(now, 1);
    const release = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await codeTries.release(key);
    };

    const ofAddress = await codeTries.reserve(here, fromAddress, tomorrow, now);
    if (ofAddress === undefined) return totpTriesUsedUp();
    if ((await codeTries.reserve(all, overall, tomorrow, now)) === undefined) {
      await release(here);
      return totpTriesUsedUp();
    }
    const most = ticket ? MOST_TRIES : fromAddress;
    const number = ticket
      ? await codeTries.reserve(`ticket ${ticket.nonce}`, most, minutesAfter(now, TOTP_MINUTES), now)
      : ofAddress;
    const right = number === undefined ? undefined : await use(needs, stores, userId, code, now);
    if (number !== undefined && !right) return codeWrong(number, most);
    await release(here, all);
    return right ?? totpTicketUsedUp();
  };

/** Marks a code as used. Undefined if the code is wrong or was used before. */
async function use(
  needs: AccountWorld,
  { secondFactors }: Checking,
  userId: UserId,
  code: string,
  now: Instant,
): Promise<RightCode | undefined> {
  const known = await secondFactors.find(userId);
  if (!known || known.confirmedAt === null) return undefined;
  const step = stepOf(needs, userId, known, code, now);
  if (step !== undefined) return (await secondFactors.useStep(userId, step)) ? 'app' : undefined;
  return (await secondFactors.useRecoveryCode(userId, recoveryDigest(needs.digests, userId, code)))
    ? 'recovery'
    : undefined;
}

/** Finds the time step of an app's code. Removes spaces, because apps show the digits in two groups. */
export function stepOf(
  { totpCodes, secretBox }: AccountWorld,
  userId: UserId,
  { sealedSecret }: SecondFactor,
  code: string,
  now: Instant,
): number | undefined {
  const secret = secretBox.open(sealedSecret, userId);
  return secret === undefined ? undefined : totpCodes.stepOf(secret, code.replaceAll(' ', ''), now);
}

const RECOVERY_CODES = 10;

/** Makes ten codes such as `3f9a-04c1-77be`. A code is the last 48 bits of a UUID, which are all random. */
export const newRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const digits = random.uuid().slice(-12);
    return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].join('-');
  });

const plainRecoveryCode = (code: string): string => code.toLowerCase().replace(/[-\s]/g, '');

/**
 * The stored form of a recovery code. A fast keyed hash is enough, because codes are random and only twenty wrong codes
 * a day are allowed. A thief of the database does not have the key to try codes with.
 */
export const recoveryDigest = (digests: CodeDigests, userId: UserId, code: string): string =>
  digests.of(userId, 'RECOVERY', plainRecoveryCode(code));

/**
 * Verifies a sign-in ticket for a code of the app or for the app's setup. Returns the ticket's content.
 *
 * @throws Refusal TICKET_INVALID
 */
export function openTotpTicket(
  { clock, loginTickets }: { readonly clock: Clock; readonly loginTickets: StringSigner<LoginTicket> },
  text: string,
  method: TotpTicket['method'],
): TotpTicket {
  const ticket = loginTickets.open(text, clock());
  if (ticket?.method !== method) throw ticketInvalid();
  return ticket;
}

/**
 * True while the user of a sign-in ticket is ACTIVE and has the ticket's token version. The version rises when the user
 * is signed out everywhere.
 */
export const isTicketFor = (
  { tokenVersion }: LoginTicket,
  account: Pick<Account, 'status' | 'tokenVersion'> | undefined,
): boolean => account?.status === 'ACTIVE' && (tokenVersion === undefined || tokenVersion === account.tokenVersion);

/** Counts the active administrators who have no authenticator app, and so have nothing but a password. */
export async function adminsWithoutTotp({ users, secondFactors }: AccountStores): Promise<number> {
  let count = 0;
  for (const id of await users.lockActiveAdmins()) if (!(await isSecondFactorOn(secondFactors, { id }))) count += 1;
  return count;
}
