import type { LedgerEntryId, OperatorId, StatementId, UserId } from '../../../core/kernel/ids.ts';
import { type Paisa, NOTHING, plus } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Slice, StatementDraft, StatementRepo } from '../../../core/ledger/statement-ports.ts';
import { sortKeyOf } from '../../../core/ledger/statement.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, forUpdate, fragment, powersOfTwo, raw, tuples } from '../engine/sql.ts';
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

/** A number below every value of `line_group`, so that a new draft begins with the first group. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** The id of the statement that the draft becomes. On Postgres the id comes from the sequence of statements. */
const draftKey = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  raw(
    dialect === 'postgres'
      ? 'default'
      : '(select 1 + max((select coalesce(max(id), 0) from statements), (select coalesce(max(id), 0) from statement_drafts)))',
  );

/** Condition for rows of `unstated_entries` that the company's draft has not included yet. */
const unstated = ({ operatorId, passed, upTo, end }: StatementDraft): Fragment => fragment`
  operator_id = ${operatorId} and line_group > ${passed} and entry_id <= ${upTo} and at < ${end}`;

/**
 * Stores statements in `statements`, drafts in `statement_drafts`, and their ledger rows in `statement_entries`. The
 * key of `statement_entries` is the ledger row's id, so only one of two simultaneous statements gets a row.
 */
export const knexStatements = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): StatementRepo => {
  async function takeUp(draft: StatementDraft, limit: number): Promise<Slice> {
    const found = await sql.rows<{ readonly line_group: number; readonly entry_id: LedgerEntryId }>`
      select line_group, entry_id from unstated_entries
      where ${unstated(draft)} and not exists (
        select 1 from statement_entries as taken where taken.entry_id = unstated_entries.entry_id)
      order by line_group, entry_id limit ${limit + 1}`;
    const isLast = found.length <= limit;
    const cut = isLast ? Infinity : (found.at(-1)?.line_group ?? Infinity);
    const rows = found.filter(({ line_group: group }) => group < cut);
    const last = rows.at(-1);
    if (!isLast && !last) return takeUp(draft, 2 * limit);
    if (!last) return { entries: [], passed: draft.passed, isLast };

    const ids = rows.map(({ entry_id: id }) => id);
    for (const batch of powersOfTwo(ids.map((id) => [id, draft.id])))
      sql.post`insert into statement_entries (entry_id, statement_id) values ${tuples(batch)}`;
    // Deletes the rows that the draft now includes from the list of unstated rows. A row that was committed after the
    // query above is not on the draft, and stays listed.
    sql.post`
      delete from unstated_entries
      where ${unstated(draft)} and line_group <= ${last.line_group} and exists (
        select 1 from statement_entries as taken where taken.entry_id = unstated_entries.entry_id)`;
    return { entries: await statedEntries(sql, ids), passed: last.line_group, isLast };
  }

  return {
    async hasUnstated(operatorId, end) {
      const row = await sql.one`
        select 1 as found from unstated_entries where operator_id = ${operatorId} and at < ${end} limit 1`;
      return row !== undefined;
    },

    async lockDraft(operatorId) {
      const row = await sql.one<DraftRow>`
        select ${DRAFT_COLUMNS} from statement_drafts where operator_id = ${operatorId} ${forUpdate(sql)}`;
      return row && toDraft(row);
    },

    async begin({ operatorId, until, end, madeBy }) {
      const row = await sql.one<DraftRow>`
        insert into statement_drafts (${DRAFT_COLUMNS})
        values (${draftKey(sql)}, ${operatorId}, ${madeBy}, ${until}, ${end},
          (select coalesce(max(id), 0) from ledger_entries), ${BEFORE_ALL}, null, 0, 0)
        on conflict (operator_id) do nothing returning ${DRAFT_COLUMNS}`;
      return row && toDraft(row);
    },

    takeUp,

    async addLines(id, lines) {
      const rows = lines.map((line) => [
        ...[id, ...sortKeyOf(line)],
        ...[line.bookingId, line.kind, line.gross, line.net],
      ]);
      for (const batch of powersOfTwo(rows))
        sql.post`
          insert into statement_lines
            (statement_id, section, departure_time, booking_code, rank, position, booking_id, kind, gross_paisa, net_paisa)
          values ${tuples(batch)}`;
    },

    async saveDraft({ id, passed, firstAt, net, cashHeld }) {
      sql.post`
        update statement_drafts set passed = ${passed}, first_at = ${firstAt}, net_paisa = ${net},
          cash_held_paisa = ${cashHeld}
        where id = ${id}`;
    },

    async nextNumber(year) {
      const row = await sql.one<{ last: number }>`
        insert into statement_numbers (year, last) values (${year}, 1)
        on conflict (year) do update set last = statement_numbers.last + 1 returning last`;
      if (!row) throw new Error(`There is no number for a statement of ${year}.`);
      return { year, sequence: row.last };
    },

    async add({ id, operatorId, year, sequence, companyName, panNo, from, until, madeAt }) {
      sql.post`delete from statement_drafts where id = ${id}`;
      sql.post`
        insert into statements (id, operator_id, year, sequence, company_name, pan_no, from_day, until_day, made_at)
        values (${id}, ${operatorId}, ${year}, ${sequence}, ${companyName}, ${panNo}, ${from}, ${until}, ${madeAt})`;
      happened({ of: 'statement', id, did: 'made' });
    },

    async carryOver(id, operatorId) {
      const rows = await sql.rows<{ total_paisa: Paisa }>`
        update statements set carried_to = ${id}
        where operator_id = ${operatorId} and total_paisa < 0 and carried_to is null and id <> ${id}
        returning total_paisa`;
      return rows.reduce((sum, row) => plus(sum, row.total_paisa), NOTHING);
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
