import type { Refusal } from '../kernel/refusal.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller, Origin } from './account.ts';
import { type CodePolicy, checkCode } from './one-time-code.ts';
import type { AccountStores } from './ports.ts';
import type { CodeDigests, KeyedMutex } from './crypto-ports.ts';
import { userGone } from './refusals.ts';
import { type SendCodeNeeds, sendCode } from './send-code.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes'>>;
  readonly digests: CodeDigests;
  readonly mutex: KeyedMutex;
  readonly otp: CodePolicy;
}

export type VerifyEmail = ReturnType<typeof verifyEmail>;

/** Marks the passenger's address verified, by the code that was mailed to it. */
export const verifyEmail =
  (needs: Needs) =>
  async ({ userId }: Caller, code: string): Promise<void> => {
    const { clock, transact, mutex } = needs;
    const refusal = await mutex(`code ${userId}`, () =>
      transact(async (stores): Promise<Refusal | undefined> => {
        const refused = await checkCode(needs)(stores, userId, 'EMAIL', code, clock());
        if (!refused) await stores.users.verifyEmail(userId);
        return refused;
      }),
    );
    if (refusal) throw refusal;
  };

export type ResendVerification = ReturnType<typeof resendVerification>;

/** Mails the passenger another code that verifies the address. */
export const resendVerification =
  (needs: SendCodeNeeds) =>
  async ({ userId }: Caller, origin: Origin): Promise<void> => {
    const account = await needs.transact(({ users }) => users.find(userId));
    if (!account) throw userGone();
    const refusal = await sendCode(needs)({ account, family: 'EMAIL', purpose: 'RESEND', origin });
    if (refusal) throw refusal;
  };
