import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import { memberEntry } from './member-trail.ts';
import type { Member } from './member.ts';
import type { RevokedDevice } from './ports.ts';

export const deviceRevoked = (member: Member, { id, name }: RevokedDevice): TrailEntry =>
  memberEntry(member, {
    kind: 'DEVICE_REVOKED',
    subject: { type: 'device', id },
    changes: changesBetween({ revoked: false }, { revoked: true }),
    description: `Revoked the device «${name}».`,
  });
