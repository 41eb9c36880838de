import { shareCompany } from '../companies/lock-company.ts';
import type { StaffCaller } from '../companies/member.ts';
import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { Actor } from '../platform/trail.ts';
import { deviceTokenInvalid } from './refusals.ts';
import type { BoardingStores } from './world.ts';

/** A company's device that has sent a valid token. */
export interface DeviceCaller {
  readonly deviceId: DeviceId;
  readonly operatorId: OperatorId;
}

/** A caller of the conductor's routes: a device of the company, or a member of its staff. */
export type CrewCaller = StaffCaller | DeviceCaller;

/** A person or device that works on board a bus for a company. */
export interface Conductor {
  readonly operatorId: OperatorId;
  readonly sender: Sender;
}

export const conductorOf = (caller: CrewCaller): Conductor =>
  'deviceId' in caller
    ? { operatorId: caller.operatorId, sender: { deviceId: caller.deviceId } }
    : { operatorId: caller.staff.operatorId, sender: { userId: caller.userId } };

/** The person or device that acts, as the activity log names it. */
export const actorOf = ({ sender }: Conductor): Actor =>
  'deviceId' in sender ? { role: 'DEVICE', deviceId: sender.deviceId } : { role: 'OPERATOR', userId: sender.userId };

/**
 * Checks again, inside the transaction, that the caller may act on board. The phone may have been revoked, or the
 * person may have left the company. Crews of a suspended company may still act.
 */
export async function lockConductor(stores: BoardingStores, { operatorId, sender }: Conductor): Promise<void> {
  if ('userId' in sender) await shareCompany(stores, { ...sender, operatorId }, 'CONDUCTOR', { whileSuspended: true });
  else if ((await stores.boardings.lockSender(sender)) === undefined) throw deviceTokenInvalid();
}
