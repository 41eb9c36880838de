import { endSessions } from '../accounts/end-sessions.ts';
import type { AccountStores } from '../accounts/ports.ts';
import type { StaffId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import { refuseLastOwner } from './change-position.ts';
import { lockCompany } from './lock-company.ts';
import type { Member } from './member.ts';
import { doneBy } from './member-trail.ts';
import type { CompanyRepo, KnownMember, StaffRepo } from './ports.ts';
import { shiftOpen, staffUnknown } from './refusals.ts';
import { toldMember } from './staff.ts';

interface Stores extends Pick<AccountStores, 'users' | 'devices'> {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type RemoveStaff = ReturnType<typeof removeStaff>;

/** Ends a membership, and with it everything that the person is signed in to; or withdraws an invitation. */
export const removeStaff =
  ({ clock, transact }: Needs) =>
  async (member: Member, id: StaffId): Promise<void> =>
    transact(async (stores) => {
      const { staff, trail } = stores;
      await lockCompany(stores, member, 'OWNER');
      const now = clock();
      const target = await staff.find(member.operatorId, id, now);
      if (!target) throw staffUnknown();
      await refuseLastOwner(staff, member, target);
      if (target.userId !== null && (await staff.hasOpenShift(member.operatorId, target.userId))) throw shiftOpen();

      await staff.remove(id);
      await signOut(stores, target);
      await trail.add(
        doneBy(member, {
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

/** Ends sessions, trusted devices and MQTT connections. An account that the invitation created stays an operator's. */
async function signOut({ users, devices }: Stores, { userId, gaveRole }: KnownMember): Promise<void> {
  if (userId === null) return;
  await users.lock(userId);
  await endSessions({ users, devices }, userId);
  if (gaveRole) await users.revokeRole(userId, 'OPERATOR');
}
