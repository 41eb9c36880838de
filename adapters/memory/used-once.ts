import type { UsedOnce } from '../../core/accounts/ports.ts';
import type { State } from './state.ts';

export const memoryUsedOnce = (state: State): UsedOnce => ({
  async claim(key, expiresAt, now) {
    const until = state.usedOnce.get(key);
    if (until !== undefined && until > now) return false;
    state.usedOnce.set(key, expiresAt);
    return true;
  },

  async prune(before, limit) {
    const old = [...state.usedOnce].filter(([, until]) => until < before).slice(0, limit);
    for (const [key] of old) state.usedOnce.delete(key);
    return old.length;
  },
});
