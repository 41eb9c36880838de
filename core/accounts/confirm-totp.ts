import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Clock, type Instant, minutesAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, type Origin, type Role, mayActAs } from './account.ts';
import { type AnnouncingStores, announceTotp } from './announce-totp.ts';
import type { LoginTicket, StringSigner } from './crypto-ports.ts';
import { type SessionNeeds, type SignedIn, openSession } from './open-session.ts';
import type { AccountStores } from './ports.ts';
import type { SecondFactor } from './second-factor.ts';
import { codeWrong, ticketInvalid, totpOn, totpSetupOver, userGone } from './refusals.ts';
import {
  type CheckTotpNeeds,
  isTicketFor,
  MOST_TRIES,
  newRecoveryCodes,
  openTotpTicket,
  recoveryDigest,
  stepOf,
  TOTP_MINUTES,
} from './totp.ts';

type Stores = Pick<AccountStores, 'users' | 'sessions' | 'signInAddresses' | 'secondFactors' | 'codeTries'> &
  AnnouncingStores;

interface ConfirmNeeds extends CheckTotpNeeds {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
}

/** Recovery codes, shown once. Each code replaces the app's code one time. */
export type RecoveryCodes = readonly string[];

export type ConfirmTotp = ReturnType<typeof confirmTotp>;

/** Turns the authenticator app on with the app's first code. Returns the recovery codes. */
export const confirmTotp =
  (needs: ConfirmNeeds) =>
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

interface RequiredNeeds extends ConfirmNeeds, SessionNeeds {
  readonly loginTickets: StringSigner<LoginTicket>;
}

export type ConfirmRequiredTotp = ReturnType<typeof confirmRequiredTotp>;

/** Turns on the app that an administrator must set up before the first sign-in, and signs the administrator in. */
export const confirmRequiredTotp =
  (needs: RequiredNeeds) =>
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
  /** Locked. */
  readonly account: Account;
  readonly role: Role;
  readonly origin: Origin;
  readonly code: string;
}

/**
 * Returns a wrong code instead of throwing it, because the count of tries has to be committed. Tries are counted for
 * each secret. More tries would only help a guesser who does not see the secret.
 */
async function confirm(
  needs: ConfirmNeeds,
  stores: Pick<Stores, 'secondFactors' | 'codeTries'> & AnnouncingStores,
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
