import { Refusal } from '../kernel/refusal.ts';
import { daysAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { mayActAs } from './account.ts';
import type { Origin } from './account.ts';
import { openSession } from './open-session.ts';
import type { SessionNeeds, SignedIn } from './open-session.ts';
import { checkCode } from './one-time-code.ts';
import type { CodePolicy } from './one-time-code.ts';
import type { AccountStores } from './ports.ts';
import type { CodeDigests, LoginTicket, StringSigner, KeyedMutex } from './crypto-ports.ts';
import { ticketInvalid } from './refusals.ts';

interface Needs extends SessionNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'sessions' | 'devices' | 'loginLog'>>;
  readonly digests: CodeDigests;
  readonly mutex: KeyedMutex;
  readonly loginTickets: StringSigner<LoginTicket>;
  readonly otp: CodePolicy;
  readonly deviceTrustDays: number;
}

export type VerifyCode = ReturnType<typeof verifyCode>;

/** The second step of an operator's sign-in: checks the code, and from then on trusts the device. */
export const verifyCode =
  (needs: Needs) =>
  async (proof: { readonly ticket: string; readonly code: string }, origin: Origin): Promise<SignedIn> => {
    const { clock, transact, mutex, loginTickets, deviceTrustDays } = needs;
    const ticket = loginTickets.open(proof.ticket, clock());
    if (!ticket) throw ticketInvalid();

    const outcome = await mutex(`code ${ticket.userId}`, () =>
      transact(async (stores): Promise<SignedIn | Refusal> => {
        const now = clock();
        const account = await stores.users.lock(ticket.userId);
        // Whoever lost the role since the ticket was made, by leaving a company's staff, does not get it back this way.
        if (account?.status !== 'ACTIVE' || !mayActAs(account, 'OPERATOR')) return ticketInvalid();
        const { id: userId, email } = account;

        const refusal = await checkCode(needs)(stores, userId, 'SIGN_IN', proof.code, now);
        if (refusal) {
          await stores.loginLog.add(
            { kind: 'FAILED', userId, email, role: 'OPERATOR', message: refusal.message, origin },
            now,
          );
          return refusal;
        }
        await stores.users.verifyEmail(userId);
        await stores.devices.trust(userId, ticket.deviceId, now, daysAfter(now, deviceTrustDays));
        return openSession(needs)(stores, { userId, role: 'OPERATOR', origin, company: ticket.company }, now);
      }),
    );
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
