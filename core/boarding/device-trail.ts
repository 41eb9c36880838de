import { doneBy } from '../companies/member-trail.ts';
import type { Member } from '../companies/member.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import { changesBetween } from '../trail/trail.ts';
import type { TrailEntry } from '../trail/trail.ts';
import type { Device } from './device.ts';

const about = (id: DeviceId) => ({ type: 'device', id }) as const;

export const deviceAdded = (member: Member, { id, name }: Pick<Device, 'id' | 'name'>): TrailEntry =>
  doneBy(member, {
    kind: 'DEVICE_ADDED',
    subject: about(id),
    changes: changesBetween({}, { name }),
    description: `Added the device «${name}».`,
  });

export const deviceEnrolled = ({
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

export const deviceRevoked = (member: Member, { id, name }: Pick<Device, 'id' | 'name'>): TrailEntry =>
  doneBy(member, {
    kind: 'DEVICE_REVOKED',
    subject: about(id),
    changes: changesBetween({ revoked: false }, { revoked: true }),
    description: `Revoked the device «${name}».`,
  });
