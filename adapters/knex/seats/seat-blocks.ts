import { type Block, type Blockable, isOfSeat, seatsOf, type TripBlocks } from '../../../core/seats/block.ts';
import type { OperatorId, SeatId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, fragment, forNoKeyUpdate, forUpdate, inBatches, list, tuples } from '../engine/sql.ts';
import { fitBlocks, removeBlocks } from './fitted-blocks.ts';
import { lapsedPlaces, SEAT_NUMBER, stillBlocked, stillSold } from '../trips/seat-rows.ts';
import { lockOverdue } from './trips-ahead.ts';
import { lastStop } from '../../../core/trips/sections.ts';
import { toRoad } from '../trips/road.ts';
import { lockTrips, placesLeft } from '../trips/trips.ts';

interface BlockRow {
  readonly operator_id: OperatorId;
  readonly seat_number: SeatNumber | null;
  readonly places: number | null;
  /** Null if nothing is blocked. */
  readonly reason: string | null;
  readonly blocked_until: Instant | null;
}

interface SeatRow {
  readonly seat_number: SeatNumber;
  readonly is_sold: boolean;
  readonly is_held: boolean;
}

/**
 * Rows of `seat_blocks`: a seat of the trip's bus, or places. `has_blocks` of a trip is false only if it has none. It
 * may still be true after the last block has gone.
 */
export const knexTripBlocks = (sql: Sql): TripBlocks => ({
  async find(trip, now) {
    const rows = await sql.rows<BlockRow>`
      select schedules.operator_id, bus_seats.seat_number, blocked.places, blocked.reason, blocked.blocked_until
      from schedules
        left join seat_blocks as blocked on blocked.schedule_id = schedules.id and ${stillBlocked(now)}
        left join bus_seats on bus_seats.id = blocked.seat_id
      where schedules.id = ${trip} order by blocked.id`;
    const [first] = rows;
    return first && { operatorId: first.operator_id, blocks: rows.flatMap(toBlock) };
  },

  async lock(trip, now) {
    await lockOverdue(sql, [trip], now);
    await lockTrips(sql, [trip]);
    return blockable(sql, trip, now);
  },

  async replace(trip, blocks, now) {
    const freed = await removeBlocks(sql, fragment`schedule_id = ${trip}`, now);
    await insert(sql, trip, blocks);
    await sql.changes`update schedules set has_blocks = ${blocks.length > 0} where id = ${trip}`;
    const kept = new Set(seatsOf(blocks));
    return freed.flatMap(({ seats }) => seats.filter((seat) => !kept.has(seat)));
  },

  fit: (trips, now) => fitBlocks(sql, trips, now),

  async lockToEnd(trip, now) {
    await lockTrips(sql, [trip]);
    return blockable(sql, trip, now);
  },

  async use(trip, seats, now) {
    const used = await sql.rows<Omit<BlockRow, 'operator_id'>>`
      with used as materialized (
        select blocked.id from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id and bus_seats.in_map
          join seat_blocks as blocked on blocked.schedule_id = schedules.id and blocked.seat_id = bus_seats.id
        where schedules.id = ${trip} and bus_seats.seat_number in ${list(seats)}
        order by blocked.seat_id ${forUpdate(sql, 'blocked')})
      delete from seat_blocks where id in (select id from used)
      returning ${SEAT_NUMBER}, places, reason, blocked_until`;
    return used.flatMap(toBlock).filter(({ until }) => until === null || until > now);
  },

  async usePlaces(trip, places, now) {
    await sql.rows`select id from schedules where id = ${trip} ${forNoKeyUpdate(sql)}`;
    const rows = await sql.rows<{ id: number; places: number; reason: string; blocked_until: Instant | null }>`
      select id, places, reason, blocked_until from seat_blocks as blocked
      where schedule_id = ${trip} and places is not null and ${stillBlocked(now)} order by id`;
    const used: Block[] = [];
    let missing = places - (await placesLeft(sql, trip, now));
    for (const { id, places: there, reason, blocked_until: until } of rows) {
      if (missing >= there) await sql.changes`delete from seat_blocks where id = ${id}`;
      else if (missing > 0) await sql.changes`update seat_blocks set places = places - ${missing} where id = ${id}`;
      if (missing > 0) used.push({ places: Math.min(missing, there), reason, until });
      missing = Math.max(0, missing - there);
    }
    return used;
  },

  async lend(booking, blocks) {
    await sql.changes`update bookings set lent_blocks = ${JSON.stringify(blocks)} where id = ${booking}`;
  },

  async lentTo(booking) {
    const row = await sql.one<{ lent_blocks: string | null }>`select lent_blocks from bookings where id = ${booking}`;
    return row?.lent_blocks ? (JSON.parse(row.lent_blocks) as Block[]) : [];
  },

  async lapsed(now, limit) {
    const rows = await sql.rows<{ schedule_id: TripId }>`
      select schedule_id from seat_blocks where blocked_until <= ${now} order by blocked_until limit ${limit}`;
    return [...new Set(rows.map(({ schedule_id: trip }) => trip))].sort((one, other) => one - other);
  },

  async sweep(trips, now) {
    await lockTrips(sql, trips);
    const freed = await inBatches(trips, (batch) =>
      removeBlocks(sql, fragment`schedule_id in ${list(batch)} and blocked_until <= ${now}`, now),
    );
    await inBatches(trips, async (batch) => [
      await sql.changes`
        update schedules set has_blocks = ${false} where id in ${list(batch)}
          and not exists (select 1 from seat_blocks where seat_blocks.schedule_id = schedules.id)`,
    ]);
    return freed;
  },
});

const toBlock = ({
  seat_number: seat,
  places,
  reason,
  blocked_until: until,
}: Omit<BlockRow, 'operator_id'>): readonly Block[] => {
  if (reason === null) return [];
  if (seat !== null) return [{ seat, reason, until }];
  return places === null ? [] : [{ places, reason, until }];
};

async function blockable(sql: Sql, trip: TripId, now: Instant): Promise<Blockable> {
  const bus = await sql.one<{ has_seat_map: boolean; places: number }>`
    select buses.has_seat_map, buses.total_seats - schedules.places_taken + ${lapsedPlaces('schedules', now)} as places
    from schedules join buses on buses.id = schedules.bus_id where schedules.id = ${trip}`;
  if (!bus?.has_seat_map) return { hasSeatMap: false, places: Math.max(0, bus?.places ?? 0) };
  const seats = await sql.rows<SeatRow>`
    select bus_seats.seat_number,
      exists (select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)}) as is_sold,
      exists (select 1 from seat_locks
        where seat_locks.schedule_id = schedules.id and seat_locks.seat_id = bus_seats.id and seat_locks.expires_at > ${now}) as is_held
    from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
    where schedules.id = ${trip} and bus_seats.in_map and bus_seats.is_active`;
  const stateOf = (seat: SeatRow) => (seat.is_sold ? 'sold' : seat.is_held ? 'held' : 'free');
  return { hasSeatMap: true, seats: new Map(seats.map((seat) => [seat.seat_number, stateOf(seat)])) };
}

/** Expired holds on these seats are deleted first. Otherwise a sweep could publish a blocked seat as free. */
async function insert(sql: Sql, trip: TripId, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  const seats = await sql.rows<{ id: SeatId; seat_number: SeatNumber }>`
    select bus_seats.id, bus_seats.seat_number from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
    where schedules.id = ${trip} and bus_seats.in_map and bus_seats.seat_number in ${list(seatsOf(blocks))}
    order by bus_seats.id`;
  const ids = new Map(seats.map(({ id, seat_number: number }) => [number, id]));
  await sql.rows`
    with gone as materialized (
      select seat_id from seat_locks where schedule_id = ${trip} and seat_id in ${list([...ids.values()])}
      order by seat_id ${forUpdate(sql)})
    delete from seat_locks where schedule_id = ${trip} and seat_id in (select seat_id from gone) returning seat_id`;
  const rows = blocks.map((block) =>
    isOfSeat(block)
      ? [trip, ids.get(block.seat) ?? null, null, block.reason, block.until]
      : [trip, null, block.places, block.reason, block.until],
  );
  // A block keeps its seat or places from sale on the whole road.
  const road = await sql.one<{ stops: string }>`select stops from schedules where id = ${trip}`;
  const end = road ? lastStop(toRoad({ ...road, fares: '[]' })) : 1;
  await sql.changes`
    insert into seat_blocks (schedule_id, seat_id, places, reason, blocked_until, to_stop)
    values ${tuples(rows.map((row) => [...row, end]))}`;
}
