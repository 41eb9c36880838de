import type { BookingId, OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import { type Paisa, minus } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { StatementFilter, StatementViews } from '../../../core/ledger/statement-ports.ts';
import type { LineKind, Statement, StatementLine, StatementStatus } from '../../../core/ledger/statement.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

interface StatementRow {
  readonly id: StatementId;
  readonly operator_id: OperatorId;
  readonly year: number;
  readonly sequence: number;
  readonly company_name: string;
  readonly pan_no: string | null;
  readonly from_day: string;
  readonly until_day: string;
  readonly made_at: Instant;
  readonly opening_balance_paisa: Paisa;
  readonly net_paisa: Paisa;
  readonly cash_held_paisa: Paisa;
  readonly total_paisa: Paisa;
  readonly status: StatementStatus;
  readonly reference: string | null;
  readonly paid_at: Instant | null;
}

const COLUMNS = raw(`
  id, operator_id, year, sequence, company_name, pan_no, from_day, until_day, made_at, opening_balance_paisa, net_paisa,
  cash_held_paisa, total_paisa, status, reference, paid_at`);

const toStatement = (row: StatementRow): Statement => ({
  id: row.id,
  operatorId: row.operator_id,
  year: row.year,
  sequence: row.sequence,
  companyName: row.company_name,
  panNo: row.pan_no,
  from: row.from_day,
  until: row.until_day,
  madeAt: row.made_at,
  openingBalance: row.opening_balance_paisa,
  net: row.net_paisa,
  cashHeld: row.cash_held_paisa,
  total: row.total_paisa,
  status: row.status,
  reference: row.reference,
  paidAt: row.paid_at,
});

export interface LineRow<Kind = LineKind> {
  readonly position: number;
  readonly section: number;
  readonly booking_id: BookingId | null;
  readonly booking_code: string;
  readonly departure_time: Instant;
  readonly rank: number;
  readonly kind: Kind;
  readonly gross_paisa: Paisa;
  readonly net_paisa: Paisa;
}

/** The order of a statement's lines: the columns of the index `statement_lines_sorted`. */
export const LINE_ORDER = raw('section, departure_time, booking_code, rank, position');

/** The page cursor of a line. */
export const lineKeyOf = (row: LineRow<string>) => [
  row.section,
  row.departure_time,
  row.booking_code,
  row.rank,
  row.position,
];

export const toLine = <Kind>(row: LineRow<Kind>): Omit<StatementLine, 'kind'> & { readonly kind: Kind } => ({
  bookingId: row.booking_id,
  bookingCode: row.booking_id === null ? null : row.booking_code,
  departsAt: row.booking_id === null ? null : row.departure_time,
  kind: row.kind,
  gross: row.gross_paisa,
  commission: minus(row.gross_paisa, row.net_paisa),
  net: row.net_paisa,
});

/**
 * Conditions of the list of statements. A company's statements are read from the index by company. The unary plus keeps
 * SQLite from using the index by status.
 */
const conditions = (
  { dialect }: Pick<Sql, 'dialect'>,
  { operatorId, status }: StatementFilter,
): readonly Fragment[] => [
  ...(operatorId === undefined ? [] : [fragment`operator_id = ${operatorId}`]),
  ...(status === undefined
    ? []
    : [fragment`${raw(dialect === 'sqlite' && operatorId !== undefined ? '+status' : 'status')} = ${status}`]),
];

export const knexStatementViews = (read: Sql): StatementViews => ({
  async list(filter, page) {
    const rows = await read.rows<StatementRow>`
      select ${COLUMNS} from statements ${where([...conditions(read, filter), ...behind(raw('id'), page.after, 'desc')])}
      order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toStatement), page, ({ id }) => [id]);
  },

  async find(id) {
    const row = await read.one<StatementRow>`select ${COLUMNS} from statements where id = ${id}`;
    return row && toStatement(row);
  },

  async lines(id, page) {
    const wanted = [fragment`statement_id = ${id}`, ...behind(LINE_ORDER, page.after, 'asc')];
    const rows = await read.rows<LineRow>`
      select ${LINE_ORDER}, booking_id, kind, gross_paisa, net_paisa from statement_lines ${where(wanted)}
      order by ${LINE_ORDER} limit ${page.limit + 1}`;
    const listing = listingOf(rows, page, lineKeyOf);
    return { rows: listing.rows.map(toLine), next: listing.next };
  },

  async ownerOf(id) {
    const row = await read.one<{ operator_id: OperatorId }>`select operator_id from statements where id = ${id}`;
    return row?.operator_id;
  },
});
