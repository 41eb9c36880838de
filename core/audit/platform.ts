import { minus, NOTHING, npr, plus, sum } from '../kernel/money.ts';
import { batches } from './batches.ts';
import { differencesOf, inWords, thingsOf } from './compare-rows.ts';
import { dueRow, type DueRow } from './due-row.ts';
import type { Finding, Warning } from './finding.ts';
import type {
  AdjustmentOnRecord,
  GatewayOnRecord,
  KeptBalance,
  PlatformAuditReader,
  ReceiptOnRecord,
  SettlementOnRecord,
} from './ports.ts';

/** The number of rows that one query reads. */
const ROWS = 1_000;

/**
 * Finds faults of ledger rows that belong to no booking. Only settlements, payouts, adjustments and receipts may have
 * such rows.
 */
export async function platformFindings(reader: PlatformAuditReader): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const [due, entries] = [
    await collected((after) => reader.settlements(after, ROWS)),
    await collected((after) => reader.settlementEntries(after, ROWS)),
  ];
  found.push(...differencesOf('', due.flatMap(rowsOfSettlement), entries).map(toFinding));
  for await (const adjustments of batches((after) => reader.adjustments(after, ROWS)))
    found.push(...adjustments.flatMap(adjustmentFaults));
  for await (const receipts of batches((after) => reader.receipts(after, ROWS)))
    found.push(...receipts.flatMap(receiptFaults));
  for await (const rows of batches((after) => reader.strayEntries(after, ROWS)))
    found.push(
      ...rows.map((row) =>
        toFinding({
          row: [...thingsOf(row), `row ${row.id}`].join(', '),
          says: `the row ${inWords(row)} is about nothing that is there`,
        }),
      ),
    );
  return found;
}

/** Reads all rows into memory. The rows are few, because each gateway pays out about once a day. */
async function collected<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of batches(read)) all.push(...rows);
  return all;
}

const toFinding = (found: Pick<Finding, 'row' | 'says'>): Finding => ({ invariant: 'LEDGER_DIFFERS', ...found });

/** The ledger rows that a settlement must have: the gateway's transfer to the bank, and the fee that it kept. */
function rowsOfSettlement({ id, gateway, amount, fee, at }: SettlementOnRecord): readonly DueRow[] {
  const said = { kind: 'SETTLEMENT', credit: 'GATEWAY', gateway, about: `settlement ${id}` } as const;
  return [...dueRow(at, amount, { ...said, debit: 'BANK' }), ...dueRow(at, fee, { ...said, debit: 'FEES' })];
}

/** Faults of an adjustment's ledger rows. An adjustment has a row only after a second administrator confirmed it. */
function adjustmentFaults(adjustment: AdjustmentOnRecord): readonly Finding[] {
  const { id, status, debit, credit, amount, operatorId, gateway, agentId, decidedAt, entries } = adjustment;
  const said = { kind: 'ADJUSTMENT', debit, credit, operatorId, gateway, agentId, adjustmentId: id } as const;
  const due = status === 'CONFIRMED' ? dueRow(decidedAt, amount, said) : [];
  return [
    ...differencesOf(`adjustment ${id}`, due, entries).map(({ row, says }) =>
      toFinding({ row, says: `it is ${status}: ${says}` }),
    ),
    ...decisionFaults(adjustment).map((says) => toFinding({ row: `adjustment ${id}`, says })),
  ];
}

/** The proposer may reject an adjustment, but only a second administrator may confirm it. */
function decisionFaults({ status, proposedBy, decidedBy }: AdjustmentOnRecord): readonly string[] {
  if (status === 'PROPOSED') return [];
  if (decidedBy === null) return [`it is ${status}, and does not say who decided it`];
  return status === 'CONFIRMED' && decidedBy === proposedBy
    ? [`it is CONFIRMED, and user ${decidedBy} proposed and decided it`]
    : [];
}

/** Faults of a receipt's ledger rows. A receipt debits BANK and credits OPERATOR. */
function receiptFaults({ id, operatorId, amount, at, entries }: ReceiptOnRecord): readonly Finding[] {
  const said = { kind: 'RECEIPT', debit: 'BANK', credit: 'OPERATOR', operatorId, receiptId: id } as const;
  return differencesOf(`receipt ${id}`, dueRow(at, amount, said), entries).map(toFinding);
}

/**
 * Reports gateways with a negative balance. Refunds since the gateway's last settlement can explain a negative balance.
 * Forced settlements and adjustments can, too. An explained balance is only a warning.
 */
export function gatewayFaults(gateways: readonly GatewayOnRecord[]): {
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
} {
  const below = gateways.filter(({ balance }) => balance < NOTHING);
  const isExplained = (gateway: GatewayOnRecord): boolean => minus(NOTHING, gateway.balance) <= explained(gateway);
  return {
    findings: below
      .filter((one) => !isExplained(one))
      .map((one) =>
        toFinding({
          row: `gateway ${one.gateway}`,
          says: `${one.gateway} stands at ${npr(one.balance)}, of which refunds, forced settlements and adjustments explain ${npr(explained(one))}`,
        }),
      ),
    warnings: below.filter(isExplained).map(({ gateway, balance }) => ({
      row: `gateway ${gateway}`,
      says: `${gateway} stands at ${npr(balance)}: it gave more than it held, and settles so much less next time`,
    })),
  };
}

const explained = ({ refunds, forced, adjustments }: GatewayOnRecord) => plus(plus(refunds, forced), adjustments);

/**
 * Checks that debits equal credits over all accounts, and that stored balances agree with the ledger rows. TRANSFER
 * must be zero, because money enters and leaves it within one transaction.
 */
export function balanceFaults(balances: readonly KeptBalance[]): readonly Finding[] {
  const found = balances
    .filter(({ kept, counted }) => kept !== counted)
    .map(({ account, gateway, kept, counted }) =>
      finding(
        gateway === '' ? `account ${account}` : `account ${account}, gateway ${gateway}`,
        `${account} stands at ${npr(kept)}, and its rows make ${npr(counted)}`,
      ),
    );
  const stuck = balances
    .filter(({ account, counted }) => account === 'TRANSFER' && counted !== NOTHING)
    .map(({ account, counted }) =>
      finding(`account ${account}`, `${account} holds ${npr(counted)}, and should hold nothing`),
    );
  const rest = sum(balances.map(({ counted }) => counted));
  return [
    ...found,
    ...stuck,
    ...(rest === NOTHING ? [] : [finding('the ledger', `debits are ${npr(rest)} more than credits`)]),
  ];
}

const finding = (row: string, says: string): Finding => ({ invariant: 'LEDGER_DIFFERS', row, says });
