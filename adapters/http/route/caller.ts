import type { Context } from 'koa';
import type { Caller } from '../../../core/accounts/account.ts';
import { isAgentKey } from '../../../core/agents/agent-key.ts';
import type { AuthenticateKey, JudgeKey } from '../../../core/agents/authenticate-key.ts';
import { keyInvalid } from '../../../core/agents/refusals.ts';
import type { AuthenticateDevice } from '../../../core/boarding/authenticate-device.ts';
import { isDeviceToken } from '../../../core/boarding/device.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { KeyOwner } from '../../../core/platform/idempotency.ts';
import { type AnyCaller, type AccessRule, admit, admitAgent, agentPerson, ruleOf } from './access.ts';
import { credentialsMissing, tokenMissing } from './problems.ts';
import { type RateLimits, TYPED, tooMany } from './rate-limits.ts';

/**
 * Returns the caller whom an access token identifies. Throws a Refusal of kind `unauthenticated` if the token is
 * invalid or has expired.
 */
export type Authenticate = (accessToken: string) => Promise<Caller>;
/** Finds the caller by the access token, device token or key. Throws if the token is invalid. */
export interface AccessNeeds {
  readonly authenticate: Authenticate;
  readonly authenticateDevice: AuthenticateDevice;
  readonly authenticateKey: AuthenticateKey;
  readonly judgeKey: JudgeKey;
  readonly limits: Pick<RateLimits, 'countAgent' | 'countCall'>;
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;
const tokenOf = (ctx: Context): string | undefined => BEARER.exec(ctx.get('authorization'))?.[1];

/** Finds the caller of a request, and checks the access rule. Undefined for a caller without a token. */
export async function callerOf(ctx: Context, rule: AccessRule, needs: AccessNeeds): Promise<AnyCaller | undefined> {
  const { authenticate, authenticateDevice } = needs;
  const { token: wanted, devices = false, agents } = ruleOf(rule.access);
  if (wanted === 'ignored') return undefined;
  const token = tokenOf(ctx);
  if (agents) return agentCallerOf(ctx, token, rule, needs);
  if (token !== undefined && isAgentKey(token)) throw keyInvalid();
  if (wanted === 'optional') return token === undefined ? undefined : authenticate(token).catch(asAnonymous);
  if (token === undefined && wanted === 'ifShown') return undefined;
  if (token === undefined) throw tokenMissing();
  if (devices && isDeviceToken(token)) return authenticateDevice(token);
  const caller = await authenticate(token);
  admit(rule, caller);
  return caller;
}

/** Finds the caller of an agent, by a key or by a person's access token. */
async function agentCallerOf(
  ctx: Context,
  token: string | undefined,
  rule: AccessRule,
  { authenticate, authenticateKey, limits }: AccessNeeds,
): Promise<AnyCaller> {
  const found = await (
    token !== undefined && isAgentKey(token) ? authenticateKey(token) : authenticateShown(token, authenticate)
  ).catch(async (refused: unknown) => {
    // A stranger's requests count for the address, so that keys cannot be guessed.
    await limits.countCall(ctx.ip);
    throw refused;
  });
  const isPerson = 'tokenVersion' in found;
  await countForAgent(ctx, isPerson ? `user ${found.userId}` : (accountOf(found) ?? ''), limits);
  const caller = isPerson ? agentPerson(found) : found;
  admitAgent(rule, caller);
  return caller;
}

async function authenticateShown(token: string | undefined, authenticate: Authenticate): Promise<Caller> {
  if (token === undefined) throw credentialsMissing();
  return authenticate(token);
}

/** Counts a request, and tells the caller what is left. Throws if the request is over the budget. */
async function countForAgent(ctx: Context, account: string, limits: AccessNeeds['limits']): Promise<void> {
  const budget = await limits.countAgent(account);
  if (!budget) return;
  ctx.set({
    'RateLimit-Limit': String(budget.limit),
    'RateLimit-Remaining': String(budget.remaining),
    'RateLimit-Reset': String(budget.resetSeconds),
  });
  if (budget.isOver) throw tooMany(budget.resetSeconds);
}

/** Treats an invalid token as missing, where a token is optional. Rethrows every other error. */
function asAnonymous(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'unauthenticated') return undefined;
  throw error;
}

/**
 * Names the account whose rate limit counts. A caller without a token may claim to have an account. The prefixes keep a
 * typed name from looking like a user's id.
 */
export function accountOf(
  caller: AnyCaller | undefined,
  body: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (caller && 'agentId' in caller)
    return 'keyId' in caller.by ? `key ${caller.by.keyId}` : `user ${caller.by.userId}`;
  if (caller) return 'userId' in caller ? `user ${caller.userId}` : `device ${caller.deviceId}`;
  const typed = [body['identifier'], body['email']].find((name) => typeof name === 'string' && name !== '') as
    string | undefined;
  return typed && `${TYPED}${typed}`;
}

/** The owner of the request's Idempotency-Key. An agent's people and keys share theirs. */
export function keyOwnerOf(caller: AnyCaller): KeyOwner {
  if ('agentId' in caller) return { agentId: caller.agentId };
  return 'userId' in caller ? { userId: caller.userId } : { deviceId: caller.deviceId };
}
