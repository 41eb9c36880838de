import type { GatewayOnRecord, PlatformAuditReader } from '../../core/audit/ports.ts';
import { type Paisa, minus, NOTHING, plus, sum } from '../../core/kernel/money.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { State } from './state.ts';

export const auditedPlatform = (state: State): PlatformAuditReader => {
  const page = <Row extends { readonly id: number }>(rows: readonly Row[], after: number, limit: number) =>
    rows
      .filter(({ id }) => id > after)
      .sort((one, other) => one.id - other.id)
      .slice(0, limit);
  const isPlain = ({ kind, bookingId, statementId, adjustmentId, receiptId }: LedgerEntry): boolean =>
    kind === 'SETTLEMENT' && [bookingId, statementId, adjustmentId, receiptId].every((id) => id === null);
  const hasOwner = ({ bookingId, statementId, adjustmentId, receiptId }: LedgerEntry): boolean =>
    (bookingId !== null && state.bookings.has(bookingId)) ||
    (statementId !== null && state.statements.has(statementId)) ||
    (adjustmentId !== null && state.adjustments.has(adjustmentId)) ||
    (receiptId !== null && state.receipts.has(receiptId));

  return {
    settlements: async (after, limit) => page(state.settlements, after, limit),
    settlementEntries: async (after, limit) => page(state.ledger.filter(isPlain), after, limit),
    adjustments: async (after, limit) =>
      page([...state.adjustments.values()], after, limit).map((adjustment) => ({
        ...adjustment,
        entries: state.ledger.filter(({ adjustmentId }) => adjustmentId === adjustment.id),
      })),
    receipts: async (after, limit) =>
      page([...state.receipts.values()], after, limit).map((receipt) => ({
        ...receipt,
        entries: state.ledger.filter(({ receiptId }) => receiptId === receipt.id),
      })),
    strayEntries: async (after, limit) =>
      page(
        state.ledger.filter((row) => !hasOwner(row) && !isPlain(row)),
        after,
        limit,
      ),
    gateways: async () =>
      [...new Set(state.ledger.map(({ gateway }) => gateway))]
        .filter((gateway) => gateway !== null)
        .sort()
        .map((gateway) => gatewayOnRecord(state, gateway)),
  };
};

function gatewayOnRecord(state: State, gateway: string): GatewayOnRecord {
  const rows = state.ledger.filter((row) => row.gateway === gateway);
  const settlements = state.settlements.filter((settlement) => settlement.gateway === gateway);
  const last = Math.max(0, ...settlements.filter(({ forced }) => !forced).map(({ at }) => at));
  const of = (isMeant: (row: LedgerEntry) => boolean): Paisa => sum(rows.filter(isMeant).map(({ amount }) => amount));
  return {
    gateway,
    balance: minus(
      of(({ debit }) => debit === 'GATEWAY'),
      of(({ credit }) => credit === 'GATEWAY'),
    ),
    refunds: of(({ kind, credit, at }) => kind === 'REFUND' && credit === 'GATEWAY' && at >= last),
    adjustments: of(({ kind, credit }) => kind === 'ADJUSTMENT' && credit === 'GATEWAY'),
    forced: settlements.reduce(
      (all, { forced, amount, fee }) => (forced ? plus(all, plus(amount, fee)) : all),
      NOTHING,
    ),
  };
}
