import { Refusal } from '../kernel/refusal.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { type Caller, type Origin, hasUsablePassword } from './account.ts';
import { badCredentials, currentPasswordWrong, passwordUnusable, signInAgain, userGone } from './refusals.ts';
import { lockVerified, ownPassword, verifyPassword } from './verify-password.ts';
import type { AccountWorld } from './world.ts';

/** Minutes after the sign-in in which a caller needs no password to change the ways to sign in. */
const FRESH_MINUTES = 10;

export const isFresh = ({ signedInAt }: Pick<Caller, 'signedInAt'>, now: Instant): boolean =>
  signedInAt !== undefined && now < minutesAfter(signedInAt, FRESH_MINUTES);

/**
 * Checks the caller's current password, and calls `proceed` with its hash. A wrong password counts like one at a
 * sign-in, so a thief of an access token cannot try many.
 */
export const checkCurrentPassword =
  (needs: AccountWorld) =>
  async <Result>(
    caller: Pick<Caller, 'userId'>,
    password: string,
    origin: Origin,
    proceed: (passwordHash: string) => Promise<Result>,
  ): Promise<Result> => {
    const signIn = await ownPassword(needs, caller, password, origin);
    return verifyPassword(needs)(signIn, async (verified) => {
      // Clears the count before `proceed`, because what `proceed` refuses is not a wrong attempt.
      const { passwordHash } = await needs.transact((stores) => lockVerified(stores, verified, signIn));
      return proceed(passwordHash);
    }).catch((error: unknown) => {
      throw isWrongPassword(error) ? currentPasswordWrong() : error;
    });
  };

/** Whether an error means a wrong current password. Also true for the error of an account without a password. */
const isWrongPassword = (error: unknown): boolean =>
  error instanceof Refusal && [badCredentials.code, passwordUnusable.code].includes(error.code);

/**
 * Refuses a caller who neither gives the current password nor signed in within the last minutes. A given password must
 * be right, however young the sign-in is.
 *
 * @throws Refusal SIGN_IN_AGAIN, CURRENT_PASSWORD_WRONG
 */
export const proveOwner =
  (needs: AccountWorld) =>
  async (caller: Caller, currentPassword: string, origin: Origin): Promise<void> => {
    const account = await needs.transact(({ users }) => users.find(caller.userId));
    if (!account) throw userGone();
    if (currentPassword.trim() !== '' && hasUsablePassword(account))
      return checkCurrentPassword(needs)(caller, currentPassword, origin, async () => undefined);
    if (!isFresh(caller, needs.clock())) throw signInAgain();
  };
