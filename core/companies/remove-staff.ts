import { endSessions } from '../accounts/sign-out.ts';
import type { StaffId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { refuseLastOwner } from './change-position.ts';
import { signOutOfAgent } from './leave-agent.ts';
import { deviceRevoked, shiftOpen, staffUnknown } from './refusals.ts';
import { type Member } from './member.ts';
import type { KnownMember, StaffRepo } from './ports.ts';
import { type StaffManager, lockEmployer, staffEntry } from './staff-manager.ts';
import { toldMember } from './staff.ts';
import type { CompanyStores, CompanyWorld } from './world.ts';

export type RemoveStaff = ReturnType<typeof removeStaff>;

/**
 * Ends a membership and the person's sessions, or withdraws an invitation. With `devices`, also revokes the crew phones
 * that the person added, because the person may have one of them.
 */
export const removeStaff =
  ({ clock, transact }: CompanyWorld) =>
  async (manager: StaffManager, id: StaffId, { devices = false } = {}): Promise<void> =>
    transact(async (stores) => {
      const { staff, trail } = stores;
      await lockEmployer(stores, manager);
      const now = clock();
      const target = await staff.find(manager, id, now);
      if (!target) throw staffUnknown();
      await refuseLastOwner(staff, manager, target);
      const isOfCompany = 'operatorId' in manager;
      if (isOfCompany) await refuseOpenShift(staff, manager, target);

      await staff.remove(id);
      await (isOfCompany ? signOut(stores, target) : signOutOfAgent(stores, target));
      if (devices && isOfCompany) await revokeDevices(stores, manager, target, now);
      await trail.add(
        staffEntry(manager, {
          kind: 'STAFF_REMOVED',
          subject: { type: 'staff', id },
          changes: changesBetween(toldMember(target), {}),
          description:
            target.status === 'INVITED'
              ? `Withdrew the invitation of ${target.fullName}.`
              : `Removed ${target.fullName} from the staff.`,
        }),
        now,
      );
    });

async function refuseOpenShift(staff: StaffRepo, { operatorId }: Member, { userId }: KnownMember): Promise<void> {
  if (userId !== null && (await staff.hasOpenShift(operatorId, userId))) throw shiftOpen();
}

/**
 * Ends the person's sessions, trust in devices, and MQTT connections. Removes the role OPERATOR only if joining granted
 * it. An account that was created by the invitation keeps the role as its primary role.
 */
async function signOut(stores: CompanyStores, { userId, gaveRole }: KnownMember): Promise<void> {
  if (userId === null) return;
  await stores.users.lock(userId);
  await endSessions(stores, userId);
  if (gaveRole) await stores.users.revokeRole(userId, 'OPERATOR');
}

async function revokeDevices(
  { crewDevices, trail }: CompanyStores,
  member: Member,
  { userId }: KnownMember,
  now: Instant,
): Promise<void> {
  if (userId === null) return;
  for (const device of await crewDevices.revokeAddedBy(member.operatorId, userId, now))
    await trail.add(deviceRevoked(member, device), now);
}
