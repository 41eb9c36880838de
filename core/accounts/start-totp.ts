import type { Calendar } from '../kernel/calendar.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import type { TotpMail } from '../platform/mailer.ts';
import { type Account, type Caller, type Origin, type Role, addressOf, checkPresent, mayActAs } from './account.ts';
import { occasionOf } from './occasion.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { codeWrong, ticketInvalid, totpOn, totpSetupOver, userGone } from './refusals.ts';
import type { SecondFactor } from './second-factor.ts';
import {
  MOST_TRIES,
  TOTP_MINUTES,
  isTicketFor,
  newRecoveryCodes,
  openTotpTicket,
  recoveryDigest,
  stepOf,
} from './totp.ts';
import { lockVerified, ownPassword, verifyPassword } from './verify-password.ts';
import type { AccountStores, AccountWorld } from './world.ts';

interface TotpChange {
  readonly account: Account;
  readonly change: TotpMail['change'];
  readonly role: Role;
  readonly origin: Origin;
}

const LOGGED = {
  on: { kind: 'SUCCESS', message: 'Authenticator app turned on.' },
  off: { kind: 'SUCCESS', message: 'Authenticator app turned off.' },
  reset: { kind: 'LOGOUT', message: 'Authenticator app reset on the server; signed out everywhere.' },
} as const;

/**
 * Logs that an authenticator app was turned on or off, and mails the account's owner. A thief of the password cannot
 * change the app unnoticed.
 */
export async function announceTotp(
  { calendar }: { readonly calendar: Calendar },
  { loginLog, mailQueue }: AccountStores,
  { account, change, role, origin }: TotpChange,
  now: Instant,
): Promise<void> {
  const { id: userId, email, fullName: name, language } = account;
  await loginLog.add({ ...LOGGED[change], userId, email, role, origin }, now);
  const occasion = occasionOf(calendar, now, origin);
  if (email === null) return;
  await mailQueue.post([{ kind: 'totp', to: email, name, language: language ?? 'en', change, occasion }], now);
}

/** The secret for an authenticator app, shown once: as text, and as the content of a QR code. */
export interface TotpSecret {
  readonly secret: string;
  readonly url: string;
}

export type StartTotp = ReturnType<typeof startTotp>;

/**
 * Makes a secret for the authenticator app of an operator or administrator. The caller sends the password once more.
 * The app is on after its first right code.
 */
export const startTotp =
  (needs: AccountWorld) =>
  async (caller: Caller, password: string, origin: Origin): Promise<TotpSecret> => {
    checkPresent({ password });
    const signIn = await ownPassword(needs, caller, password, origin);
    return verifyPassword(needs)(signIn, (verified) =>
      needs.transact(async (stores) => start(needs, stores, await lockVerified(stores, verified, signIn))),
    );
  };

export type StartRequiredTotp = ReturnType<typeof startRequiredTotp>;

/**
 * Makes the secret for an administrator who must set up an app before the first sign-in. The caller sends a sign-in
 * ticket instead of the password.
 */
export const startRequiredTotp =
  (needs: AccountWorld) =>
  async (ticketText: string): Promise<TotpSecret> => {
    const ticket = openTotpTicket(needs, ticketText, 'totp-setup');
    return needs.transact(async (stores) => {
      const account = await stores.users.lock(ticket.userId);
      if (!account || !isTicketFor(ticket, account)) throw ticketInvalid();
      return start(needs, stores, account);
    });
  };

async function start(
  { clock, totpCodes, secretBox }: AccountWorld,
  { secondFactors }: AccountStores,
  account: Account,
): Promise<TotpSecret> {
  const { id } = account;
  const secret = totpCodes.newSecret();
  if (!(await secondFactors.start(id, secretBox.seal(secret, id), clock()))) throw totpOn();
  return { secret, url: totpCodes.url(secret, addressOf(account)) };
}

/** Recovery codes, shown once. A recovery code can be entered once, in place of a code of the app. */
export type RecoveryCodes = readonly string[];

export type ConfirmTotp = ReturnType<typeof confirmTotp>;

/** Turns the authenticator app on with the app's first code. Returns the recovery codes. */
export const confirmTotp =
  (needs: AccountWorld) =>
  async ({ userId, role }: Pick<Caller, 'userId' | 'role'>, code: string, origin: Origin): Promise<RecoveryCodes> => {
    const { clock, transact } = needs;
    const outcome = await transact(async (stores) => {
      const account = await stores.users.lock(userId);
      if (!account) throw userGone();
      return confirm(needs, stores, { account, role, origin, code }, clock());
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

export type ConfirmRequiredTotp = ReturnType<typeof confirmRequiredTotp>;

/** Turns on the app that an administrator must set up before the first sign-in, and signs the administrator in. */
export const confirmRequiredTotp =
  (needs: AccountWorld) =>
  async (
    proof: { readonly ticket: string; readonly code: string },
    origin: Origin,
  ): Promise<{ readonly recoveryCodes: RecoveryCodes; readonly signedIn: SignedIn }> => {
    const { clock, transact } = needs;
    const ticket = openTotpTicket(needs, proof.ticket, 'totp-setup');
    const { userId, role } = ticket;
    const outcome = await transact(async (stores) => {
      const now = clock();
      const account = await stores.users.lock(userId);
      if (!account || !isTicketFor(ticket, account) || !mayActAs(account, role)) throw ticketInvalid();
      const recoveryCodes = await confirm(needs, stores, { account, role, origin, code: proof.code }, now);
      if (!(recoveryCodes instanceof Refusal))
        return { recoveryCodes, signedIn: await openSession(needs)(stores, { userId, role, origin }, now) };
      const { message } = recoveryCodes;
      await stores.loginLog.add({ kind: 'FAILED', userId, email: account.email, role, message, origin }, now);
      return recoveryCodes;
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

interface FirstCode {
  /** The account, locked until the transaction ends. */
  readonly account: Account;
  readonly role: Role;
  readonly origin: Origin;
  readonly code: string;
}

/**
 * Turns the app on with its first code. Returns a refusal of a wrong code instead of throwing it, because the count of
 * tries has to be committed. The tries for a secret are limited: the owner sees the secret and needs few tries, a
 * guesser needs many.
 */
async function confirm(
  needs: AccountWorld,
  stores: AccountStores,
  { account, role, origin, code }: FirstCode,
  now: Instant,
): Promise<RecoveryCodes | Refusal> {
  const { secondFactors, codeTries } = stores;
  const { id: userId } = account;
  const started = await secondFactors.find(userId);
  if (!started || isOver(started, now)) return totpSetupOver();
  if (started.confirmedAt !== null) return totpOn();
  const number = await codeTries.reserve(
    `setup ${userId} ${started.startedAt}`,
    MOST_TRIES,
    minutesAfter(now, TOTP_MINUTES),
    now,
  );
  if (number === undefined) return totpSetupOver();
  const step = stepOf(needs, userId, started, code, now);
  if (step === undefined) return codeWrong(number, MOST_TRIES);

  const codes = newRecoveryCodes(needs.random);
  const digests = codes.map((text) => recoveryDigest(needs.digests, userId, text));
  if (!(await secondFactors.confirm(userId, step, digests, now))) return totpOn();
  await announceTotp(needs, stores, { account, change: 'on', role, origin }, now);
  return codes;
}

const isOver = ({ confirmedAt, startedAt }: SecondFactor, now: Instant): boolean =>
  confirmedAt === null && now > minutesAfter(startedAt, TOTP_MINUTES);
