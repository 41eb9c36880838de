import type { Position } from '../accounts/membership.ts';
import type { StaffId } from '../kernel/ids.ts';
import type { Employer } from './employer.ts';
import type { StaffRepo } from './ports.ts';
import { lastOwner, staffUnknown } from './refusals.ts';
import { type StaffManager, lockEmployer, staffEntry } from './staff-manager.ts';
import type { StaffMember } from './staff.ts';
import type { CompanyWorld } from './world.ts';

/**
 * Refuses to remove or demote the employer's only OWNER. The employer must be locked, so that no other transaction
 * removes another OWNER meanwhile.
 */
export async function refuseLastOwner(staff: StaffRepo, employer: Employer, target: StaffMember): Promise<void> {
  const isOwner = target.status === 'ACTIVE' && target.position === 'OWNER';
  if (isOwner && (await staff.owners(employer)) === 1) throw lastOwner();
}

export type ChangePosition = ReturnType<typeof changePosition>;

/** Changes the position of a member or invited person. The change takes effect with the member's next request. */
export const changePosition =
  ({ clock, transact }: CompanyWorld) =>
  async (manager: StaffManager, id: StaffId, position: Position | undefined): Promise<StaffMember> =>
    transact(async (stores) => {
      const { staff, trail } = stores;
      await lockEmployer(stores, manager);
      const now = clock();
      const target = await staff.find(manager, id, now);
      if (!target) throw staffUnknown();
      if (position === undefined || position === target.position) return target;
      await refuseLastOwner(staff, manager, target);

      await staff.changePosition(id, position);
      await trail.add(
        staffEntry(manager, {
          kind: 'STAFF_CHANGED',
          subject: { type: 'staff', id },
          changes: { position: { old: target.position, new: position } },
          description: `Made ${target.fullName} ${position}.`,
        }),
        now,
      );
      return { ...target, position };
    });
