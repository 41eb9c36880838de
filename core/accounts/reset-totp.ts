import type { Calendar } from '../kernel/calendar.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { normalEmail } from './account.ts';
import { type AnnouncingStores, announceTotp } from './announce-totp.ts';
import { endSessions } from './end-sessions.ts';
import type { AccountStores } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'devices' | 'secondFactors'> & AnnouncingStores>;
}

export type ResetTotp = ReturnType<typeof resetTotp>;

/**
 * Removes the authenticator app of an account whose owner lost the app and the recovery codes. Ends the account's
 * sessions, because a stranger may hold the lost app. Returns `off` without an app, and `unknown` without an account.
 */
export const resetTotp =
  ({ clock, calendar, transact }: Needs) =>
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
