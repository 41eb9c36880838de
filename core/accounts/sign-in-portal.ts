import { cut } from '../kernel/text.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { checkPresent, mayActAs, normalEmail } from './account.ts';
import type { Account, Origin, Role } from './account.ts';
import { openSession } from './open-session.ts';
import type { SessionNeeds, SignedIn } from './open-session.ts';
import type { AccountStores } from './ports.ts';
import type { LoginTicket, StringSigner } from './crypto-ports.ts';
import { lockVerified, verifyPassword } from './verify-password.ts';
import type { PasswordSignIn, VerifyPasswordNeeds } from './verify-password.ts';
import { portalClosed, portalUnknown } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendCodeNeeds } from './send-code.ts';

interface Needs extends SessionNeeds, SendCodeNeeds, VerifyPasswordNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes' | 'sessions' | 'devices' | 'nonces' | 'loginLog'>>;
  readonly loginTickets: StringSigner<LoginTicket>;
}

export interface PortalCredentials {
  readonly portal: string;
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

/** A code was mailed. The ticket and the code together sign the operator in. */
export interface CodeSent {
  readonly ticket: string;
  readonly email: string;
}

const PORTALS: ReadonlyMap<string, Role> = new Map([
  ['operator', 'OPERATOR'],
  ['admin', 'ADMIN'],
]);

/** Clients choose them; longer ones are cut. */
export const LONGEST_DEVICE_ID = 100;

export type SignInPortal = ReturnType<typeof signInPortal>;

/** Signs an operator or admin in. Operators also need a mailed code, unless their browser is a trusted device. */
export const signInPortal =
  (needs: Needs) =>
  async ({ portal, email, password, deviceId }: PortalCredentials, origin: Origin): Promise<SignedIn | CodeSent> => {
    const { clock, transact, loginTickets } = needs;
    const role = PORTALS.get(portal.toLowerCase());
    if (!role) throw portalUnknown();
    checkPresent({ email, password });

    const address = normalEmail(email);
    const device = cut(deviceId, LONGEST_DEVICE_ID);
    const signIn: PasswordSignIn = {
      identifier: address,
      identifiedBy: 'e-mail address',
      find: (users) => users.findByEmail(address),
      password,
      origin,
      deviceId: device,
      gate: (account) => (mayActAs(account, role) ? undefined : portalClosed(portal.toLowerCase())),
    };
    const outcome = await verifyPassword(needs)(signIn, (verified) =>
      transact(async (stores): Promise<SignedIn | Account> => {
        const now = clock();
        const account = await lockVerified(stores.users, verified, signIn);
        const isTrusted = await stores.devices.isTrusted(account.id, device, now);
        if (isTrusted) await stores.devices.clearAttempts(account.id, device);
        return role === 'ADMIN' || isTrusted
          ? openSession(needs)(stores, { userId: account.id, role, origin }, now)
          : account;
      }),
    );
    if ('access' in outcome) return outcome;

    const refusal = await sendCode(needs)({
      account: outcome,
      family: 'SIGN_IN',
      purpose: 'LOGIN',
      firstFactor: 'password',
      origin,
    });
    if (refusal) throw refusal;
    return {
      ticket: loginTickets.sign({ userId: outcome.id, role: 'OPERATOR', deviceId: device }, clock()),
      email: outcome.email,
    };
  };
