import type { ShiftFilter, ShiftViews, ShownShift } from '../../../core/counter/ports.ts';
import type { OperatorId, ShiftId, StaffId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Shift } from '../../../core/counter/shift.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

export interface ShiftRow {
  readonly id: ShiftId;
  readonly operator_id: OperatorId;
  readonly user_id: UserId;
  readonly staff_id: StaffId;
  readonly opened_at: Instant;
  readonly closed_at: Instant | null;
  readonly opening_cash_paisa: Paisa;
  readonly sales_paisa: Paisa;
  readonly refunds_paisa: Paisa;
  readonly counted_cash_paisa: Paisa | null;
  readonly note: string | null;
}

export const SHIFT_COLUMNS = raw(`
  shifts.id, shifts.operator_id, shifts.user_id, shifts.staff_id, shifts.opened_at, shifts.closed_at, shifts.opening_cash_paisa,
  shifts.sales_paisa, shifts.refunds_paisa, shifts.counted_cash_paisa, shifts.note`);

export const toShift = (row: ShiftRow): Shift => ({
  id: row.id,
  operatorId: row.operator_id,
  userId: row.user_id,
  staffId: row.staff_id,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  openingCash: row.opening_cash_paisa,
  sales: row.sales_paisa,
  refunds: row.refunds_paisa,
  countedCash: row.counted_cash_paisa,
  note: row.note,
});

type ShownRow = ShiftRow & { readonly full_name: string };

const toShownShift = (row: ShownRow): ShownShift => ({ ...toShift(row), staffName: row.full_name });

const KEY = raw('shifts.opened_at, shifts.id');

/**
 * A filter by person uses the index of shifts by person. The unary plus keeps SQLite from using the index by company.
 */
const conditions = (
  { dialect }: Pick<Sql, 'dialect'>,
  { operatorId, userId, staffId, status }: ShiftFilter,
): readonly Fragment[] => [
  fragment`${raw(dialect === 'sqlite' && userId !== undefined ? '+shifts.operator_id' : 'shifts.operator_id')} = ${operatorId}`,
  ...(userId === undefined ? [] : [fragment`shifts.user_id = ${userId}`]),
  ...(staffId === undefined ? [] : [fragment`shifts.staff_id = ${staffId}`]),
  ...(status === undefined ? [] : [raw(`shifts.closed_at is ${status === 'OPEN' ? '' : 'not '}null`)]),
];

export const knexShiftViews = (read: Sql): ShiftViews => ({
  async list(filter, page) {
    const rows = await read.rows<ShownRow>`
      select ${SHIFT_COLUMNS}, users.full_name from shifts join users on users.id = shifts.user_id
      ${where([...conditions(read, filter), ...behind(KEY, page.after, 'desc')])}
      order by shifts.opened_at desc, shifts.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toShownShift), page, ({ openedAt, id }) => [openedAt, id]);
  },

  async find(id) {
    const row = await read.one<ShownRow>`
      select ${SHIFT_COLUMNS}, users.full_name from shifts join users on users.id = shifts.user_id where shifts.id = ${id}`;
    return row && toShownShift(row);
  },
});
