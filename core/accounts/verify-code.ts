import { Refusal } from '../kernel/refusal.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Origin } from './caller.ts';
import { enter } from './enter.ts';
import type { SessionNeeds, SignedIn } from './enter.ts';
import { judgeCode } from './one-time-code.ts';
import type { CodePolicy } from './one-time-code.ts';
import type { AccountStores, CodeDigests, LoginTicket, StringSigner, Turns } from './ports.ts';
import { ticketInvalid } from './refusals.ts';

interface Needs extends SessionNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'sessions' | 'devices' | 'loginLog'>>;
  readonly digests: CodeDigests;
  readonly turns: Turns;
  readonly loginTickets: StringSigner<LoginTicket>;
  readonly otp: CodePolicy;
  readonly deviceTrustDays: number;
}

export type VerifyCode = ReturnType<typeof verifyCode>;

/** The second step of the operator portal: ticket and code together sign in, and make the browser a trusted one. */
export const verifyCode = (needs: Needs) =>
  async (proof: { readonly ticket: string; readonly code: string }, origin: Origin): Promise<SignedIn> => {
    const { clock, transact, turns, loginTickets, deviceTrustDays } = needs;
    const ticket = loginTickets.open(proof.ticket, clock());
    if (!ticket) throw ticketInvalid();

    const outcome = await turns(`code ${ticket.uid}`, () => transact(async (stores): Promise<SignedIn | Refusal> => {
      const now = clock();
      const account = await stores.users.lock(ticket.uid);
      if (account?.status !== 'ACTIVE') return ticketInvalid();
      const { id: userId, email } = account;

      const refusal = await judgeCode(needs)(stores, userId, 'SIGN_IN', proof.code, now);
      if (refusal) {
        await stores.loginLog.add({ kind: 'FAILED', userId, email, role: 'OPERATOR', message: refusal.message, origin }, now);
        return refusal;
      }
      await stores.users.verifyEmail(userId);
      await stores.devices.trust(userId, ticket.device_id, now, daysAfter(now, deviceTrustDays));
      return enter(needs)(stores, { userId, role: 'OPERATOR', origin, company: ticket.company }, now);
    }));
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
