import { cut } from '../kernel/text.ts';
import { type Account, type Origin, checkPresent, mayActAs } from './account.ts';
import { normalEmail } from './email-address.ts';
import { type SignedIn, openSession } from './open-session.ts';
import { type PasswordSignIn, lockVerified, verifyPassword } from './verify-password.ts';
import { portalClosed, portalUnknown } from './refusals.ts';
import { type Method, type SecondStep, beginSecondStep, methodFor } from './second-step.ts';
import type { AccountWorld } from './world.ts';

export interface PortalCredentials {
  readonly portal: string;
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

const PORTALS: ReadonlyMap<string, 'OPERATOR' | 'ADMIN'> = new Map([
  ['operator', 'OPERATOR'],
  ['admin', 'ADMIN'],
]);

/** The longest device id, in characters. Clients choose the ids; the service cuts longer ids. */
export const LONGEST_DEVICE_ID = 100;

export type SignInPortal = ReturnType<typeof signInPortal>;

/**
 * Signs an operator or administrator in. An account with an authenticator app also needs the app's code. Operators
 * without an app need a mailed code. Operators on a trusted device need neither code.
 */
export const signInPortal =
  (needs: AccountWorld) =>
  async ({ portal, email, password, deviceId }: PortalCredentials, origin: Origin): Promise<SignedIn | SecondStep> => {
    const { clock, transact, adminTotp } = needs;
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
      transact(async (stores): Promise<SignedIn | { readonly account: Account; readonly method: Method }> => {
        const now = clock();
        const account = await lockVerified(stores, verified, signIn);
        const method = await methodFor(stores, { account, role, deviceId: device }, adminTotp, now);
        return method ? { account, method } : openSession(needs)(stores, { userId: account.id, role, origin }, now);
      }),
    );
    if ('access' in outcome) return outcome;
    const { account, method } = outcome;
    return beginSecondStep(needs)({ account, role, deviceId: device }, method, { firstFactor: 'password', origin });
  };
