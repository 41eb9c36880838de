import type { SessionRepo } from '../../core/accounts/ports.ts';
import type { State } from './state.ts';

export const memorySessions = (state: State): SessionRepo => ({
  async add(session) {
    state.sessions.set(session.id, { ...session, rotatedAt: null, revokedAt: null });
  },

  find: async (id) => state.sessions.get(id),

  async rotate(id, now) {
    const session = state.sessions.get(id);
    if (!session || session.rotatedAt !== null || session.revokedAt !== null) return false;
    state.sessions.set(id, { ...session, rotatedAt: now });
    return true;
  },

  async revokeFamily(family, now) {
    for (const session of state.sessions.values())
      if (session.family === family && session.revokedAt === null) state.sessions.set(session.id, { ...session, revokedAt: now });
  },

  async prune(before, limit) {
    const old = [...state.sessions.values()].filter(({ expiresAt }) => expiresAt < before).slice(0, limit);
    for (const { id } of old) state.sessions.delete(id);
    return old.length;
  },
});
