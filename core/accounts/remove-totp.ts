import { Refusal } from '../kernel/refusal.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Caller, type Origin, checkPresent, mayActAs } from './account.ts';
import { type AnnouncingStores, announceTotp } from './announce-totp.ts';
import { ownPassword } from './own-password.ts';
import type { AccountStores } from './ports.ts';
import { totpOff, totpRequired } from './refusals.ts';
import { type AdminTotp, isSecondFactorOn } from './second-step.ts';
import { type CheckTotpNeeds, checkTotp } from './totp.ts';
import { type VerifyPasswordNeeds, lockVerified, verifyPassword } from './verify-password.ts';

interface Needs extends VerifyPasswordNeeds, CheckTotpNeeds {
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'devices' | 'signInAddresses' | 'nonces' | 'secondFactors' | 'codeTries'> &
      AnnouncingStores
  >;
  readonly adminTotp: AdminTotp;
}

export type RemoveTotp = ReturnType<typeof removeTotp>;

/** Turns the authenticator app off. The caller shows the password, and a code of the app or a recovery code. */
export const removeTotp =
  (needs: Needs) =>
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
        const checked = await checkTotp(needs)(stores, { userId }, code, now);
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
