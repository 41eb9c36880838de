import type { Clock } from '../kernel/time.ts';
import { mayActAs } from './account.ts';
import type { Caller } from './caller.ts';
import type { AccountViews, Tokens } from './ports.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'readAccess'>;
  readonly accounts: Pick<AccountViews, 'standing'>;
}

export type Authenticate = ReturnType<typeof authenticate>;

/** Who shows an access token: good by itself, and of a user who is still ACTIVE, not signed out since, and still in that role. */
export const authenticate = ({ clock, tokens, accounts }: Needs) =>
  async (accessToken: string): Promise<Caller> => {
    const claims = tokens.readAccess(accessToken, clock());
    if ('fault' in claims) throw tokenInvalid(claims.fault);

    const standing = await accounts.standing(claims.userId);
    if (standing?.status !== 'ACTIVE') throw userGone();
    if (standing.tokenVersion !== claims.tokenVersion) throw signedOutRemotely();
    if (!mayActAs(standing, claims.role)) throw roleGone();
    return { userId: claims.userId, role: claims.role, tokenExpiresAt: claims.expiresAt };
  };
