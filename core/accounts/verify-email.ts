import type { Refusal } from '../kernel/refusal.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller } from './caller.ts';
import { judgeCode } from './one-time-code.ts';
import type { CodePolicy } from './one-time-code.ts';
import type { AccountStores, CodeDigests, Turns } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'codes'>>;
  readonly digests: CodeDigests;
  readonly turns: Turns;
  readonly otp: CodePolicy;
}

export type VerifyEmail = ReturnType<typeof verifyEmail>;

/** Believes that the address is the passenger's, who has read the code that was mailed there. */
export const verifyEmail = (needs: Needs) =>
  async ({ userId }: Caller, code: string): Promise<void> => {
    const { clock, transact, turns } = needs;
    const refusal = await turns(`code ${userId}`, () => transact(async (stores): Promise<Refusal | undefined> => {
      const verdict = await judgeCode(needs)(stores, userId, 'EMAIL', code, clock());
      if (!verdict) await stores.users.verifyEmail(userId);
      return verdict;
    }));
    if (refusal) throw refusal;
  };
