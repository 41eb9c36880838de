import type { DeviceRepo } from '../../core/accounts/ports.ts';
import type { State } from './state.ts';

export const memoryDevices = (state: State): DeviceRepo => ({
  async isTrusted(userId, deviceId, now) {
    const until = state.devices.get(userId)?.get(deviceId);
    return until !== undefined && until > now;
  },

  async trust(userId, deviceId, _now, expiresAt) {
    if (deviceId.trim() === '') return;
    state.devices.set(userId, (state.devices.get(userId) ?? new Map<string, typeof expiresAt>()).set(deviceId, expiresAt));
  },

  async forgetAll(userId) {
    state.devices.delete(userId);
  },

  async prune(before, limit) {
    const old = [...state.devices.values()].flatMap((devices) => [...devices].map(([id, until]) => ({ devices, id, until })))
      .filter(({ until }) => until < before).slice(0, limit);
    for (const { devices, id } of old) devices.delete(id);
    return old.length;
  },
});
