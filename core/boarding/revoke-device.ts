import { deviceRevoked } from '../companies/device-revoked.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { DeviceId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import type { CrewDevices } from './device-ports.ts';
import { deviceUnknown } from './refusals.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly crewDevices: Pick<CrewDevices, 'lock' | 'revoke'>;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type RevokeDevice = ReturnType<typeof revokeDevice>;

/** Ends a device: its token is no good from now on, and its connections end. Again, nothing happens. */
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
