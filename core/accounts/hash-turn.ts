import { type Instant, daysAfter } from '../kernel/time.ts';
import type { Origin } from './account.ts';
import { USUAL_DAYS, clientAddressOf } from './attempts.ts';
import type { HashTurn } from './crypto-ports.ts';
import type { AccountStores } from './world.ts';

/** The turn of a password's hash, for the IP address of the request. */
export async function hashTurnOf({ signInAddresses }: AccountStores, origin: Origin, now: Instant): Promise<HashTurn> {
  const address = clientAddressOf(origin);
  return {
    address,
    isUsual: address !== '' && (await signInAddresses.hasSignIn(address, daysAfter(now, -USUAL_DAYS))),
  };
}
