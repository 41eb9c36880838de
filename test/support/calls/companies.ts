import type { OperatorId, StaffId } from '../../../core/kernel/ids.ts';
import type { Stores } from '../../../core/stores.ts';
import { LATER, NOW, USER } from './rows.ts';
import type { Calls } from './rows.ts';

/** A company with a bus and a hundred people, one of them, and somebody who is invited. */
export const [COMPANY, MEMBER, INVITED] = [2 as OperatorId, 1_001 as StaffId, 1_003 as StaffId];

export const COMPANY_CALLS = {
  companies: {
    lock: ({ companies }) => companies.lock(COMPANY),
    share: ({ companies }) => companies.share(COMPANY),
    save: async ({ companies }) => {
      const company = await companies.lock(COMPANY);
      if (company) await companies.save({ ...company, status: 'SUSPENDED' });
    },
    hasBus: ({ companies }) => companies.hasBus(COMPANY),
  },
  staff: {
    find: ({ staff }) => staff.find(COMPANY, MEMBER, NOW),
    ofUser: ({ staff }) => staff.ofUser(USER),
    hasOpenShift: ({ staff }) => staff.hasOpenShift(COMPANY, USER),
    owners: ({ staff }) => staff.owners(COMPANY),
    count: ({ staff }) => staff.count(COMPANY, NOW),
    invite: ({ staff }) =>
      staff.invite({
        operatorId: COMPANY,
        fullName: 'Ram Thapa',
        email: 'ram@example.com',
        phone: null,
        position: 'CLERK',
        nonce: 'x',
        invitedAt: NOW,
        expiresAt: LATER,
      }),
    dropExpired: ({ staff }) => staff.dropExpired(COMPANY, 'invited-1003@example.com', NOW),
    findInvitation: ({ staff }) => staff.findInvitation(INVITED, NOW),
    join: async ({ staff }) => {
      await staff.leave(USER);
      await staff.join(INVITED, { userId: USER, joinedAt: NOW, gaveRole: false, createdAccount: false });
    },
    leave: ({ staff }) => staff.leave(USER),
    changePosition: ({ staff }) => staff.changePosition(MEMBER, 'OWNER'),
    remove: ({ staff }) => staff.remove(MEMBER),
  },
} as const satisfies Calls<Stores, Pick<Stores, 'companies' | 'staff'>>;
