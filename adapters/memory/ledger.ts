import { type Account, type LedgerEntry, type NewEntry, ACCOUNTS } from '../../core/ledger/entry.ts';
import type { SettlementId } from '../../core/kernel/ids.ts';
import type { Ledger, LedgerFilter, LedgerViews, NewSettlement, SettlementRepo } from '../../core/ledger/ports.ts';
import { type Paisa, minus, NOTHING, paisa, plus } from '../../core/kernel/money.ts';
import { listed } from './keyset.ts';
import { type State, nextId } from './state.ts';

export const memoryLedger = (state: State): Ledger => ({
  async record(entries, at) {
    for (const entry of entries) {
      if (entry.amount < 0) throw new Error(`A row of ${entry.amount} paisa can't be written.`);
      if (entry.amount === 0) continue;
      if (state.ledger.some((row) => isTwice(row, entry))) throw new Error(`The ledger has that ${entry.kind} row.`);
      state.ledger.push({ ...entry, id: nextId(state), at });
    }
  },

  hasPayment: async (payment) =>
    state.ledger.some(({ kind, paymentId }) => kind === 'PAYMENT' && paymentId === payment),

  heldBy: async (gateway) => heldBy(state, gateway),

  // Balances are added up from all rows at each reading, so there is nothing to close.
  close: async () => 0,
});

/** Imitates the unique indexes of `ledger_entries`. */
function isTwice(row: LedgerEntry, entry: NewEntry): boolean {
  const isShared = (key: 'adjustmentId' | 'receiptId'): boolean => entry[key] !== null && row[key] === entry[key];
  if (isShared('adjustmentId') || isShared('receiptId')) return true;
  if (row.kind !== entry.kind) return false;
  if (entry.kind === 'PAYMENT') return entry.paymentId !== null && row.paymentId === entry.paymentId;
  if (entry.kind === 'REFUND') return entry.refundId !== null && row.refundId === entry.refundId;
  if (entry.kind !== 'EARNED') return false;
  return entry.bookingId !== null && row.bookingId === entry.bookingId && row.credit === entry.credit;
}

export const memorySettlements = (state: State): SettlementRepo => ({
  // The memory stores run one transaction after another, so no lock is needed.
  lock: async () => undefined,

  async add(settlement, at) {
    const isTaken = state.settlements.some((known) => keyOf(known) === keyOf(settlement));
    if (isTaken) return undefined;
    const id = nextId<SettlementId>(state);
    state.settlements.push({ ...settlement, id, at });
    return id;
  },
});

/** The unique key of a settlement: its gateway and the gateway's reference. */
const keyOf = ({ gateway, reference }: NewSettlement): string => JSON.stringify([gateway, reference]);

/** The ledger's views that tests of use cases read. */
export type MemoryLedgerViews = Pick<LedgerViews, 'ofBooking' | 'list' | 'balances'>;

export const memoryLedgerViews = (state: State): MemoryLedgerViews => ({
  ofBooking: async (booking) =>
    state.ledger
      .filter(({ bookingId }) => bookingId === booking)
      .sort((one, other) => one.at - other.at || one.id - other.id),

  list: async (filter, page) =>
    listed(
      state.ledger.filter((entry) => fits(entry, filter)),
      page,
      ({ at, id }) => [at, id],
      'desc',
    ),

  balances: async () => ({
    ...(Object.fromEntries(
      ACCOUNTS.map((account) => [account, minus(sum(state, 'debit', account), sum(state, 'credit', account))]),
    ) as Record<Account, Paisa>),
    gateways: Object.fromEntries(gatewaysOf(state).map((gateway) => [gateway, heldBy(state, gateway)])),
  }),
});

/** The gateways that any ledger row names. */
const gatewaysOf = ({ ledger }: State): readonly string[] => [
  ...new Set(ledger.map(({ gateway }) => gateway).filter((gateway) => gateway !== null)),
];

const heldBy = ({ ledger }: State, gateway: string): Paisa => {
  const own = { ledger: ledger.filter((row) => row.gateway === gateway) };
  return minus(sum(own, 'debit', 'GATEWAY'), sum(own, 'credit', 'GATEWAY'));
};

const sum = ({ ledger }: Pick<State, 'ledger'>, side: 'debit' | 'credit', account: LedgerEntry['debit']) =>
  ledger.filter((entry) => entry[side] === account).reduce((whole, { amount }) => plus(whole, amount), paisa(NOTHING));

const fits = (entry: LedgerEntry, { account, kind, operatorId, gateway, during = {} }: LedgerFilter): boolean =>
  (account === undefined || entry.debit === account || entry.credit === account) &&
  (kind === undefined || entry.kind === kind) &&
  (operatorId === undefined || entry.operatorId === operatorId) &&
  (gateway === undefined || entry.gateway === gateway) &&
  (during.start === undefined || entry.at >= during.start) &&
  (during.end === undefined || entry.at < during.end);
