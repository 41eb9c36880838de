import type { ShiftRepo, ShownShift } from '../../core/counter/ports.ts';
import type { Shift } from '../../core/counter/shift.ts';
import type { ShiftStores } from '../../core/counter/stores.ts';
import type { Member } from '../../core/companies/member.ts';
import type { ShiftId } from '../../core/kernel/ids.ts';
import { NOTHING, plus } from '../../core/kernel/money.ts';
import { type State, nextId, pick, put } from './state.ts';

export const memoryShifts = (state: State): ShiftRepo => {
  const openOf = ({ operatorId, userId }: Member): Shift | undefined =>
    pick(
      state.shifts.values(),
      (shift) => shift.operatorId === operatorId && shift.userId === userId && shift.closedAt === null,
    );
  const change = (id: ShiftId, changed: (shift: Shift) => Partial<Shift>): void => {
    const shift = state.shifts.get(id);
    if (shift) put(state.shifts, { ...shift, ...changed(shift) });
  };

  return {
    async open({ operatorId, userId, staffId, openedAt, openingCash }) {
      if (openOf({ operatorId, userId })) return undefined;
      const fresh = { sales: NOTHING, refunds: NOTHING, closedAt: null, countedCash: null, note: null };
      return put(state.shifts, {
        id: nextId<ShiftId>(state),
        operatorId,
        userId,
        staffId,
        openedAt,
        openingCash,
        ...fresh,
      });
    },
    lock: async (id) => state.shifts.get(id),
    lockOfSale: async (booking) => {
      const paid = pick(state.payments.values(), (one) => one.bookingId === booking && one.shiftId !== undefined);
      return paid?.shiftId && state.shifts.get(paid.shiftId);
    },
    lockOpen: async (person) => openOf(person),
    addSale: async (id, amount) => change(id, ({ sales }) => ({ sales: plus(sales, amount) })),
    addRefund: async (id, amount) => change(id, ({ refunds }) => ({ refunds: plus(refunds, amount) })),
    close: async (id, closing) => change(id, () => closing),
  };
};

export const memoryShiftViews = (state: State): ShiftStores['shiftViews'] => {
  const view = (shift: Shift): ShownShift => ({
    ...shift,
    staffName: state.users.get(shift.userId)?.fullName ?? '',
    isCountedBlind: false,
  });

  return {
    async find(id) {
      const shift = state.shifts.get(id);
      return shift && view(shift);
    },
  };
};
