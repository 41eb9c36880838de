import type { CodeTries, SecondFactorRepo } from '../../core/accounts/second-factor.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import type { State } from './state.ts';

export const memorySecondFactors = (state: State): SecondFactorRepo => ({
  async find(userId) {
    const factor = state.secondFactors.get(userId);
    return (
      factor && {
        sealedSecret: factor.sealedSecret,
        startedAt: factor.startedAt,
        confirmedAt: factor.confirmedAt,
      }
    );
  },

  async start(userId, sealedSecret, at) {
    if (hasSecondFactor(state, userId)) return false;
    state.secondFactors.set(userId, {
      sealedSecret,
      startedAt: at,
      confirmedAt: null,
      lastStep: 0,
      recovery: new Set(),
    });
    return true;
  },

  async confirm(userId, step, recoveryDigests, at) {
    const factor = state.secondFactors.get(userId);
    if (!factor || factor.confirmedAt !== null) return false;
    state.secondFactors.set(userId, {
      ...factor,
      confirmedAt: at,
      lastStep: step,
      recovery: new Set(recoveryDigests),
    });
    return true;
  },

  async useStep(userId, step) {
    const factor = state.secondFactors.get(userId);
    if (!factor || factor.confirmedAt === null || factor.lastStep >= step) return false;
    state.secondFactors.set(userId, { ...factor, lastStep: step });
    return true;
  },

  async useRecoveryCode(userId, digest) {
    const factor = state.secondFactors.get(userId);
    if (!factor?.recovery.has(digest)) return false;
    const recovery = new Set([...factor.recovery].filter((left) => left !== digest));
    state.secondFactors.set(userId, { ...factor, recovery });
    return true;
  },

  remove: async (userId) => hasSecondFactor(state, userId) && state.secondFactors.delete(userId),
});

export function hasSecondFactor(state: State, userId: UserId): boolean {
  const factor = state.secondFactors.get(userId);
  return factor !== undefined && factor.confirmedAt !== null;
}

export const memoryCodeTries = (state: State): CodeTries => ({
  async reserve(key, most, expiresAt, now) {
    const last = state.codeTries.get(key);
    const known = last && last.expiresAt > now ? last : { tries: 0, expiresAt };
    if (known.tries >= most) return undefined;
    const tries = known.tries + 1;
    state.codeTries.set(key, { ...known, tries });
    return tries;
  },

  async release(key) {
    const known = state.codeTries.get(key);
    if (known && known.tries > 0) state.codeTries.set(key, { ...known, tries: known.tries - 1 });
  },

  async prune(before, limit) {
    const old = [...state.codeTries].filter(([, { expiresAt }]) => expiresAt < before).slice(0, limit);
    for (const [key] of old) state.codeTries.delete(key);
    return old.length;
  },
});
