import type { CodeId, CodeRepo } from '../../core/accounts/ports.ts';
import { nextId } from './state.ts';
import type { State } from './state.ts';

export const memoryCodes = (state: State): CodeRepo => ({
  async add(code) {
    const id = nextId<CodeId>(state);
    state.codes.set(id, { ...code, id, used: false, attempts: 0 });
    return id;
  },

  async remove(id) {
    state.codes.delete(id);
  },

  async sent(userId, families, since) {
    const moments = [...state.codes.values()]
      .filter((code) => code.userId === userId && families.includes(code.family) && code.createdAt > since)
      .map(({ createdAt }) => createdAt).sort((one, other) => one - other);
    return { count: moments.length, oldest: moments[0], newest: moments.at(-1) };
  },

  async reserveTry(userId, family, maxTries, now) {
    const [newest] = [...state.codes.values()]
      .filter((code) => code.userId === userId && code.family === family)
      .sort((one, other) => other.createdAt - one.createdAt || other.id - one.id);
    if (!newest || newest.used || newest.expiresAt <= now) return 'absent';
    if (newest.attempts >= maxTries) {
      newest.used = true;
      return 'exhausted';
    }
    newest.attempts += 1;
    return { id: newest.id, digest: newest.digest, number: newest.attempts };
  },

  async use(id) {
    const code = state.codes.get(id);
    if (!code || code.used) return false;
    code.used = true;
    return true;
  },

  async prune(before, limit) {
    const old = [...state.codes.values()].filter(({ expiresAt }) => expiresAt < before).slice(0, limit);
    for (const { id } of old) state.codes.delete(id);
    return old.length;
  },
});
