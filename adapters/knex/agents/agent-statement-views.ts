import type {
  AgentLineKind,
  AgentStatement,
  AgentStatementLine,
  StatedPayment,
} from '../../../core/agents/agent-statement.ts';
import type { AgentStatementViews } from '../../../core/agents/statement-ports.ts';
import type { AgentId, AgentStatementId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { StatementStatus } from '../../../core/ledger/statement.ts';
import { behind, where } from '../engine/keyset.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { type LineRow, LINE_ORDER, lineKeyOf, toLine } from '../ledger/statements-view.ts';

interface StatementRow {
  readonly id: AgentStatementId;
  readonly agent_id: AgentId;
  readonly year: number;
  readonly sequence: number;
  readonly agent_name: string;
  readonly from_day: string;
  readonly until_day: string;
  readonly made_at: Instant;
  readonly opening_balance_paisa: Paisa;
  readonly net_paisa: Paisa;
  readonly paid_paisa: Paisa;
  readonly total_paisa: Paisa;
  readonly status: StatementStatus;
  readonly paid_at: Instant | null;
}

const COLUMNS = raw(`
  id, agent_id, year, sequence, agent_name, from_day, until_day, made_at, opening_balance_paisa, net_paisa, paid_paisa,
  total_paisa, status, paid_at`);

const toStatement = (row: StatementRow): Omit<AgentStatement, 'payments'> => ({
  id: row.id,
  agentId: row.agent_id,
  year: row.year,
  sequence: row.sequence,
  agentName: row.agent_name,
  from: row.from_day,
  until: row.until_day,
  madeAt: row.made_at,
  openingBalance: row.opening_balance_paisa,
  net: row.net_paisa,
  paid: row.paid_paisa,
  total: row.total_paisa,
  status: row.status,
  paidAt: row.paid_at,
});

type AgentLineRow = LineRow<AgentLineKind> & { readonly agent_reference: string | null };

export const knexAgentStatementViews = (read: Sql): AgentStatementViews => ({
  async list(agentId, { status }, page) {
    const criteria = [
      fragment`agent_id = ${agentId}`,
      ...(status === undefined ? [] : [fragment`status = ${status}`]),
      ...behind(raw('id'), page.after, 'desc'),
    ];
    const rows = await read.rows<StatementRow>`
      select ${COLUMNS} from agent_statements ${where(criteria)} order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toStatement), page, ({ id }) => [id]);
  },

  async find(id) {
    const row = await read.one<StatementRow>`select ${COLUMNS} from agent_statements where id = ${id}`;
    if (!row) return undefined;
    const payments = await read.rows<StatedPayment>`
      select at, reference, amount_paisa as amount from agent_payments
      where agent_id = ${row.agent_id} and statement_id = ${id} order by at, id`;
    return { ...toStatement(row), payments };
  },

  async lines(id, page) {
    const wanted = [fragment`statement_id = ${id}`, ...behind(LINE_ORDER, page.after, 'asc')];
    const rows = await read.rows<AgentLineRow>`
      select ${LINE_ORDER}, booking_id, kind, gross_paisa, net_paisa,
        (select agent_reference from bookings where bookings.id = booking_id) as agent_reference
      from agent_statement_lines ${where(wanted)}
      order by ${LINE_ORDER} limit ${page.limit + 1}`;
    const listing = listingOf(rows, page, lineKeyOf);
    const lines = listing.rows.map((row): AgentStatementLine => ({ ...toLine(row), reference: row.agent_reference }));
    return { rows: lines, next: listing.next };
  },

  async ownerOf(id) {
    const row = await read.one<{ agent_id: AgentId }>`select agent_id from agent_statements where id = ${id}`;
    return row?.agent_id;
  },
});
