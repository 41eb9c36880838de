import type { BookingId, OperatorId, ShiftId, StaffId } from '../../../core/kernel/ids.ts';
import { NOTHING, paisa } from '../../../core/kernel/money.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, LATER, LIMIT, N, NOW, USER } from './rows.ts';

/**
 * The open shift in row N of the large test database, and its company. SOMEBODY is a staff member of another company,
 * and has no open shift.
 */
const [SHIFT, COMPANY] = [N as ShiftId, 2 as OperatorId];
const SOMEBODY = { operatorId: 8 as OperatorId, userId: USER, staffId: 1 as StaffId };

export const COUNTER_CALLS = {
  shifts: {
    open: ({ shifts }) => shifts.open({ ...SOMEBODY, openedAt: NOW, openingCash: NOTHING }),
    lock: ({ shifts }) => shifts.lock(SHIFT),
    lockOfSale: ({ shifts }) => shifts.lockOfSale(N as BookingId),
    lockOpen: ({ shifts }) => shifts.lockOpen({ operatorId: COMPANY, userId: USER }),
    addSale: ({ shifts }) => shifts.addSale(SHIFT, paisa(1)),
    addRefund: ({ shifts }) => shifts.addRefund(SHIFT, paisa(1)),
    close: ({ shifts }) => shifts.close(SHIFT, { closedAt: LATER, countedCash: NOTHING, note: null }),
  },
  shiftViews: { find: ({ shiftViews }) => shiftViews.find(SHIFT) },
} as const satisfies Partial<Calls<Stores, Stores>>;

export const COUNTER_VIEW_CALLS = {
  shiftViews: {
    list: async ({ shiftViews }) => {
      const operatorId = COMPANY;
      for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, SHIFT] }])
        for (const filter of [{}, { userId: USER }, { staffId: 1_001 as StaffId }]) {
          await shiftViews.list({ ...filter, operatorId }, page);
          for (const status of ['OPEN', 'CLOSED'] as const)
            await shiftViews.list({ ...filter, operatorId, status }, page);
        }
    },
    find: ({ shiftViews }) => shiftViews.find(SHIFT),
    takings: ({ shiftViews }) =>
      shiftViews.takings({
        id: SHIFT,
        operatorId: COMPANY,
        userId: USER,
        staffId: 1 as StaffId,
        openedAt: NOW,
        closedAt: LATER,
        openingCash: NOTHING,
        sales: NOTHING,
        refunds: NOTHING,
        countedCash: NOTHING,
        note: null,
      }),
  },
} as const satisfies Partial<Calls<Views, Views>>;
