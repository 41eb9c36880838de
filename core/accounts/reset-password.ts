import { type UserId, isId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Account, type Origin, checkOperatorPassword, checkPassengerPassword, isPhoneAccount } from './account.ts';
import { releaseEmail } from './email-holder.ts';
import { hashTurnOf } from './hash-turn.ts';
import { maySignInToPortal } from './password-pages.ts';
import { resetTokenInvalid } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/** Whether a value from an unverified token is a possible id of a user. The value may be anything. */
const isKey = (id: unknown): id is UserId => typeof id === 'number' && isId(id);

const FIELD = 'new_password';

interface Reset {
  readonly token: string;
  readonly newPassword: string;
}

/** The accounts whose password may be reset, and the rules for a new password. */
interface Audience {
  readonly includes: (account: Account) => boolean;
  /** Checks the new password before the link is verified, when the account is still unknown. */
  readonly check: (field: string, password: string) => void;
}

const PASSENGERS: Audience = { includes: () => true, check: checkPassengerPassword };
const PORTALS: Audience = { includes: maySignInToPortal, check: checkOperatorPassword };

/**
 * Sets a new password with a mailed link, which works once. Ends all sessions and lockouts of the user, and no longer
 * trusts the user's devices.
 */
const resetFor =
  ({ includes, check }: Audience) =>
  (needs: AccountWorld) =>
  async ({ token, newPassword }: Reset, origin: Origin): Promise<void> => {
    check(FIELD, newPassword);
    const userId = needs.resetTokens.peek(token)?.userId;
    if (!isKey(userId)) throw resetTokenInvalid();

    await needs.mutex(`reset ${userId}`, async () => {
      const account = await needs.transact(({ users }) => users.find(userId));
      // Refuses an account whose user verified the phone number after the link was mailed.
      const isFor = account && includes(account) && !isPhoneAccount(account);
      if (!isFor || !needs.resetTokens.open(token, needs.clock(), account.passwordHash)) throw resetTokenInvalid();
      // A passenger may also have a role for a portal, but the passenger's stricter rule still applies to the password.
      if (account.role === 'PASSENGER') checkPassengerPassword(FIELD, newPassword);
      const turn = await needs.transact((stores) => hashTurnOf(stores, origin, needs.clock()));
      const newHash = await needs.passwords.hash(newPassword, turn);
      await needs.transact(async (stores) => {
        if (!(await replacePassword(stores, account, newHash))) throw resetTokenInvalid();
      });
    });
  };

export type ResetPassword = ReturnType<typeof resetPassword>;

/** Resets passwords of passengers. */
export const resetPassword = resetFor(PASSENGERS);

/** Resets passwords of operators and admins. */
export const resetPortalPassword = resetFor(PORTALS);

/**
 * Gives an account with an unverified address to the owner of the address. A stranger may have registered the account.
 * The stranger then loses password, sessions and trusted devices. The caller must lock the account.
 *
 * @returns False if the account's user has verified the phone number instead. That user keeps the account, and the
 *   account loses the address. The address's owner can then register another account.
 */
export async function takeOver(
  stores: AccountStores,
  account: Account,
  newHash: string,
  now: Instant,
): Promise<boolean> {
  if (isPhoneAccount(account)) {
    await releaseEmail(stores, account, now);
    return false;
  }
  await replacePassword(stores, account, newHash);
  await stores.users.verifyEmail(account.id);
  return true;
}

/**
 * Replaces the password hash. Ends the user's sessions and lockouts, and no longer trusts the devices. False if another
 * request replaced the password first.
 */
export async function replacePassword(
  { users, devices, signInAddresses }: AccountStores,
  { id, passwordHash }: Account,
  newHash: string,
): Promise<boolean> {
  if (!(await users.replacePassword(id, passwordHash, newHash))) return false;
  await users.clearAttempts(id);
  await signInAddresses.clearAllAttempts(id);
  await devices.revokeAll(id);
  return true;
}
