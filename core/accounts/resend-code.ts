import type { Transact } from '../kernel/unit-of-work.ts';
import type { Account, Origin } from './account.ts';
import type { LoginTicket, StringSigner } from './crypto-ports.ts';
import type { AccountStores } from './ports.ts';
import { ticketInvalid, totpInsteadOfMail } from './refusals.ts';
import { isSecondFactorOn } from './second-step.ts';
import { type SendCodeNeeds, sendCode } from './send-code.ts';

interface Needs extends SendCodeNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'loginLog' | 'secondFactors'>>;
  readonly loginTickets: StringSigner<LoginTicket>;
}

export type ResendCode = ReturnType<typeof resendCode>;

/**
 * Mails another sign-in code to the owner of a ticket. An account that is not ACTIVE gets no mail, but the same answer.
 * An account with an authenticator app gets no mail, even if the app was set up after the ticket.
 */
export const resendCode =
  (needs: Needs) =>
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
    if (!account) throw ticketInvalid();

    const refusal =
      account.status === 'ACTIVE'
        ? await sendCode(needs)({ account, family: 'SIGN_IN', purpose: 'RESEND', origin })
        : undefined;
    if (refusal) throw refusal;
    return { email: account.email };
  };
