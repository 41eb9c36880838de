import { mobileNumberOf } from '../kernel/phone.ts';
import { type Account, type Origin, checkPresent, mayActAs } from './account.ts';
import { normalEmail } from './email-address.ts';
import { type SignedIn, openSession } from './open-session.ts';
import type { UserRepo } from './ports.ts';
import { type PasswordSignIn, lockVerified, verifyPassword } from './verify-password.ts';
import { passengersOnly } from './refusals.ts';
import type { AccountWorld } from './world.ts';

export interface PassengerCredentials {
  /** An e-mail address or a phone number. */
  readonly identifier: string;
  readonly password: string;
}

export type SignInPassenger = ReturnType<typeof signInPassenger>;

/** Signs a passenger in, by e-mail address or phone number. */
export const signInPassenger =
  (needs: AccountWorld) =>
  async ({ identifier: typed, password }: PassengerCredentials, origin: Origin): Promise<SignedIn> => {
    checkPresent({ identifier: typed, password });

    const identifier = normalEmail(typed);
    const signIn: PasswordSignIn = {
      identifier,
      identifiedBy: 'e-mail address or phone number',
      password,
      origin,
      deviceId: '',
      find: (users) => (identifier.includes('@') ? users.findByEmail(identifier) : findByNumber(users, identifier)),
      gate: (account) => (mayActAs(account, 'PASSENGER') ? undefined : passengersOnly()),
    };
    return verifyPassword(needs)(signIn, (verified) =>
      needs.transact(async (stores) => {
        const { id: userId } = await lockVerified(stores, verified, signIn);
        return openSession(needs)(stores, { userId, role: 'PASSENGER', origin }, needs.clock());
      }),
    );
  };

/** Prefers a passenger's account to an operator's or administrator's account with the same phone number. */
const findByNumber = async (users: UserRepo, typed: string): Promise<Account | undefined> =>
  (await users.findByPhone(mobileNumberOf(typed) ?? typed, 'passengers')) ?? users.findByPhone(typed, 'others');
