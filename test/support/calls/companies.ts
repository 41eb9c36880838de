import type { OperatorId, StaffId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import type { Stores } from '../../../core/stores.ts';
import { BOOKING_TERMS } from '../bookings.ts';
import { type Calls, LATER, NOW, seldom, USER } from './rows.ts';

/** A company with a bus and a hundred staff members, one of these members, and one invited person. */
export const [COMPANY, MEMBER, INVITED] = [2 as OperatorId, 1_001 as StaffId, 1_003 as StaffId];

const ADDRESS = 'invited-1003@example.com';

export const COMPANY_CALLS = {
  companies: {
    lock: ({ companies }) => companies.lock(COMPANY),
    find: ({ companies }) => companies.find(COMPANY),
    share: ({ companies }) => companies.share(COMPANY),
    save: async ({ companies }) => {
      const company = await companies.lock(COMPANY);
      if (company) await companies.save({ ...company, status: 'SUSPENDED' });
    },
    keepTerms: ({ companies }) => companies.keepTerms(COMPANY, NOW),
    hasBus: ({ companies }) => companies.hasBus(COMPANY),
  },
  platformTerms: {
    keep: ({ platformTerms }) => platformTerms.keep({ ...BOOKING_TERMS, counterCommissionRate: basisPoints(0) }, NOW),
  },
  staff: {
    find: ({ staff }) => staff.find({ operatorId: COMPANY }, MEMBER, NOW),
    ofUser: ({ staff }) => staff.ofUser(USER),
    ofAgentUser: ({ staff }) => staff.ofAgentUser(USER),
    hasOpenShift: ({ staff }) => staff.hasOpenShift(COMPANY, USER),
    owners: ({ staff }) => staff.owners({ operatorId: COMPANY }),
    count: ({ staff }) => staff.count({ operatorId: COMPANY }, NOW),
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
    dropExpired: ({ staff }) => staff.dropExpired({ operatorId: COMPANY }, 'invited-1003@example.com', NOW),
    findInvitation: ({ staff }) => staff.findInvitation(INVITED, NOW),
    join: async ({ staff }) => {
      await staff.leave(USER);
      await staff.join(INVITED, { userId: USER, joinedAt: NOW, gaveRole: false, createdAccount: false });
    },
    leave: ({ staff }) => staff.leave(USER),
    changePosition: ({ staff }) => staff.changePosition(MEMBER, 'OWNER'),
    remove: ({ staff }) => staff.remove(MEMBER),
    endInvitations: ({ staff }) => staff.endInvitations('invited-1003@example.com'),
  },
  sentInvitations: {
    // Takes an advisory lock on the e-mail address. SQLite has no such locks, so this method runs no statement there.
    lockAddress: seldom,
    to: ({ sentInvitations }) => sentInvitations.to(ADDRESS, NOW),
    add: ({ sentInvitations }) => sentInvitations.add({ operatorId: COMPANY, email: ADDRESS }, NOW),
    prune: ({ sentInvitations }) => sentInvitations.prune(NOW, 100),
  },
  usage: {
    isNew: ({ usage }) => usage.isNew(COMPANY),
    recordApproval: ({ usage }) => usage.recordApproval([COMPANY]),
    buses: ({ usage }) => usage.buses(COMPANY),
    timetables: ({ usage }) => usage.timetables(COMPANY),
    singleTrips: ({ usage }) => usage.singleTrips(COMPANY),
    devices: ({ usage }) => usage.devices(COMPANY),
    documents: ({ usage }) => usage.documents(COMPANY),
    places: ({ usage }) => usage.places(COMPANY),
    invitations: ({ usage }) => usage.invitations(COMPANY, NOW),
  },
} as const satisfies Calls<Stores, Pick<Stores, 'companies' | 'platformTerms' | 'staff' | 'sentInvitations' | 'usage'>>;
