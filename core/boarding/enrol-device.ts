import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { Quotas } from '../companies/quotas.ts';
import { refuseDeviceBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { CompanyStores } from '../companies/world.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { PlatformStores } from '../platform/world.ts';
import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import type { CrewDeviceViews, CrewDevices, EnrolledDevice, OfferedEnrolment, TokenDigests } from './device-ports.ts';
import { type Device, deviceTokenOf, enrolUntil, enrolmentCodeIn, enrolmentCodeOf, secretOf } from './device.ts';
import { enrolTokenInvalid } from './refusals.ts';

const about = (id: DeviceId) => ({ type: 'device', id }) as const;

const deviceAdded = (member: Member, { id, name }: Pick<Device, 'id' | 'name'>): TrailEntry =>
  memberEntry(member, {
    kind: 'DEVICE_ADDED',
    subject: about(id),
    changes: changesBetween({}, { name }),
    description: `Added the device «${name}».`,
  });

const deviceEnrolled = ({
  id,
  operatorId,
  name,
  model,
}: Pick<Device, 'id' | 'name' | 'model'> & { readonly operatorId: OperatorId }): TrailEntry => ({
  kind: 'DEVICE_ENROLLED',
  actor: { role: 'DEVICE', deviceId: id },
  operatorId,
  subject: about(id),
  changes: changesBetween({ model: null, enrolled: false }, { model, enrolled: true }),
  description: `Enrolled a phone as «${name}».`,
});

interface Stores extends Pick<CompanyStores & PlatformStores, 'companies' | 'usage' | 'staff' | 'trail'> {
  readonly crewDevices: Pick<CrewDevices, 'add'>;
}

interface AddDeviceNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly tokenDigests: TokenDigests;
  readonly baseUrl: string;
  readonly quotas: Quotas;
}

/** A new device, before a phone is enrolled. Only this response shows the enrolment token. */
export interface AddedDevice extends Pick<Device, 'id' | 'name'> {
  readonly enrolToken: string;
  readonly enrolUrl: string;
  readonly expiresAt: Instant;
}

export type AddDevice = ReturnType<typeof addDevice>;

/** Adds a device to the company's crew. The enrolment token enrols one phone within 15 minutes. */
export const addDevice =
  ({ clock, random, transact, tokenDigests, baseUrl, quotas }: AddDeviceNeeds) =>
  async (member: Member, name: string): Promise<AddedDevice> => {
    const enrolToken = enrolmentCodeOf(random);
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

interface ViewEnrolmentNeeds {
  readonly clock: Clock;
  readonly tokenDigests: TokenDigests;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'ofEnrolToken'>;
}

export type ViewEnrolment = ReturnType<typeof viewEnrolment>;

/**
 * Returns the company for which an enrolment token was made, and does not use the token up. A phone that is enrolled
 * for another company shows this company and asks its user first. The response contains only data that the response to
 * an enrolment contains, too.
 */
export const viewEnrolment =
  ({ clock, tokenDigests, crewDeviceViews }: ViewEnrolmentNeeds) =>
  async (enrolToken: string): Promise<OfferedEnrolment> => {
    const offered = await crewDeviceViews.ofEnrolToken(tokenDigests.of(enrolmentCodeIn(enrolToken)), clock());
    if (!offered) throw enrolTokenInvalid();
    return offered;
  };

interface EnrolDeviceNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Pick<PlatformStores, 'trail'> & { readonly crewDevices: Pick<CrewDevices, 'enrol'> }>;
  readonly tokenDigests: TokenDigests;
}

/** An enrolled device with its token. Only this response shows the token. */
export interface Enrolled {
  readonly token: string;
  readonly device: EnrolledDevice;
}

export type EnrolDevice = ReturnType<typeof enrolDevice>;

/** Enrols a phone as the device for which the enrolment token was made. Works while the company is suspended, too. */
export const enrolDevice =
  ({ clock, random, transact, tokenDigests }: EnrolDeviceNeeds) =>
  async (enrolToken: string, model: string | null): Promise<Enrolled> => {
    const token = deviceTokenOf(secretOf(random));
    const enrolment = {
      enrolDigest: tokenDigests.of(enrolmentCodeIn(enrolToken)),
      tokenDigest: tokenDigests.of(token),
      model,
    };
    return transact(async ({ crewDevices, trail }) => {
      const now = clock();
      const device = await crewDevices.enrol(enrolment, now);
      if (!device) throw enrolTokenInvalid();
      await trail.add(deviceEnrolled(device), now);
      return { token, device };
    });
  };
