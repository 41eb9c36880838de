import type { Origin } from './account.ts';
import type { LoginTicket, StringSigner } from './crypto-ports.ts';
import { ticketInvalid } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendCodeNeeds } from './send-code.ts';

interface Needs extends SendCodeNeeds {
  readonly loginTickets: StringSigner<LoginTicket>;
}

export type ResendCode = ReturnType<typeof resendCode>;

/** Mails another sign-in code to the owner of a ticket. If the account is not ACTIVE, it only seems to. */
export const resendCode =
  (needs: Needs) =>
  async (ticketText: string, origin: Origin): Promise<{ readonly email: string }> => {
    const { clock, transact, loginTickets } = needs;
    const ticket = loginTickets.open(ticketText, clock());
    const account = ticket && (await transact(({ users }) => users.find(ticket.userId)));
    if (!account) throw ticketInvalid();

    const refusal =
      account.status === 'ACTIVE'
        ? await sendCode(needs)({ account, family: 'SIGN_IN', purpose: 'RESEND', origin })
        : undefined;
    if (refusal) throw refusal;
    return { email: account.email };
  };
