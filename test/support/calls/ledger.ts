import type { BookingId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { earned } from '../../../core/ledger/entries.ts';
import type { Ledger, LedgerViews } from '../../../core/ledger/ports.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, LIMIT, NOW, OPERATOR, PAYMENT, seldom, SINCE } from './rows.ts';

/** A booking with a PAYMENT row in the ledger and no EARNED row yet. A second EARNED row would be refused. */
const PAID = {
  id: (BOOKING + 1) as BookingId,
  operatorId: OPERATOR,
  total: paisa(1_000),
  commissionRate: basisPoints(1_000),
  commission: paisa(100),
  operatorEarning: paisa(900),
};

export const LEDGER_CALLS: Calls<Stores, Ledger> = {
  record: ({ ledger }) => ledger.record(earned(PAID), NOW),
  hasPayment: ({ ledger }) => ledger.hasPayment(PAYMENT),
  heldBy: seldom,
  close: seldom,
};

export const SETTLEMENT_CALLS: Calls<Stores, Stores['settlements']> = {
  lock: seldom,
  add: ({ settlements }) =>
    settlements.add({ gateway: 'ESEWA', amount: paisa(1), fee: paisa(0), reference: 'new', forced: false }, NOW),
};

export const LEDGER_VIEW_CALLS: Calls<Views, LedgerViews> = {
  ofBooking: ({ ledgerViews }) => ledgerViews.ofBooking(BOOKING),
  listOfBooking: ({ ledgerViews }) => ledgerViews.listOfBooking(BOOKING, { limit: LIMIT, after: [SINCE, BOOKING] }),
  list: async ({ ledgerViews }) => {
    const during = { start: SINCE, end: NOW };
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, BOOKING] }])
      for (const filter of [
        {},
        { account: 'BANK' },
        { kind: 'GOODWILL' },
        { operatorId: OPERATOR },
        { gateway: 'ESEWA' },
        { account: 'CASH', kind: 'PAYMENT', operatorId: OPERATOR },
      ] as const) {
        await ledgerViews.list(filter, page);
        await ledgerViews.list({ ...filter, during }, page);
      }
  },
  balances: seldom,
};
