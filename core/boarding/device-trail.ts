import { memberEntry } from '../companies/member-trail.ts';
import type { Member } from '../companies/member.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import type { Device } from './device.ts';

const about = (id: DeviceId) => ({ type: 'device', id }) as const;

export const deviceAdded = (member: Member, { id, name }: Pick<Device, 'id' | 'name'>): TrailEntry =>
  memberEntry(member, {
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
