import type { Position } from '../accounts/membership.ts';
import type { StaffId } from '../kernel/ids.ts';
import { lockCompany } from './lock-company.ts';
import { type Member, memberEntry } from './member.ts';
import type { StaffRepo } from './ports.ts';
import { lastOwner, staffUnknown } from './refusals.ts';
import type { StaffMember } from './staff.ts';
import type { CompanyWorld } from './world.ts';

/**
 * Refuses to remove or demote the company's only OWNER. The company must be locked, so that no other transaction
 * removes another OWNER meanwhile.
 */
export async function refuseLastOwner(staff: StaffRepo, { operatorId }: Member, target: StaffMember): Promise<void> {
  const isOwner = target.status === 'ACTIVE' && target.position === 'OWNER';
  if (isOwner && (await staff.owners(operatorId)) === 1) throw lastOwner();
}

export type ChangePosition = ReturnType<typeof changePosition>;

/** Changes the position of a member or invited person. The change takes effect with the member's next request. */
export const changePosition =
  ({ clock, transact }: CompanyWorld) =>
  async (member: Member, id: StaffId, position: Position | undefined): Promise<StaffMember> =>
    transact(async (stores) => {
      const { staff, trail } = stores;
      await lockCompany(stores, member, 'OWNER');
      const now = clock();
      const target = await staff.find(member.operatorId, id, now);
      if (!target) throw staffUnknown();
      if (position === undefined || position === target.position) return target;
      await refuseLastOwner(staff, member, target);

      await staff.changePosition(id, position);
      await trail.add(
        memberEntry(member, {
          kind: 'STAFF_CHANGED',
          subject: { type: 'staff', id },
          changes: { position: { old: target.position, new: position } },
          description: `Made ${target.fullName} ${position}.`,
        }),
        now,
      );
      return { ...target, position };
    });
