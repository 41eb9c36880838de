import type { Refusal } from '../kernel/refusal.ts';
import { type Account, type Caller, type Origin, addressOf } from './account.ts';
import type { LoginTicket } from './crypto-ports.ts';
import { checkCode } from './one-time-code.ts';
import { emailMissing, ticketInvalid, totpInsteadOfMail, userGone } from './refusals.ts';
import { isSecondFactorOn } from './second-step.ts';
import { sendCode } from './send-code.ts';
import type { AccountWorld } from './world.ts';

export type VerifyEmail = ReturnType<typeof verifyEmail>;

/** Marks the passenger's e-mail address as verified. The code was mailed to that address. */
export const verifyEmail =
  (needs: AccountWorld) =>
  async ({ userId }: Caller, code: string): Promise<void> => {
    const { clock, transact, mutex } = needs;
    const refusal = await mutex(`code ${userId}`, () =>
      transact(async (stores): Promise<Refusal | undefined> => {
        const refused = await checkCode(needs)(stores, userId, 'EMAIL', code, clock());
        if (!refused) await stores.users.verifyEmail(userId);
        return refused;
      }),
    );
    if (refusal) throw refusal;
  };

export type ResendVerification = ReturnType<typeof resendVerification>;

/** Mails the passenger another code that verifies the address. */
export const resendVerification =
  (needs: AccountWorld) =>
  async ({ userId }: Caller, origin: Origin): Promise<void> => {
    const account = await needs.transact(({ users }) => users.find(userId));
    if (!account) throw userGone();
    if (account.email === null) throw emailMissing();
    const refusal = await sendCode(needs)({ account, to: account.email, family: 'EMAIL', purpose: 'RESEND', origin });
    if (refusal) throw refusal;
  };

/** Whether the user was signed out everywhere after the ticket was issued. */
const isSignedOut = ({ tokenVersion }: LoginTicket, account: Account): boolean =>
  tokenVersion !== undefined && tokenVersion !== account.tokenVersion;

export type ResendCode = ReturnType<typeof resendCode>;

/**
 * Mails another sign-in code to a user who holds a sign-in ticket. A user who is not ACTIVE gets no mail, but the
 * response is the same. A user with an authenticator app gets no mail either, even if the app was set up after the
 * ticket.
 */
export const resendCode =
  (needs: AccountWorld) =>
  async (ticketText: string, origin: Origin): Promise<{ readonly email: string }> => {
    const { clock, transact, loginTickets } = needs;
    const ticket = loginTickets.open(ticketText, clock());
    if (!ticket || ticket.method === 'totp-setup') throw ticketInvalid();
    const account = await transact(async ({ users, secondFactors }): Promise<Account | undefined> => {
      const found = await users.find(ticket.userId);
      if (ticket.method === 'totp' || (found && (await isSecondFactorOn(secondFactors, found))))
        throw totpInsteadOfMail();
      return found;
    });
    if (!account || isSignedOut(ticket, account)) throw ticketInvalid();
    const to = addressOf(account);

    const refusal =
      account.status === 'ACTIVE'
        ? await sendCode(needs)({ account, to, family: 'SIGN_IN', purpose: 'RESEND', origin })
        : undefined;
    if (refusal) throw refusal;
    return { email: to };
  };
