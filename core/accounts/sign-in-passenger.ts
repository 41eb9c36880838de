import type { Transact } from '../kernel/unit-of-work.ts';
import { type Origin, checkPresent, normalEmail } from './account.ts';
import { type SessionNeeds, type SignedIn, openSession } from './open-session.ts';
import type { AccountStores } from './ports.ts';
import { type PasswordSignIn, type VerifyPasswordNeeds, lockVerified, verifyPassword } from './verify-password.ts';
import { passengersOnly } from './refusals.ts';

interface Needs extends SessionNeeds, VerifyPasswordNeeds {
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'devices' | 'signInAddresses' | 'nonces' | 'sessions' | 'loginLog'>
  >;
}

export interface PassengerCredentials {
  /** An e-mail address or a phone number. */
  readonly identifier: string;
  readonly password: string;
}

export type SignInPassenger = ReturnType<typeof signInPassenger>;

/** Signs a passenger in, by e-mail address or phone number. */
export const signInPassenger =
  (needs: Needs) =>
  async ({ identifier: typed, password }: PassengerCredentials, origin: Origin): Promise<SignedIn> => {
    checkPresent({ identifier: typed, password });

    const identifier = normalEmail(typed);
    const signIn: PasswordSignIn = {
      identifier,
      identifiedBy: 'e-mail address or phone number',
      password,
      origin,
      deviceId: '',
      find: (users) => (identifier.includes('@') ? users.findByEmail(identifier) : users.findByPhone(identifier)),
      gate: ({ role }) => (role === 'PASSENGER' ? undefined : passengersOnly()),
    };
    return verifyPassword(needs)(signIn, (verified) =>
      needs.transact(async (stores) => {
        const { id: userId } = await lockVerified(stores, verified, signIn);
        return openSession(needs)(stores, { userId, role: 'PASSENGER', origin }, needs.clock());
      }),
    );
  };
