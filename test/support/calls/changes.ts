import type { BookingChanges } from '../../../core/bookings/changes.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Calls, BOOKING, LIMIT, NOW, USER, WAITING } from './rows.ts';

const NEW = WAITING as BookingId;

async function add({ changes }: Stores): Promise<void> {
  const amount = paisa(100);
  const money = { oldTotal: amount, fee: amount, credit: amount, newTotal: amount, toPay: amount, toRefund: amount };
  const asked = {
    askedBy: { role: 'PASSENGER', userId: USER },
    askedAt: NOW,
    oldDepartsAt: NOW,
    creditUuid: 'x',
  } as const;
  await changes.add({ bookingId: NEW, oldId: BOOKING, left: amount, ...money, ...asked });
}

export const CHANGE_CALLS: Calls<Stores, BookingChanges> = {
  add,
  find: ({ changes }) => changes.find(BOOKING),
  async complete(stores) {
    await add(stores);
    await stores.changes.complete(NEW, { at: NOW, creditPaymentId: null });
  },
  open: ({ changes }) => changes.open([BOOKING], NOW),
  openAfterDeparture: ({ changes }) => changes.openAfterDeparture(NOW, LIMIT),
  chain: ({ changes }) => changes.chain(BOOKING),
  heir: ({ changes }) => changes.heir(BOOKING),
  joined: ({ changes }) => changes.joined(BOOKING),
};
