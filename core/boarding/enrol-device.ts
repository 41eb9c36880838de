import { lockCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { refuseDeviceBeyondQuota } from '../companies/refuse-beyond-quota.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import type { EnrolledDevice, OfferedEnrolment } from './device-ports.ts';
import { type Device, deviceTokenOf, enrolUntil, enrolmentCodeIn, enrolmentCodeOf, secretOf } from './device.ts';
import { enrolTokenInvalid } from './refusals.ts';
import type { BoardingWorld } from './world.ts';

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

/** A new device, before a phone is enrolled. Only this response shows the enrolment token. */
export interface AddedDevice extends Pick<Device, 'id' | 'name'> {
  readonly enrolToken: string;
  readonly enrolUrl: string;
  readonly expiresAt: Instant;
}

export type AddDevice = ReturnType<typeof addDevice>;

/** Adds a device to the company's crew. The enrolment token enrols one phone within 15 minutes. */
export const addDevice =
  ({ clock, random, transact, tokenDigests, baseUrl, quotas }: BoardingWorld) =>
  async (member: Member, name: string): Promise<AddedDevice> => {
    const enrolToken = enrolmentCodeOf(random);
    const enrolDigest = tokenDigests.of(enrolToken);
    return transact(async (stores) => {
      await lockCompany(stores, member, 'MANAGER');
      await refuseDeviceBeyondQuota(stores, quotas, member.operatorId);
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

export type ViewEnrolment = ReturnType<typeof viewEnrolment>;

/**
 * Returns the company for which an enrolment token was made, and does not use the token up. A phone that is enrolled
 * for another company shows this company and asks its user first. The response contains only data that the response to
 * an enrolment contains, too.
 */
export const viewEnrolment =
  ({ clock, tokenDigests, crewDeviceViews }: BoardingWorld) =>
  async (enrolToken: string): Promise<OfferedEnrolment> => {
    const offered = await crewDeviceViews.ofEnrolToken(tokenDigests.of(enrolmentCodeIn(enrolToken)), clock());
    if (!offered) throw enrolTokenInvalid();
    return offered;
  };

/** An enrolled device with its token. Only this response shows the token. */
export interface Enrolled {
  readonly token: string;
  readonly device: EnrolledDevice;
}

export type EnrolDevice = ReturnType<typeof enrolDevice>;

/** Enrols a phone as the device for which the enrolment token was made. Works while the company is suspended, too. */
export const enrolDevice =
  ({ clock, random, transact, tokenDigests }: BoardingWorld) =>
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
