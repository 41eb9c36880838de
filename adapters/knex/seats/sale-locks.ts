import type { BookingId } from '../../../core/kernel/ids.ts';
import { type Fragment, type Sql, forNoKeyUpdate, forNoKeyUpdateSkipLocked, list, padded } from '../engine/sql.ts';

/**
 * Locks the sales of bookings. Uses the same order as passengers who want overdue seats (see seat-holds.ts), so that
 * nobody deadlocks. `bookings` is the right side of `in`.
 */
export async function lockSales(sql: Sql, bookings: Fragment): Promise<void> {
  if (sql.dialect === 'sqlite') return;
  await sql.rows`
    select id from booking_seats where booking_id in ${bookings} and active order by seat_id ${forNoKeyUpdate(sql)}`;
}

/**
 * Locks the sales of bookings. Returns only bookings whose sales no other transaction has locked. A passenger who takes
 * a seat of an overdue booking locks its sale (see seat-holds.ts). A later run of the job ends such a booking.
 */
export async function withSalesFree<Row extends { readonly id: BookingId }>(
  sql: Sql,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (sql.dialect === 'sqlite' || rows.length === 0) return rows;
  const ids = list(padded(rows.map(({ id }) => id)));
  const [locked, all] = await Promise.all([
    sql.rows<{ id: BookingId }>`
      select booking_id as id from booking_seats where booking_id in ${ids} and active ${forNoKeyUpdateSkipLocked(sql)}`,
    sql.rows<{ id: BookingId }>`select booking_id as id from booking_seats where booking_id in ${ids} and active`,
  ]);
  const count = (sales: typeof all, booking: BookingId): number => sales.filter(({ id }) => id === booking).length;
  return rows.filter(({ id }) => count(locked, id) === count(all, id));
}
