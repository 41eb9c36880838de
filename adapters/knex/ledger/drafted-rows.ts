import type { LedgerEntryId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type PlacedLine, type StatementNumber, sortKeyOf } from '../../../core/ledger/statement.ts';
import { type Fragment, type Sql, fragment, powersOfTwo, raw, tuples } from '../engine/sql.ts';

/** The tables of one kind of statements. `owner` is the column that names the company or agent. */
const TABLES = {
  companies: {
    owner: raw('operator_id'),
    unstated: raw('unstated_entries'),
    taken: raw('statement_entries'),
    lines: raw('statement_lines'),
    numbers: raw('statement_numbers'),
    nextId: raw(
      '(select 1 + max((select coalesce(max(id), 0) from statements), (select coalesce(max(id), 0) from statement_drafts)))',
    ),
  },
  agents: {
    owner: raw('agent_id'),
    unstated: raw('unstated_agent_entries'),
    taken: raw('agent_statement_entries'),
    lines: raw('agent_statement_lines'),
    numbers: raw('agent_statement_numbers'),
    nextId: raw(
      '(select 1 + max((select coalesce(max(id), 0) from agent_statements), (select coalesce(max(id), 0) from agent_statement_drafts)))',
    ),
  },
} as const;

/** A number below every value of `line_group`, so that a new draft begins with the first group. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

interface Draft {
  readonly id: number;
  readonly owner: number;
  readonly passed: number;
  readonly upTo: LedgerEntryId;
  readonly end: Instant;
}

interface Taken {
  readonly ids: readonly LedgerEntryId[];
  readonly passed: number;
  readonly isLast: boolean;
}

interface Line extends PlacedLine {
  readonly bookingId: number | null;
  readonly gross: Paisa;
  readonly net: Paisa;
}

/**
 * Stores the ledger rows, the lines and the numbers of statements of one kind. The key of the table of rows is the
 * ledger row's id, so only one of two simultaneous statements gets a row.
 */
export function draftedRows(sql: Sql, kind: keyof typeof TABLES) {
  const { owner, unstated, taken, lines, numbers, nextId } = TABLES[kind];
  /** Condition for listed rows that the draft has not included yet. */
  const waiting = (draft: Draft): Fragment => fragment`
    ${owner} = ${draft.owner} and line_group > ${draft.passed} and entry_id <= ${draft.upTo} and at < ${draft.end}`;

  async function takeUp(draft: Draft, limit: number): Promise<Taken> {
    const found = await sql.rows<{ readonly line_group: number; readonly entry_id: LedgerEntryId }>`
      select line_group, entry_id from ${unstated} as listed
      where ${waiting(draft)} and not exists (select 1 from ${taken} as taken where taken.entry_id = listed.entry_id)
      order by line_group, entry_id limit ${limit + 1}`;
    const isLast = found.length <= limit;
    const cut = isLast ? Infinity : (found.at(-1)?.line_group ?? Infinity);
    const rows = found.filter(({ line_group: group }) => group < cut);
    const last = rows.at(-1);
    if (!isLast && !last) return takeUp(draft, 2 * limit);
    if (!last) return { ids: [], passed: draft.passed, isLast };

    const ids = rows.map(({ entry_id: id }) => id);
    for (const batch of powersOfTwo(ids.map((id) => [id, draft.id])))
      sql.post`insert into ${taken} (entry_id, statement_id) values ${tuples(batch)}`;
    // Deletes the rows that the draft now includes from the list of unstated rows. A row that was committed after the
    // query above is not on the draft, and stays listed.
    sql.post`
      delete from ${unstated}
      where ${waiting(draft)} and line_group <= ${last.line_group} and exists (
        select 1 from ${taken} as taken where taken.entry_id = ${unstated}.entry_id)`;
    return { ids, passed: last.line_group, isLast };
  }

  return {
    /** The id of the statement that a new draft becomes. On Postgres the id comes from the sequence of statements. */
    draftKey: sql.dialect === 'postgres' ? raw('default') : nextId,

    /** True if a row of the owner from before `end` is on no statement yet. */
    async hasUnstated(id: number, end: Instant): Promise<boolean> {
      const row = await sql.one`select 1 as found from ${unstated} where ${owner} = ${id} and at < ${end} limit 1`;
      return row !== undefined;
    },

    /** Puts the next rows on a draft, about `limit` rows, and always all rows of a booking together. */
    takeUp,

    /** Adds lines whose kind is one of `kinds`. */
    addLines(id: number, added: readonly Line[], kinds: readonly string[]): void {
      const rows = added.map((line) => [
        ...[id, ...sortKeyOf(line, kinds)],
        ...[line.bookingId, line.kind, line.gross, line.net],
      ]);
      for (const batch of powersOfTwo(rows))
        sql.post`
          insert into ${lines}
            (statement_id, section, departure_time, booking_code, rank, position, booking_id, kind, gross_paisa, net_paisa)
          values ${tuples(batch)}`;
    },

    /** The next number of a year. Others wait for a number of that year until this transaction ends. */
    async nextNumber(year: number): Promise<StatementNumber> {
      const row = await sql.one<{ last: number }>`
        insert into ${numbers} as numbers (year, last) values (${year}, 1)
        on conflict (year) do update set last = numbers.last + 1 returning last`;
      if (!row) throw new Error(`There is no number for a statement of ${year}.`);
      return { year, sequence: row.last };
    },
  };
}
