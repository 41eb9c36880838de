import type { Origin } from './caller.ts';
import type { LoginTicket, StringSigner } from './ports.ts';
import { ticketInvalid } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendingNeeds } from './send-code.ts';

interface Needs extends SendingNeeds {
  readonly loginTickets: StringSigner<LoginTicket>;
}

export type ResendCode = ReturnType<typeof resendCode>;

/** Mails another sign-in code to whoever holds a ticket. An account that is not ACTIVE gets the same answer, and no mail. */
export const resendCode = (needs: Needs) =>
  async (ticketText: string, origin: Origin): Promise<{ readonly email: string }> => {
    const { clock, transact, loginTickets } = needs;
    const ticket = loginTickets.open(ticketText, clock());
    const account = ticket && (await transact(({ users }) => users.find(ticket.uid)));
    if (!account) throw ticketInvalid();

    const refusal = account.status === 'ACTIVE' ? await sendCode(needs)({ account, family: 'SIGN_IN', purpose: 'RESEND', origin }) : undefined;
    if (refusal) throw refusal;
    return { email: account.email };
  };
