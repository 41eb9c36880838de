import type { Device } from '../../core/boarding/device.ts';
import type { CrewDevices, CrewDeviceViews } from '../../core/boarding/device-ports.ts';
import type { DeviceId } from '../../core/kernel/ids.ts';
import type { NotingNeeds } from '../../core/stores.ts';
import type { StoredCrewDevice } from './boarding-state.ts';
import { listed } from './keyset.ts';
import { nextId, pick, put } from './state.ts';
import type { State } from './state.ts';

const shown = ({ enrolUntil: _until, enrolDigest: _enrol, tokenDigest: _token, ...device }: StoredCrewDevice): Device =>
  device;

export const memoryCrewDevices = (state: State, { note }: Pick<NotingNeeds, 'note'>): CrewDevices => {
  const find = (id: DeviceId): Device | undefined => {
    const device = state.crewDevices.get(id);
    return device && shown(device);
  };
  const change = (device: StoredCrewDevice, changes: Partial<StoredCrewDevice>): void => {
    put(state.crewDevices, { ...device, ...changes });
  };

  return {
    add: async (device) =>
      put(state.crewDevices, {
        ...{ ...device, id: nextId<DeviceId>(state), model: null, tokenDigest: null },
        ...{ enrolledAt: null, lastSeenAt: null, revokedAt: null },
      }),

    lock: async (id) => find(id),

    async enrol({ enrolDigest, tokenDigest, model }, now) {
      const device = pick(
        state.crewDevices.values(),
        (one) => one.enrolDigest === enrolDigest && one.enrolUntil > now && one.revokedAt === null,
      );
      if (!device) return undefined;
      change(device, { enrolDigest: null, tokenDigest, model, enrolledAt: now, lastSeenAt: now });
      const companyName = state.operators.get(device.operatorId)?.companyName ?? '';
      return { ...shown({ ...device, model, enrolledAt: now, lastSeenAt: now }), companyName };
    },

    async revoke(id, at) {
      const device = state.crewDevices.get(id);
      if (device?.revokedAt !== null) return;
      change(device, { revokedAt: at });
      note({ thing: 'sign-out' });
    },

    async see(id, at) {
      const device = state.crewDevices.get(id);
      if (device && (device.lastSeenAt ?? 0) < at) change(device, { lastSeenAt: at });
    },
  };
};

export const memoryCrewDeviceViews = (state: State): CrewDeviceViews => ({
  list: async (operatorId, page) =>
    listed(
      [...state.crewDevices.values()].filter((device) => device.operatorId === operatorId).map(shown),
      page,
      ({ createdAt, id }) => [createdAt, id],
      'desc',
    ),

  async find(id) {
    const device = state.crewDevices.get(id);
    return device && shown(device);
  },

  async ofToken(digest) {
    const device = pick(
      state.crewDevices.values(),
      ({ tokenDigest, revokedAt }) => tokenDigest === digest && revokedAt === null,
    );
    return device && shown(device);
  },
});
