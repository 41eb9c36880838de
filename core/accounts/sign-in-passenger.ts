import type { Transact } from '../kernel/unit-of-work.ts';
import { checkPresent, normalEmail } from './account.ts';
import type { Account } from './account.ts';
import type { Origin } from './caller.ts';
import { enter } from './enter.ts';
import type { SessionNeeds, SignedIn } from './enter.ts';
import type { AccountStores, UserRepo } from './ports.ts';
import { provePassword, stillProved } from './prove-password.ts';
import type { ProofNeeds } from './prove-password.ts';
import { passengersOnly } from './refusals.ts';

interface Needs extends SessionNeeds, ProofNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users' | 'sessions' | 'loginLog'>>;
}

export interface PassengerCredentials {
  /** An e-mail address or a phone number. */
  readonly identifier: string;
  readonly password: string;
}

export type SignInPassenger = ReturnType<typeof signInPassenger>;

/** Signs a passenger in, by e-mail address or phone number. */
export const signInPassenger = (needs: Needs) =>
  async ({ identifier: typed, password }: PassengerCredentials, origin: Origin): Promise<SignedIn> => {
    checkPresent({ identifier: typed, password });

    const identifier = normalEmail(typed);
    const claim = {
      identifier, password, origin,
      find: (users: UserRepo) => (identifier.includes('@') ? users.findByEmail(identifier) : users.findByPhone(identifier)),
      gate: ({ role }: Account) => (role === 'PASSENGER' ? undefined : passengersOnly()),
    };
    return provePassword(needs)(claim, (proved) => needs.transact(async (stores) => {
      const { id: userId } = await stillProved(stores.users, proved);
      return enter(needs)(stores, { userId, role: 'PASSENGER', origin }, needs.clock());
    }));
  };
