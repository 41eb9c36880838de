import { cut } from '../kernel/text.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { checkPresent, mayActAs, normalEmail } from './account.ts';
import type { Account } from './account.ts';
import type { Origin, Role } from './caller.ts';
import { enter } from './enter.ts';
import type { SessionNeeds, SignedIn } from './enter.ts';
import type { AccountStores, LoginTicket, StringSigner, UserRepo } from './ports.ts';
import { provePassword, stillProved } from './prove-password.ts';
import type { ProofNeeds } from './prove-password.ts';
import { portalClosed, portalUnknown } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendingNeeds } from './send-code.ts';

interface Needs extends SessionNeeds, SendingNeeds, ProofNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'sessions' | 'devices' | 'loginLog'>>;
  readonly loginTickets: StringSigner<LoginTicket>;
}

export interface PortalCredentials {
  readonly portal: string;
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

/** A code is on its way: the ticket and the code together let the operator in. */
export interface CodeSent {
  readonly ticket: string;
  readonly email: string;
}

const PORTALS: ReadonlyMap<string, Role> = new Map([['operator', 'OPERATOR'], ['admin', 'ADMIN']]);

/** Longer ones are cut: clients choose them. */
export const LONGEST_DEVICE_ID = 100;

export type SignInPortal = ReturnType<typeof signInPortal>;

/** Signs an operator or an admin in. An operator's browser that is not trusted gets a second step, a mailed code. */
export const signInPortal = (needs: Needs) =>
  async ({ portal, email, password, deviceId }: PortalCredentials, origin: Origin): Promise<SignedIn | CodeSent> => {
    const { clock, transact, loginTickets } = needs;
    const role = PORTALS.get(portal.toLowerCase());
    if (!role) throw portalUnknown();
    checkPresent({ email, password });

    const address = normalEmail(email);
    const device = cut(deviceId, LONGEST_DEVICE_ID);
    const claim = {
      identifier: address, find: (users: UserRepo) => users.findByEmail(address), password, origin,
      gate: (account: Account) => (mayActAs(account, role) ? undefined : portalClosed(portal.toLowerCase())),
    };
    const outcome = await provePassword(needs)(claim, (proved) => transact(async (stores): Promise<SignedIn | Account> => {
      const now = clock();
      const account = await stillProved(stores.users, proved);
      const isWelcome = role === 'ADMIN' || (await stores.devices.isTrusted(account.id, device, now));
      return isWelcome ? enter(needs)(stores, { userId: account.id, role, origin }, now) : account;
    }));
    if ('access' in outcome) return outcome;

    const refusal = await sendCode(needs)({ account: outcome, family: 'SIGN_IN', purpose: 'LOGIN', origin });
    if (refusal) throw refusal;
    return { ticket: loginTickets.sign({ uid: outcome.id, p: 'otp', role: 'OPERATOR', device_id: device }, clock()), email: outcome.email };
  };
