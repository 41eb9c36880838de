import { ACCOUNTS } from '../../core/ledger/entry.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { SettlementId } from '../../core/kernel/ids.ts';
import type { Balances, Ledger, LedgerFilter, LedgerViews, SettlementRepo } from '../../core/ledger/ports.ts';
import { minus, NOTHING, paisa, plus } from '../../core/kernel/money.ts';
import { listed } from './keyset.ts';
import { nextId } from './state.ts';
import type { State } from './state.ts';

export const memoryLedger = (state: State): Ledger => ({
  async record(entries, at) {
    for (const entry of entries) {
      if (entry.amount < 0) throw new Error(`A row of ${entry.amount} paisa can't be written.`);
      if (entry.amount > 0) state.ledger.push({ ...entry, id: nextId(state), at });
    }
  },

  // Here everything is added up each time.
  close: async () => 0,
});

export const memorySettlements = (state: State): SettlementRepo => ({
  async add(settlement, at) {
    const id = nextId<SettlementId>(state);
    state.settlements.push({ ...settlement, id, at });
    return id;
  },
});

export const memoryLedgerViews = (state: State): LedgerViews => ({
  ofBooking: async (booking) =>
    state.ledger
      .filter(({ bookingId }) => bookingId === booking)
      .sort((one, other) => one.at - other.at || one.id - other.id),

  listOfBooking: async (booking, page) =>
    listed(
      state.ledger.filter(({ bookingId }) => bookingId === booking),
      page,
      ({ at, id }) => [at, id],
      'asc',
    ),

  list: async (filter, page) =>
    listed(
      state.ledger.filter((entry) => fits(entry, filter)),
      page,
      ({ at, id }) => [at, id],
      'desc',
    ),

  balances: async () =>
    Object.fromEntries(
      ACCOUNTS.map((account) => [account, minus(sum(state, 'debit', account), sum(state, 'credit', account))]),
    ) as unknown as Balances,
});

const sum = ({ ledger }: State, side: 'debit' | 'credit', account: LedgerEntry['debit']) =>
  ledger.filter((entry) => entry[side] === account).reduce((whole, { amount }) => plus(whole, amount), paisa(NOTHING));

const fits = (entry: LedgerEntry, { account, kind, operatorId, during = {} }: LedgerFilter): boolean =>
  (account === undefined || entry.debit === account || entry.credit === account) &&
  (kind === undefined || entry.kind === kind) &&
  (operatorId === undefined || entry.operatorId === operatorId) &&
  (during.start === undefined || entry.at >= during.start) &&
  (during.end === undefined || entry.at < during.end);
