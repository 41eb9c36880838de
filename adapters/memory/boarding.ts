import type { Device } from '../../core/boarding/device.ts';
import type { CrewDevices, CrewDeviceViews } from '../../core/boarding/device-ports.ts';
import type { DeviceId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import type { StoredCrewDevice } from './boarding-state.ts';
import { type State, nextId, pick, put } from './state.ts';

const shownIn =
  (state: State) =>
  ({ enrolUntil: _until, enrolDigest: _enrol, tokenDigest: _token, addedBy, ...device }: StoredCrewDevice): Device => ({
    ...device,
    addedBy: addedBy && { id: addedBy, fullName: state.users.get(addedBy)?.fullName ?? '' },
  });

const isOffered = (device: StoredCrewDevice, digest: string, now: Instant): boolean =>
  device.enrolDigest === digest && device.enrolUntil > now && device.revokedAt === null;

export const memoryCrewDevices = (
  state: State,
  { recordChange }: Pick<TransactionNeeds, 'recordChange'>,
): CrewDevices => {
  const shown = shownIn(state);
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
        ...device,
        id: nextId<DeviceId>(state),
        model: null,
        tokenDigest: null,
        enrolledAt: null,
        lastSeenAt: null,
        revokedAt: null,
      }),

    lock: async (id) => find(id),

    async enrol({ enrolDigest, tokenDigest, model }, now) {
      const device = pick(state.crewDevices.values(), (one) => isOffered(one, enrolDigest, now));
      if (!device) return undefined;
      change(device, { enrolDigest: null, tokenDigest, model, enrolledAt: now, lastSeenAt: now });
      const companyName = state.operators.get(device.operatorId)?.companyName ?? '';
      return { ...shown({ ...device, model, enrolledAt: now, lastSeenAt: now }), companyName };
    },

    async revoke(id, at) {
      const device = state.crewDevices.get(id);
      if (device?.revokedAt !== null) return;
      change(device, { revokedAt: at });
      recordChange({ thing: 'sign-out' });
    },

    async revokeAddedBy(operatorId, member, at) {
      const revoked = [...state.crewDevices.values()].filter(
        (one) => one.operatorId === operatorId && one.addedBy === member && one.revokedAt === null,
      );
      for (const device of revoked) change(device, { revokedAt: at });
      if (revoked.length > 0) recordChange({ thing: 'sign-out' });
      return revoked.map(({ id, name }) => ({ id, name }));
    },

    async see(id, at) {
      const device = state.crewDevices.get(id);
      if (device && (device.lastSeenAt ?? 0) < at) change(device, { lastSeenAt: at });
    },
  };
};

export const memoryCrewDeviceViews = (state: State): Pick<CrewDeviceViews, 'find' | 'ofToken'> => ({
  async find(id) {
    const device = state.crewDevices.get(id);
    return device && shownIn(state)(device);
  },

  async ofToken(digest) {
    const device = pick(
      state.crewDevices.values(),
      ({ tokenDigest, revokedAt }) => tokenDigest === digest && revokedAt === null,
    );
    return device && shownIn(state)(device);
  },
});
