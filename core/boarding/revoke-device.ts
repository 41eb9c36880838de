import { deviceRevoked } from '../companies/refusals.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { DeviceId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { CrewDevices } from './device-ports.ts';
import { deviceUnknown } from './refusals.ts';
import type { CompanyStores } from '../companies/world.ts';
import type { PlatformStores } from '../platform/world.ts';

interface Stores extends Pick<CompanyStores & PlatformStores, 'companies' | 'staff' | 'trail'> {
  readonly crewDevices: Pick<CrewDevices, 'lock' | 'revoke'>;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type RevokeDevice = ReturnType<typeof revokeDevice>;

/**
 * Revokes a device: its token becomes invalid, and its connections are closed. Does nothing if the device is revoked
 * already.
 */
export const revokeDevice =
  ({ clock, transact }: Needs) =>
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
