import type { AgentStatus } from '../accounts/membership.ts';
import type { AgentKeyId } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Instant, minuteOf } from '../kernel/time.ts';
import { isExpired, isUseToBeStored, modeOf, prolongedUntil } from './agent-key.ts';
import { type AgentCaller, programCalling } from './caller.ts';
import type { AgentKeyViews, KnownKey } from './ports.ts';
import { keyExpired, keyInvalid, keySuspended, wrongMode } from './refusals.ts';
import type { AgentWorld } from './world.ts';

/** An agent's caller, with the status of the agent. */
export interface AuthenticatedAgent extends AgentCaller {
  readonly agentStatus: AgentStatus;
}

/** Throws unless requests with the key may be made at `now`. */
export function refuseUnlessUsable<Key extends Pick<KnownKey, 'expiresAt' | 'status'>>(
  key: Key | undefined,
  now: Instant,
): asserts key is Key {
  if (!key) throw keyInvalid();
  if (isExpired(key, now)) throw keyExpired();
  if (key.status === 'SUSPENDED') throw keySuspended();
}

export type AuthenticateKey = ReturnType<typeof authenticateKey>;

/**
 * Finds the agent's program that calls with a key. Stores the moment of the call, at most once a minute, unless the
 * database takes no writes: requests that only read are answered even then.
 */
export const authenticateKey =
  ({ clock, transact, tokenDigests, agentKeyViews, keyMode, agentSandboxUrl }: AgentWorld) =>
  async (shown: string): Promise<AuthenticatedAgent> => {
    const mode = modeOf(shown);
    if (mode === undefined) throw keyInvalid();
    if (mode !== keyMode) throw wrongMode(sentenceFor(keyMode, agentSandboxUrl));
    const key = await agentKeyViews.ofDigest(tokenDigests.of(shown));
    const now = clock();
    refuseUnlessUsable(key, now);
    const until = prolongedUntil(key, now);
    if (isUseToBeStored(key, now) || until)
      await transact(async ({ agentKeys }) => {
        await agentKeys.use(key.id, minuteOf(now));
        if (until) await agentKeys.prolong(key.id, until);
      }).catch(ignoreUnavailable);
    return { ...programCalling(key), agentStatus: key.agentStatus };
  };

export type JudgeKey = ReturnType<typeof judgeKey>;

/** Reads a key again inside a transaction, for a request that the key began. Throws if the key has become unusable. */
export const judgeKey =
  ({ clock }: AgentWorld) =>
  async (
    id: AgentKeyId,
    { agentKeyViews }: { readonly agentKeyViews: Pick<AgentKeyViews, 'find'> },
  ): Promise<AuthenticatedAgent> => {
    const key = await agentKeyViews.find(id);
    refuseUnlessUsable(key, clock());
    return { ...programCalling(key), agentStatus: key.agentStatus };
  };

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Refusal && error.kind === 'unavailable')) throw error;
}

function sentenceFor(mode: AgentWorld['keyMode'], sandboxUrl: string | undefined): string {
  const place = sandboxUrl ?? '`npm run demo`';
  return mode === 'live'
    ? `Keys that begin with bt_test_ work in a sandbox alone: ${place}.`
    : `This is a sandbox, which takes keys that begin with bt_test_. They come from ${place}.`;
}
