import type { Bus } from '../../../core/fleet/bus.ts';
import type { BusRepo, BusSeatMap } from '../../../core/fleet/ports.ts';
import type { Seat, SeatLayout } from '../../../core/fleet/seat-layout.ts';
import type { BusId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { inBatches, list, tuples } from '../engine/sql.ts';
import type { Sql, SqlValue } from '../engine/sql.ts';
import { lockTrips, tripsSold } from './trips.ts';

/**
 * Rows of `buses`, unique by `registration_no`, with their seats. The row of the bus says how many of these are in use
 * (`active_seats`), so that a search does not have to count.
 */
export const knexBuses = (sql: Sql): BusRepo => ({
  async known() {
    const rows = await sql.rows<{ id: BusId; registration_no: string; operator_id: OperatorId }>`
      select id, registration_no, operator_id from buses`;
    return new Map(rows.map((row) => [row.registration_no, { id: row.id, operatorId: row.operator_id }]));
  },

  save: (buses) => inBatches(buses, (batch) => saveBuses(sql, batch)),
  saveSeatMaps: (maps, now) => saveSeatMaps(sql, maps, now),
});

async function saveBuses(sql: Sql, buses: readonly Bus[]): Promise<readonly (BusId | 'foreign')[]> {
  const ids = await writeBuses(sql, buses);
  return buses.map(({ registrationNo }) => ids.get(registrationNo) ?? 'foreign');
}

const layoutOf = (map: SeatLayout | null) => ({
  has_seat_map: map !== null,
  seat_rows: map?.rows ?? 0,
  seat_cols: map?.cols ?? 0,
  deck_count: map?.deckCount ?? 0,
  active_seats: map?.seats.filter(({ isActive }) => isActive).length ?? 0,
});

const busRow = (bus: Bus): readonly SqlValue[] => [
  bus.operatorId,
  bus.name,
  bus.registrationNo,
  bus.type,
  bus.totalSeats,
  bus.approvalStatus,
  bus.status,
  ...Object.values(layoutOf(bus.seatMap)),
];

/** Those that are now as they should be. A bus of another company is passed over. */
async function writeBuses(sql: Sql, buses: readonly Bus[]): Promise<ReadonlyMap<string, BusId>> {
  const rows = await sql.rows<{ id: BusId; registration_no: string }>`
    insert into buses (operator_id, bus_name, registration_no, bus_type, total_seats, approval_status, status, has_seat_map,
                        seat_rows, seat_cols, deck_count, active_seats)
    values ${tuples(buses.map(busRow))}
    on conflict (registration_no) do update set
      bus_name = excluded.bus_name, bus_type = excluded.bus_type, total_seats = excluded.total_seats,
      approval_status = excluded.approval_status, status = excluded.status
    where buses.operator_id = excluded.operator_id
    returning id, registration_no`;
  return new Map(rows.map((row) => [row.registration_no, row.id]));
}

type LayoutRow = ReturnType<typeof layoutOf> & { readonly id: BusId };

/**
 * Saves first whatever needs no lock. Then it locks the trips of buses that gain or lose their map or lose a seat, so
 * that these locks are held as briefly as possible.
 */
async function saveSeatMaps(
  sql: Sql,
  maps: readonly BusSeatMap[],
  now: Instant,
): Promise<readonly ('saved' | 'sold')[]> {
  const ids = maps.map(({ busId }) => busId);
  const there = new Map((await inBatches(ids, (batch) => layoutsThere(sql, batch))).map((row) => [row.id, row]));
  const gainOrLoseMap = maps.filter(({ busId, seatMap }) => there.get(busId)?.has_seat_map !== (seatMap !== null));
  const changingBuses = new Set(gainOrLoseMap.map(({ busId }) => busId));
  const seats = await inBatches(ids, (batch) => seatsThere(sql, batch));
  const staying = maps.filter(({ busId }) => !changingBuses.has(busId));
  await writeSeats(sql, staying, seats);

  const shrinking = goneFrom(staying, seats).filter((row) => row.is_active);
  const ahead = await tripsAhead(sql, [...changingBuses, ...shrinking.map((row) => row.bus_id)], now);
  await lockTrips(sql, idsOf(ahead));
  const sold = await busesSold(
    sql,
    ahead.filter((row) => changingBuses.has(row.bus_id)),
  );
  await writeSeats(
    sql,
    gainOrLoseMap.filter(({ busId }) => !sold.has(busId)),
    seats,
  );
  const saved = maps.filter(({ busId }) => !sold.has(busId));
  const gone = goneFrom(saved, seats).map(({ id }) => id);
  await inBatches(gone, async (batch) => [await removeSeats(sql, batch)]);
  for (const { busId, seatMap } of saved) writeLayout(sql, busId, there.get(busId), layoutOf(seatMap));
  return ids.map((id) => (sold.has(id) ? 'sold' : 'saved'));
}

const layoutsThere = (sql: Sql, buses: readonly BusId[]): Promise<readonly LayoutRow[]> =>
  sql.rows`
    select id, has_seat_map, seat_rows, seat_cols, deck_count, active_seats from buses where id in ${list(buses)}`;

function writeLayout(sql: Sql, bus: BusId, row: LayoutRow | undefined, layout: ReturnType<typeof layoutOf>): void {
  const isSame = Object.entries(layout).every(([column, value]) => row?.[column as keyof typeof layout] === value);
  if (!isSame)
    sql.post`
      update buses set has_seat_map = ${layout.has_seat_map}, seat_rows = ${layout.seat_rows}, seat_cols = ${layout.seat_cols},
        deck_count = ${layout.deck_count}, active_seats = ${layout.active_seats} where id = ${bus}`;
}

interface TripAhead {
  readonly id: TripId;
  readonly bus_id: BusId;
}

/** The trips of some buses that have not departed. */
const tripsAhead = (sql: Sql, buses: readonly BusId[], now: Instant): Promise<readonly TripAhead[]> =>
  inBatches(
    [...new Set(buses)],
    (batch) => sql.rows<TripAhead>`
      select id, bus_id from schedules where bus_id in ${list(batch)} and departure_time > ${now}`,
  );

const idsOf = (trips: readonly TripAhead[]): readonly TripId[] => trips.map(({ id }) => id);

/** The buses of those trips on which something is sold. */
async function busesSold(sql: Sql, trips: readonly TripAhead[]): Promise<ReadonlySet<BusId>> {
  const sold = await tripsSold(sql, idsOf(trips));
  return new Set(trips.filter(({ id }) => sold.has(id)).map((row) => row.bus_id));
}

interface SeatRow {
  readonly id: number;
  readonly bus_id: BusId;
  readonly seat_number: string;
  readonly deck: number;
  readonly row_number: number;
  readonly col_number: number;
  readonly seat_type: string;
  readonly is_active: boolean;
}

const isSame = (seat: Seat, row: SeatRow): boolean =>
  row.deck === seat.deck &&
  row.row_number === seat.row &&
  row.col_number === seat.col &&
  row.seat_type === seat.type &&
  row.is_active === seat.isActive;

const seatKey = (busId: BusId, number: string): string => `${busId} ${number}`;

const seatsThere = (sql: Sql, buses: readonly BusId[]): Promise<readonly SeatRow[]> =>
  sql.rows`
    select id, bus_id, seat_number, deck, row_number, col_number, seat_type, is_active
    from bus_seats where bus_id in ${list(buses)}`;

const wantedBy = (maps: readonly BusSeatMap[]): readonly { readonly id: BusId; readonly seat: Seat }[] =>
  maps.flatMap(({ busId, seatMap }) => (seatMap?.seats ?? []).map((seat) => ({ id: busId, seat })));

/** Writes the seats of the maps that are new or have changed. */
async function writeSeats(sql: Sql, maps: readonly BusSeatMap[], there: readonly SeatRow[]): Promise<void> {
  const known = new Map(there.map((row) => [seatKey(row.bus_id, row.seat_number), row]));
  const unsaved = wantedBy(maps).filter(({ id, seat }) => {
    const row = known.get(seatKey(id, seat.number));
    return !row || !isSame(seat, row);
  });
  const rows = unsaved.map(({ id, seat }): SqlValue[] => [
    ...[id, seat.number, seat.deck, seat.row, seat.col, seat.type],
    seat.isActive,
  ]);
  await inBatches(rows, async (batch) => [
    await sql.changes`
    insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active)
    values ${tuples(batch)}
    on conflict (bus_id, seat_number) do update set
      deck = excluded.deck, row_number = excluded.row_number, col_number = excluded.col_number,
      seat_type = excluded.seat_type, is_active = excluded.is_active`,
  ]);
}

/** Seats of these buses that are no longer on their maps, in order. */
function goneFrom(maps: readonly BusSeatMap[], there: readonly SeatRow[]): readonly SeatRow[] {
  const buses = new Set(maps.map(({ busId }) => busId));
  const numbers = new Set(wantedBy(maps).map(({ id, seat }) => seatKey(id, seat.number)));
  return there
    .filter((row) => buses.has(row.bus_id) && !numbers.has(seatKey(row.bus_id, row.seat_number)))
    .sort((one, other) => one.id - other.id);
}

/** Removes seats that nobody ever held or booked, and puts the others out of use. Their trips have to be locked. */
async function removeSeats(sql: Sql, ids: readonly number[]): Promise<number> {
  await sql.changes`
    delete from bus_seats where id in ${list(ids)}
      and not exists (select 1 from booking_seats where booking_seats.seat_id = bus_seats.id)
      and not exists (select 1 from seat_locks where seat_locks.seat_id = bus_seats.id)`;
  return sql.changes`update bus_seats set is_active = ${false} where id in ${list(ids)}`;
}
