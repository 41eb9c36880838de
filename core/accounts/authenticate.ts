import type { OperatorId, UserId } from '../kernel/ids.ts';
import { type Caller, mayActAs } from './account.ts';
import type { AuthState } from './ports.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from './refusals.ts';
import type { AccountWorld } from './world.ts';

/**
 * Throws unless the user of an access token may still act with it. The user must be ACTIVE, have the token's role, and
 * not have signed out since, neither everywhere nor of the token's session.
 */
export function refuseUnlessCurrent(
  { role, tokenVersion }: Pick<Caller, 'role' | 'tokenVersion'>,
  state: AuthState | undefined,
): asserts state is AuthState {
  if (state?.status !== 'ACTIVE') throw userGone();
  if (state.tokenVersion !== tokenVersion || state.isSessionOver) throw signedOutRemotely();
  if (!mayActAs(state, role)) throw roleGone();
}

export type Authenticate = ReturnType<typeof authenticate>;

/**
 * Finds the caller of an access token. The token must be valid. The token's user must be ACTIVE, have the token's role,
 * and not have signed out since. The user's company and staff position come from the database, because tokens do not
 * contain them.
 */
export const authenticate =
  ({ clock, tokens, accounts }: AccountWorld) =>
  async (accessToken: string): Promise<Caller> => {
    const claims = tokens.readAccess(accessToken, clock());
    if ('fault' in claims) throw tokenInvalid(claims.fault);

    const { userId, role, tokenVersion, signedInAt, family } = claims;
    const state = await accounts.authState(userId, family);
    refuseUnlessCurrent(claims, state);
    return {
      userId,
      role,
      tokenVersion,
      tokenExpiresAt: claims.expiresAt,
      ...(signedInAt !== undefined && { signedInAt }),
      ...(family !== undefined && { family }),
      ...(role === 'OPERATOR' && state.membership && { staff: state.membership }),
      ...(role === 'OPERATOR' && state.agent && { agent: state.agent }),
    };
  };

export type AdmitSubscriber = ReturnType<typeof admitSubscriber>;

/** The holder of an access token that may read events. */
interface Admitted {
  /** The company whose notifications the holder may read. Undefined for people who are in no company's staff. */
  readonly operatorId: OperatorId | undefined;
  /** The passenger whose offers the holder may read. Not given for tokens of other roles. */
  readonly passengerId?: UserId;
}

/** Finds the events that the holder of an access token may read. */
export const admitSubscriber =
  ({ authenticate }: { readonly authenticate: Authenticate }) =>
  async (accessToken: string): Promise<Admitted> => {
    const { staff, role, userId } = await authenticate(accessToken);
    return { operatorId: staff?.operatorId, ...(role === 'PASSENGER' && { passengerId: userId }) };
  };
