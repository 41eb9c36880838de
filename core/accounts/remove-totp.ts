import { Refusal } from '../kernel/refusal.ts';
import { type Caller, type Origin, checkPresent, mayActAs } from './account.ts';
import { normalEmail } from './email-address.ts';
import { totpOff, totpRequired } from './refusals.ts';
import { isSecondFactorOn } from './second-step.ts';
import { endSessions } from './sign-out.ts';
import { announceTotp } from './start-totp.ts';
import { checkTotp } from './totp.ts';
import { lockVerified, ownPassword, verifyPassword } from './verify-password.ts';
import type { AccountWorld } from './world.ts';

export type RemoveTotp = ReturnType<typeof removeTotp>;

/**
 * Turns the caller's authenticator app off. The caller sends the password, and a code of the app or a recovery code.
 */
export const removeTotp =
  (needs: AccountWorld) =>
  async (
    caller: Caller,
    { password, code }: { readonly password: string; readonly code: string },
    origin: Origin,
  ): Promise<void> => {
    const { clock, transact, adminTotp } = needs;
    checkPresent({ password, code });
    await transact(async ({ users, secondFactors }) => {
      const account = await users.find(caller.userId);
      if (account && adminTotp === 'required' && mayActAs(account, 'ADMIN')) throw totpRequired();
      if (!account || !(await isSecondFactorOn(secondFactors, account))) throw totpOff();
    });

    const signIn = await ownPassword(needs, caller, password, origin);
    const refusal = await verifyPassword(needs)(signIn, (verified) =>
      transact(async (stores): Promise<Refusal | undefined> => {
        const now = clock();
        const account = await lockVerified(stores, verified, signIn);
        const { id: userId, email } = account;
        const checked = await checkTotp(needs)(stores, { userId, origin }, code, now);
        if (checked instanceof Refusal) {
          const { message } = checked;
          await stores.loginLog.add({ kind: 'FAILED', userId, email, role: caller.role, message, origin }, now);
          return checked;
        }
        if (!(await stores.secondFactors.remove(userId))) return totpOff();
        await announceTotp(needs, stores, { account, change: 'off', role: caller.role, origin }, now);
        return undefined;
      }),
    );
    if (refusal) throw refusal;
  };

export type ResetTotp = ReturnType<typeof resetTotp>;

/**
 * Turns off the authenticator app of a user who lost the app and the recovery codes. Ends the user's sessions, because
 * a stranger may hold the lost app. Returns `off` if no app is on, and `unknown` if no account has the address.
 */
export const resetTotp =
  ({ clock, calendar, transact }: Pick<AccountWorld, 'clock' | 'calendar' | 'transact'>) =>
  (typed: string, by: string): Promise<'reset' | 'off' | 'unknown'> =>
    transact(async (stores) => {
      const known = await stores.users.findByEmail(normalEmail(typed));
      const account = known && (await stores.users.lock(known.id));
      if (!account) return 'unknown';
      const { id: userId, role } = account;
      if (!(await stores.secondFactors.remove(userId))) return 'off';
      await endSessions(stores, userId);
      const change = { account, change: 'reset', role, origin: { ip: '', userAgent: by } } as const;
      await announceTotp({ calendar }, stores, change, clock());
      return 'reset';
    });
