import type { StaffCaller } from '../companies/member.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Actor } from '../platform/trail.ts';

/** A device of a company that has shown its token. */
export interface DeviceCaller {
  readonly deviceId: DeviceId;
  readonly operatorId: OperatorId;
}

/** Who may come in where conductors work: a device of the company, or a member of its staff. */
export type CrewCaller = StaffCaller | DeviceCaller;

/** Who works on board in the name of a company. */
export interface Conductor {
  readonly operatorId: OperatorId;
  readonly sender: Sender;
}

export const conductorOf = (caller: CrewCaller): Conductor =>
  'deviceId' in caller
    ? { operatorId: caller.operatorId, sender: { deviceId: caller.deviceId } }
    : { operatorId: caller.staff.operatorId, sender: { userId: caller.userId } };

/** The actor in the activity log. */
export const actorOf = ({ sender }: Conductor): Actor =>
  'deviceId' in sender ? { role: 'DEVICE', deviceId: sender.deviceId } : { role: 'OPERATOR', userId: sender.userId };
