import type { CodeId, CodeRepo, DeviceRepo, LoginLog, NonceStore, SessionRepo } from '../../core/accounts/ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { clearAttempts, releaseAttempt, reserveAttempt } from './accounts.ts';
import type { StoredDevice } from './sign-in-state.ts';
import { type State, nextId } from './state.ts';

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
      .map(({ createdAt }) => createdAt)
      .sort((one, other) => one - other);
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

export function memoryDevices(state: State): DeviceRepo {
  const known = (userId: UserId, deviceId: string): StoredDevice | undefined =>
    state.devices.get(userId)?.get(deviceId);
  const trusted = (userId: UserId, deviceId: string, now: Instant): StoredDevice | undefined => {
    const device = known(userId, deviceId);
    return device && device.expiresAt > now ? device : undefined;
  };

  return {
    async find(userId, deviceId, now) {
      const device = trusted(userId, deviceId, now);
      return device && { lockedUntil: device.lockedUntil };
    },
    isTrusted: async (userId, deviceId, now) => trusted(userId, deviceId, now) !== undefined,

    async reserveAttempt(userId, deviceId, policy, now) {
      const device = trusted(userId, deviceId, now);
      return device && reserveAttempt(device, policy, now);
    },
    async releaseAttempt(userId, deviceId, attempt) {
      const device = known(userId, deviceId);
      if (device) releaseAttempt(device, attempt);
    },
    async clearAttempts(userId, deviceId) {
      const device = known(userId, deviceId);
      if (device) clearAttempts(device);
    },

    async trust(userId, deviceId, _now, expiresAt) {
      if (deviceId.trim() === '') return;
      const devices = state.devices.get(userId) ?? new Map<string, StoredDevice>();
      state.devices.set(userId, devices.set(deviceId, { expiresAt, failedAttempts: 0, lockedUntil: null }));
    },

    async revokeAll(userId) {
      state.devices.delete(userId);
    },

    async prune(before, limit) {
      const old = [...state.devices.values()]
        .flatMap((devices) => [...devices].map(([id, { expiresAt }]) => ({ devices, id, expiresAt })))
        .filter(({ expiresAt }) => expiresAt < before)
        .slice(0, limit);
      for (const { devices, id } of old) devices.delete(id);
      return old.length;
    },
  };
}

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
    let isRevoked = false;
    for (const session of state.sessions.values())
      if (session.family === family && session.revokedAt === null) {
        state.sessions.set(session.id, { ...session, revokedAt: now });
        isRevoked = true;
      }
    return isRevoked;
  },

  async prune(before, limit) {
    const old = [...state.sessions.values()].filter(({ expiresAt }) => expiresAt < before).slice(0, limit);
    for (const { id } of old) state.sessions.delete(id);
    return old.length;
  },
});

export const memoryNonces = (state: State): NonceStore => ({
  async claim(key, expiresAt, now) {
    const until = state.nonces.get(key);
    if (until !== undefined && until > now) return false;
    state.nonces.set(key, expiresAt);
    return true;
  },

  async prune(before, limit) {
    const old = [...state.nonces].filter(([, until]) => until < before).slice(0, limit);
    for (const [key] of old) state.nonces.delete(key);
    return old.length;
  },
});

export const memoryLoginLog = (state: State): LoginLog => ({
  async add(entry, at) {
    state.loginLog.push({ ...entry, at });
  },
  newest: async (limit) => state.loginLog.slice(-limit).reverse(),
});
