import type { BusId, TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { CatalogueBus, CatalogueSeat } from '../../core/trips/catalogue.ts';
import { papersComplete } from '../../core/trips/trip.ts';
import { inBatches } from './batches.ts';
import { forUpdate, list, tuples } from './sql.ts';
import type { Sql, SqlValue } from './sql.ts';
import { tripsSold } from './trips.ts';

interface Saved {
  readonly id: BusId;
  readonly bus: CatalogueBus;
}

/** Rows of `buses` with their documents and seats. What searches would have to count is kept in the bus: `papers_complete`, `active_seats`. */
export async function saveFleet(sql: Sql, buses: readonly CatalogueBus[], now: Instant): Promise<(BusId | 'sold')[]> {
  const sold = await soldAs(sql, buses, now);
  const free = buses.filter(({ registrationNo }) => !sold.has(registrationNo));
  const ids = free.length === 0 ? new Map<string, BusId>() : await writeBuses(sql, free);
  const saved = free.flatMap((bus): Saved[] => {
    const id = ids.get(bus.registrationNo);
    return id === undefined ? [] : [{ id, bus }];
  });
  await saveDocuments(sql, saved);
  await saveSeats(sql, saved);
  return buses.map(({ registrationNo }) => ids.get(registrationNo) ?? 'sold');
}

/** Registration numbers of those that would win or lose their seat map although seats or places of theirs are sold. */
async function soldAs(sql: Sql, buses: readonly CatalogueBus[], now: Instant): Promise<ReadonlySet<string>> {
  const wanted = new Map(buses.map(({ registrationNo, seatMap }) => [registrationNo, seatMap !== null]));
  const there = await sql.rows<{ id: BusId; registration_no: string; has_seat_map: boolean | number }>`
    select id, registration_no, has_seat_map from buses where registration_no in ${list([...wanted.keys()])}`;
  const changing = there.filter((row) => Boolean(row.has_seat_map) !== wanted.get(row.registration_no));
  if (changing.length === 0) return new Set();
  const ahead = await sql.rows<{ id: TripId; bus_id: BusId }>`
    select id, bus_id from schedules where bus_id in ${list(changing.map(({ id }) => id))} and departure_time > ${now}`;
  const sold = new Set(await inBatches(ahead.map(({ id }) => id), async (batch) => [...await tripsSold(sql, batch)]));
  const taken = new Set(ahead.filter(({ id }) => sold.has(id)).map((row) => row.bus_id));
  return new Set(changing.filter(({ id }) => taken.has(id)).map((row) => row.registration_no));
}

const busRow = (bus: CatalogueBus): readonly SqlValue[] => [
  bus.operatorId, bus.name, bus.registrationNo, bus.type, bus.totalSeats, bus.approvalStatus, bus.status, papersComplete(bus.documents),
  bus.seatMap !== null, bus.seatMap?.rows ?? 0, bus.seatMap?.cols ?? 0, bus.seatMap?.deckCount ?? 0,
  bus.seatMap?.seats.filter(({ isActive }) => isActive).length ?? 0,
];

async function writeBuses(sql: Sql, buses: readonly CatalogueBus[]): Promise<Map<string, BusId>> {
  const rows = await sql.rows<{ id: BusId; registration_no: string }>`
    insert into buses (operator_id, bus_name, registration_no, bus_type, total_seats, approval_status, status, papers_complete,
                       has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
    values ${tuples(buses.map(busRow))}
    on conflict (registration_no) do update set
      operator_id = excluded.operator_id, bus_name = excluded.bus_name, bus_type = excluded.bus_type, total_seats = excluded.total_seats,
      approval_status = excluded.approval_status, status = excluded.status, papers_complete = excluded.papers_complete,
      has_seat_map = excluded.has_seat_map, seat_rows = excluded.seat_rows, seat_cols = excluded.seat_cols,
      deck_count = excluded.deck_count, active_seats = excluded.active_seats
    returning id, registration_no`;
  return new Map(rows.map((row) => [row.registration_no, row.id]));
}

async function saveDocuments(sql: Sql, saved: readonly Saved[]): Promise<void> {
  await sql.changes`delete from bus_documents where bus_id in ${list(saved.map(({ id }) => id))}`;
  const rows = saved.flatMap(({ id, bus }) => bus.documents.map(({ type, status }): SqlValue[] => [id, type, status]));
  await inBatches(rows, async (batch) => [await sql.changes`insert into bus_documents (bus_id, type, status) values ${tuples(batch)}`]);
}

interface SeatRow {
  readonly id: number;
  readonly bus_id: BusId;
  readonly seat_number: string;
  readonly deck: number;
  readonly row_number: number;
  readonly col_number: number;
  readonly seat_type: string;
  readonly is_active: boolean | number;
}

const isSame = (seat: CatalogueSeat, row: SeatRow): boolean =>
  row.deck === seat.deck && row.row_number === seat.row && row.col_number === seat.col && row.seat_type === seat.type
  && Boolean(row.is_active) === seat.isActive;

const seatKey = (busId: BusId, number: string): string => `${busId} ${number}`;

async function saveSeats(sql: Sql, saved: readonly Saved[]): Promise<void> {
  const there = await sql.rows<SeatRow>`
    select id, bus_id, seat_number, deck, row_number, col_number, seat_type, is_active
    from bus_seats where bus_id in ${list(saved.map(({ id }) => id))}`;
  const known = new Map(there.map((row) => [seatKey(row.bus_id, row.seat_number), row]));
  const wanted = saved.flatMap(({ id, bus }) => (bus.seatMap?.seats ?? []).map((seat) => ({ id, seat })));

  const unsaved = wanted.filter(({ id, seat }) => {
    const row = known.get(seatKey(id, seat.number));
    return !row || !isSame(seat, row);
  });
  await inBatches(unsaved, async (batch) => [await writeSeats(sql, batch)]);

  const numbers = new Set(wanted.map(({ id, seat }) => seatKey(id, seat.number)));
  const gone = there.filter((row) => !numbers.has(seatKey(row.bus_id, row.seat_number))).map(({ id }) => id).sort((one, other) => one - other);
  await inBatches(gone, async (batch) => [await removeSeats(sql, batch)]);
}

const writeSeats = (sql: Sql, seats: readonly { readonly id: BusId; readonly seat: CatalogueSeat }[]): Promise<number> =>
  sql.changes`
    insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active)
    values ${tuples(seats.map(({ id, seat }) => [id, seat.number, seat.deck, seat.row, seat.col, seat.type, seat.isActive]))}
    on conflict (bus_id, seat_number) do update set
      deck = excluded.deck, row_number = excluded.row_number, col_number = excluded.col_number,
      seat_type = excluded.seat_type, is_active = excluded.is_active`;

/** Removes seats that nobody ever held or booked, and takes the others out of use. Locked first, so that nobody takes one in between. */
async function removeSeats(sql: Sql, ids: readonly number[]): Promise<number> {
  await sql.rows`select id from bus_seats where id in ${list(ids)} order by id ${forUpdate(sql)}`;
  await sql.changes`
    delete from bus_seats where id in ${list(ids)}
      and not exists (select 1 from booking_seats where booking_seats.seat_id = bus_seats.id)
      and not exists (select 1 from seat_locks where seat_locks.seat_id = bus_seats.id)`;
  return sql.changes`update bus_seats set is_active = ${false} where id in ${list(ids)}`;
}
