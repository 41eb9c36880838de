import { deviceRevoked } from '../companies/refusals.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { DeviceId } from '../kernel/ids.ts';
import { deviceUnknown } from './refusals.ts';
import type { BoardingWorld } from './world.ts';

export type RevokeDevice = ReturnType<typeof revokeDevice>;

/**
 * Revokes a device: its token becomes invalid, and its connections are closed. Does nothing if the device is revoked
 * already.
 */
export const revokeDevice =
  ({ clock, transact }: BoardingWorld) =>
  async (member: Member, id: DeviceId): Promise<void> =>
    transact(async (stores) => {
      await shareCompany(stores, member, 'MANAGER', { whileSuspended: true });
      const device = await stores.crewDevices.lock(id);
      if (device?.operatorId !== member.operatorId) throw deviceUnknown();
      if (device.revokedAt !== null) return;
      const now = clock();
      await stores.crewDevices.revoke(id, now);
      await stores.trail.add(deviceRevoked(member, device), now);
    });
