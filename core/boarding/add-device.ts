import { lockCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, CompanyUsage, StaffRepo } from '../companies/ports.ts';
import type { Quotas } from '../companies/quotas.ts';
import { refuseDeviceBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import { type Device, enrolUntil, secretOf } from './device.ts';
import type { CrewDevices, TokenDigests } from './device-ports.ts';
import { deviceAdded } from './device-trail.ts';

interface Stores {
  readonly companies: CompanyRepo;
  readonly usage: CompanyUsage;
  readonly staff: StaffRepo;
  readonly crewDevices: Pick<CrewDevices, 'add'>;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly tokenDigests: TokenDigests;
  readonly baseUrl: string;
  readonly quotas: Quotas;
}

/** A device that waits for a phone. The token is told this once. */
export interface AddedDevice extends Pick<Device, 'id' | 'name'> {
  readonly enrolToken: string;
  readonly enrolUrl: string;
  readonly expiresAt: Instant;
}

export type AddDevice = ReturnType<typeof addDevice>;

/** Adds a device to the company's crew. Whoever has the token enrols a phone as it, within 15 minutes. */
export const addDevice =
  ({ clock, random, transact, tokenDigests, baseUrl, quotas }: Needs) =>
  async (member: Member, name: string): Promise<AddedDevice> => {
    const enrolToken = secretOf(random);
    const enrolDigest = tokenDigests.of(enrolToken);
    return transact(async (stores) => {
      await lockCompany(stores, member, 'MANAGER');
      await refuseDeviceBeyondQuota({ usage: stores.usage, quotas }, member.operatorId);
      const now = clock();
      const expiresAt = enrolUntil(now);
      const id = await stores.crewDevices.add({
        operatorId: member.operatorId,
        name,
        createdAt: now,
        addedBy: member.userId,
        enrolDigest,
        enrolUntil: expiresAt,
      });
      await stores.trail.add(deviceAdded(member, { id, name }), now);
      return { id, name, enrolToken, enrolUrl: `${baseUrl}/conductor?token=${enrolToken}`, expiresAt };
    });
  };
