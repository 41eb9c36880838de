import type { LedgerEntryId, OperatorId, StatementId, UserId } from '../../../core/kernel/ids.ts';
import { type Paisa, NOTHING, plus } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { StatementDraft, StatementRepo } from '../../../core/ledger/statement-ports.ts';
import { LINE_KINDS } from '../../../core/ledger/statement.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, forUpdate, raw } from '../engine/sql.ts';
import { BEFORE_ALL, draftedRows } from './drafted-rows.ts';
import { statedEntries } from './stated-entries.ts';

interface DraftRow {
  readonly id: StatementId;
  readonly operator_id: OperatorId;
  readonly made_by: UserId;
  readonly until_day: string;
  readonly end_at: Instant;
  readonly up_to: LedgerEntryId;
  readonly passed: number;
  readonly first_at: Instant | null;
  readonly net_paisa: Paisa;
  readonly cash_held_paisa: Paisa;
}

const DRAFT_COLUMNS = raw(
  'id, operator_id, made_by, until_day, end_at, up_to, passed, first_at, net_paisa, cash_held_paisa',
);

const toDraft = (row: DraftRow): StatementDraft => ({
  id: row.id,
  operatorId: row.operator_id,
  madeBy: row.made_by,
  until: row.until_day,
  end: row.end_at,
  upTo: row.up_to,
  passed: row.passed,
  firstAt: row.first_at,
  net: row.net_paisa,
  cashHeld: row.cash_held_paisa,
});

/**
 * Stores statements in `statements`, drafts in `statement_drafts`, and their ledger rows in `statement_entries`. The
 * key of `statement_entries` is the ledger row's id, so only one of two simultaneous statements gets a row.
 */
export const knexStatements = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): StatementRepo => {
  const rows = draftedRows(sql, 'companies');
  return {
    hasUnstated: (operatorId, end) => rows.hasUnstated(operatorId, end),

    async lockDraft(operatorId) {
      const row = await sql.one<DraftRow>`
        select ${DRAFT_COLUMNS} from statement_drafts where operator_id = ${operatorId} ${forUpdate(sql)}`;
      return row && toDraft(row);
    },

    async begin({ operatorId, until, end, madeBy }) {
      const row = await sql.one<DraftRow>`
        insert into statement_drafts (${DRAFT_COLUMNS})
        values (${rows.draftKey}, ${operatorId}, ${madeBy}, ${until}, ${end},
          (select coalesce(max(id), 0) from ledger_entries), ${BEFORE_ALL}, null, 0, 0)
        on conflict (operator_id) do nothing returning ${DRAFT_COLUMNS}`;
      return row && toDraft(row);
    },

    async takeUp({ operatorId, ...draft }, limit) {
      const { ids, ...slice } = await rows.takeUp({ ...draft, owner: operatorId }, limit);
      return { ...slice, entries: ids.length === 0 ? [] : await statedEntries(sql, ids) };
    },

    async addLines(id, lines) {
      rows.addLines(id, lines, LINE_KINDS);
    },

    async saveDraft({ id, passed, firstAt, net, cashHeld }) {
      sql.post`
        update statement_drafts set passed = ${passed}, first_at = ${firstAt}, net_paisa = ${net},
          cash_held_paisa = ${cashHeld}
        where id = ${id}`;
    },

    nextNumber: (year) => rows.nextNumber(year),

    async add({ id, operatorId, year, sequence, companyName, panNo, from, until, madeAt }) {
      sql.post`delete from statement_drafts where id = ${id}`;
      sql.post`
        insert into statements (id, operator_id, year, sequence, company_name, pan_no, from_day, until_day, made_at)
        values (${id}, ${operatorId}, ${year}, ${sequence}, ${companyName}, ${panNo}, ${from}, ${until}, ${madeAt})`;
      happened({ of: 'statement', id, did: 'made' });
    },

    async carryOver(id, operatorId) {
      const carried = await sql.rows<{ total_paisa: Paisa }>`
        update statements set carried_to = ${id}
        where operator_id = ${operatorId} and total_paisa < 0 and carried_to is null and id <> ${id}
        returning total_paisa`;
      return carried.reduce((sum, row) => plus(sum, row.total_paisa), NOTHING);
    },

    async setSums(id, { openingBalance, net, cashHeld, total }) {
      sql.post`
        update statements set opening_balance_paisa = ${openingBalance}, net_paisa = ${net},
          cash_held_paisa = ${cashHeld}, total_paisa = ${total}
        where id = ${id}`;
    },

    async pay(id, { reference, paidAt }) {
      const paid = await sql.changes`
        update statements set status = 'PAID', reference = ${reference}, paid_at = ${paidAt}
        where id = ${id} and status = 'OPEN'`;
      if (paid === 1) happened({ of: 'statement', id, did: 'paid' });
      return paid === 1;
    },
  };
};
