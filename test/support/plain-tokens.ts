import type { Role } from '../../core/accounts/account.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { START } from './clock.ts';

/** For tests of what comes after signing in: who is meant is written on the token. */
export const authenticate = async (token: string) => {
  const [role, id] = token.split('-');
  if (id === undefined) throw new Refusal('unauthenticated', 'TOKEN_INVALID', 'Please sign in again.');
  return { userId: Number(id) as UserId, role: role as Role, tokenExpiresAt: hoursAfter(START, 1) };
};

export const tokenOf = (passenger: UserId): string => `PASSENGER-${passenger}`;
