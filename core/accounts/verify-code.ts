import { Refusal } from '../kernel/refusal.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { type Account, type Origin, mayActAs } from './account.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { checkCode } from './one-time-code.ts';
import type { LoginTicket } from './crypto-ports.ts';
import { ticketInvalid } from './refusals.ts';
import { isSecondFactorOn } from './second-step.ts';
import { checkTotp, isTicketFor } from './totp.ts';
import type { AccountStores, AccountWorld } from './world.ts';

export type VerifyCode = ReturnType<typeof verifyCode>;

/**
 * The second step of a sign-in: checks the mailed code, or the code of the authenticator app. Afterwards the operator's
 * device is trusted.
 */
export const verifyCode =
  (needs: AccountWorld) =>
  async (proof: { readonly ticket: string; readonly code: string }, origin: Origin): Promise<SignedIn> => {
    const { clock, transact, mutex, loginTickets, deviceTrustDays } = needs;
    const ticket = loginTickets.open(proof.ticket, clock());
    if (!ticket || ticket.method === 'totp-setup') throw ticketInvalid();
    const { role } = ticket;

    const outcome = await mutex(`code ${ticket.userId}`, () =>
      transact(async (stores): Promise<SignedIn | Refusal> => {
        const now = clock();
        const account = await stores.users.lock(ticket.userId);
        // The user may have left the company's staff and lost the role. An older sign-in ticket must not restore the
        // role.
        if (account?.status !== 'ACTIVE' || !mayActAs(account, role)) return ticketInvalid();
        const { id: userId, email } = account;

        const checked = await check(needs, stores, { account, ticket, code: proof.code, origin }, now);
        if (checked instanceof Refusal) {
          await stores.loginLog.add({ kind: 'FAILED', userId, email, role, message: checked.message, origin }, now);
          return checked;
        }
        if (ticket.method === 'email') await stores.users.verifyEmail(userId);
        if (role === 'OPERATOR')
          await stores.devices.trust(userId, ticket.deviceId, now, daysAfter(now, deviceTrustDays));
        const company = ticket.method === 'email' ? ticket.company : undefined;
        return openSession(needs)(stores, { userId, role, origin, company, message: MESSAGES[checked] }, now);
      }),
    );
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };

/** The kind of code that the user entered correctly. */
type Proof = 'mailed' | 'app' | 'recovery';

const MESSAGES: Readonly<Record<Proof, string>> = {
  mailed: 'Signed in.',
  app: 'Signed in with an authenticator app.',
  recovery: 'Signed in with a recovery code.',
};

interface Attempt {
  readonly account: Account;
  readonly ticket: LoginTicket;
  readonly code: string;
  readonly origin: Origin;
}

async function check(
  needs: AccountWorld,
  stores: AccountStores,
  { account, ticket, code, origin }: Attempt,
  now: Instant,
): Promise<Proof | Refusal> {
  const { id: userId } = account;
  if (!isTicketFor(ticket, account)) return ticketInvalid();
  if (ticket.method !== 'email') return checkTotp(needs)(stores, { userId, ticket, origin }, code, now);
  // The user may have set up an app after the code was mailed. From then on only a code of the app is accepted.
  if (await isSecondFactorOn(stores.secondFactors, account)) return ticketInvalid();
  return (await checkCode(needs)(stores, userId, 'SIGN_IN', code, now)) ?? 'mailed';
}
