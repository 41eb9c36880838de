import type { ShiftRepo } from '../../../core/counter/ports.ts';
import type { Shift } from '../../../core/counter/shift.ts';
import type { ShiftId } from '../../../core/kernel/ids.ts';
import { type Fragment, type Sql, forUpdate, fragment } from '../engine/sql.ts';
import { type ShiftRow, SHIFT_COLUMNS, toShift } from './shifts-view.ts';

/** Stores shifts in `shifts`. The unique index `shifts_open_once` allows each person one open shift. */
export const knexShifts = (sql: Sql): ShiftRepo => ({
  async open({ operatorId, userId, staffId, openedAt, openingCash }) {
    const row = await sql.one<{ id: ShiftId }>`
      insert into shifts (operator_id, user_id, staff_id, opened_at, opening_cash_paisa)
      values (${operatorId}, ${userId}, ${staffId}, ${openedAt}, ${openingCash})
      on conflict (operator_id, user_id) where closed_at is null do nothing
      returning id`;
    return row?.id;
  },

  lock: (id) => lockWhere(sql, fragment`id = ${id}`),

  lockOpen: ({ operatorId, userId }) =>
    lockWhere(sql, fragment`operator_id = ${operatorId} and user_id = ${userId} and closed_at is null`),

  async lockOfSale(booking) {
    // The payment with a shift is picked here. With a condition on `shift_id`, Postgres walked the index of all
    // payments that have a shift.
    const rows = await sql.rows<{ shift_id: ShiftId | null }>`
      select shift_id from payments where booking_id = ${booking}`;
    const id = rows.find(({ shift_id }) => shift_id !== null)?.shift_id ?? null;
    return id === null ? undefined : lockWhere(sql, fragment`id = ${id}`);
  },

  async addSale(id, amount) {
    sql.post`update shifts set sales_paisa = sales_paisa + ${amount} where id = ${id}`;
  },

  async addRefund(id, amount) {
    sql.post`update shifts set refunds_paisa = refunds_paisa + ${amount} where id = ${id}`;
  },

  async close(id, { closedAt, countedCash, note }) {
    await sql.changes`
      update shifts set closed_at = ${closedAt}, counted_cash_paisa = ${countedCash}, note = ${note} where id = ${id}`;
  },
});

async function lockWhere(sql: Sql, isMeant: Fragment): Promise<Shift | undefined> {
  const row = await sql.one<ShiftRow>`select ${SHIFT_COLUMNS} from shifts where ${isMeant} ${forUpdate(sql)}`;
  return row && toShift(row);
}
