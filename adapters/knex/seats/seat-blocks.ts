import {
  bySection,
  type Block,
  type Blockable,
  type Taken,
  type TripBlocks,
  isOfSeat,
  seatsOf,
  unblocked,
} from '../../../core/seats/block.ts';
import type { OperatorId, SeatId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, fragment, forUpdate, inBatches, list, tuples } from '../engine/sql.ts';
import { fitBlocks, removeBlocks } from './fitted-blocks.ts';
import { usePlaces, useOnSection } from './used-blocks.ts';
import {
  lapsedPlaces,
  offeredPlaces,
  overlapping,
  SEAT_NUMBER,
  sectionOf,
  stillBlocked,
  stillSold,
} from '../trips/seat-rows.ts';
import { lockOverdue } from './trips-ahead.ts';
import { wholeRoad } from '../../../core/trips/sections.ts';
import { unbookedPlaces } from '../trips/part-places.ts';
import { toRoad } from '../trips/road.ts';
import { lockTrips } from '../trips/trips.ts';

interface BlockRow {
  readonly operator_id: OperatorId;
  readonly seat_number: SeatNumber | null;
  readonly places: number | null;
  /** The reason of the block; null if nothing is blocked. */
  readonly reason: string | null;
  readonly blocked_until: Instant | null;
  readonly from_stop: number;
  readonly to_stop: number;
  readonly has_stops: boolean;
}

interface TakenRow {
  readonly seat_number: SeatNumber;
  readonly status: Taken['status'];
  readonly from_stop: number;
  readonly to_stop: number;
}

/**
 * Stores blocks in `seat_blocks`, each of one seat or of several unnumbered places. A trip's `has_blocks` is false only
 * if the trip has no blocks. The flag may still be true after the last block was deleted.
 */
export const knexTripBlocks = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>): TripBlocks => ({
  async find(trip, now) {
    const rows = await sql.rows<BlockRow>`
      select schedules.operator_id, bus_seats.seat_number, blocked.places, blocked.reason, blocked.blocked_until,
        blocked.from_stop, blocked.to_stop, schedules.stops <> '[]' as has_stops
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
    lineChanged({ of: 'freed', tripId: trip, at: now });
    return unblocked(freed, blocks);
  },

  fit(trips, now) {
    for (const tripId of trips) lineChanged({ of: 'trip', tripId, letGo: false, at: now });
    return fitBlocks(sql, trips, now);
  },

  async lockToEnd(trip, now) {
    await lockTrips(sql, [trip]);
    return blockable(sql, trip, now);
  },

  async use(trip, seats, now, section) {
    if (section) return useOnSection(sql, trip, seats, section, now);
    const used = await sql.rows<Omit<BlockRow, 'operator_id'>>`
      with used as materialized (
        select blocked.id from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id and bus_seats.in_map
          join seat_blocks as blocked on blocked.schedule_id = schedules.id and blocked.seat_id = bus_seats.id
        where schedules.id = ${trip} and bus_seats.seat_number in ${list(seats)}
        order by blocked.seat_id ${forUpdate(sql, 'blocked')})
      delete from seat_blocks where id in (select id from used)
      returning ${SEAT_NUMBER}, places, reason, blocked_until, ${sectionOf('seat_blocks')}`;
    return used.flatMap(toBlock).filter(({ until }) => until === null || until > now);
  },

  usePlaces: (trip, places, now, section) => usePlaces(sql, trip, places, now, section),

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
    for (const tripId of trips) lineChanged({ of: 'freed', tripId, at: now });
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
  from_stop: from,
  to_stop: to,
  has_stops: hasStops,
}: Omit<BlockRow, 'operator_id'>): readonly Block[] => {
  if (reason === null) return [];
  const terms = { reason, until, ...(hasStops && { section: { from, to } }) };
  if (seat !== null) return [{ seat, ...terms }];
  return places === null ? [] : [{ places, ...terms }];
};

async function blockable(sql: Sql, trip: TripId, now: Instant): Promise<Blockable> {
  const bus = await sql.one<{ has_seat_map: boolean; has_stops: boolean; places: number }>`
    select buses.has_seat_map, schedules.stops <> '[]' as has_stops,
      buses.total_seats - schedules.places_taken + ${lapsedPlaces('schedules', now)}
        - ${offeredPlaces('schedules', now)} as places
    from schedules join buses on buses.id = schedules.bus_id where schedules.id = ${trip}`;
  if (!bus?.has_seat_map) {
    const places = bus?.has_stops ? await unbookedPlaces(sql, trip, now) : [bus?.places ?? 0];
    return { hasSeatMap: false, places: places.map((left) => Math.max(0, left)) };
  }
  const seats = await sql.rows<{ seat_number: SeatNumber }>`
    select bus_seats.seat_number from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
    where schedules.id = ${trip} and bus_seats.in_map and bus_seats.is_active`;
  const taken = await sql.rows<TakenRow>`
    select bus_seats.seat_number, taken.status, taken.from_stop, taken.to_stop
    from (
      select seat_id, 'sold' as status, from_stop, to_stop from booking_seats as sold
      where sold.schedule_id = ${trip} and ${stillSold(now)}
      union all
      select seat_id, 'held' as status, from_stop, to_stop from seat_locks
      where schedule_id = ${trip} and expires_at > ${now}) as taken
      join bus_seats on bus_seats.id = taken.seat_id
    where bus_seats.in_map and bus_seats.bus_id = (select schedules.bus_id from schedules where schedules.id = ${trip})`;
  return {
    hasSeatMap: true,
    seats: new Set(seats.map(({ seat_number: seat }) => seat)),
    taken: taken.map(({ seat_number: seat, status, from_stop: from, to_stop: to }) => ({
      seat,
      status,
      ...(bus.has_stops && { section: { from, to } }),
    })),
  };
}

/**
 * Expired holds on these seats are deleted first. Otherwise the job that deletes expired holds could publish a blocked
 * seat as free.
 */
async function insert(sql: Sql, trip: TripId, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  const road = await sql.one<{ stops: string }>`select stops from schedules where id = ${trip}`;
  const whole = wholeRoad(toRoad({ stops: road?.stops ?? '[]', fares: '[]' }));
  const seats = await sql.rows<{ id: SeatId; seat_number: SeatNumber }>`
    select bus_seats.id, bus_seats.seat_number from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
    where schedules.id = ${trip} and bus_seats.in_map and bus_seats.seat_number in ${list(seatsOf(blocks))}
    order by bus_seats.id`;
  const ids = new Map(seats.map(({ id, seat_number: number }) => [number, id]));
  const idOf = (block: Block): SeatId | null => (isOfSeat(block) ? (ids.get(block.seat) ?? null) : null);
  for (const alike of bySection(blocks)) {
    const blocked = alike.flatMap((block) => idOf(block) ?? []);
    const section = alike[0]?.section ?? whole;
    await sql.rows`
      with gone as materialized (
        select seat_id from seat_locks
        where schedule_id = ${trip} and seat_id in ${list(blocked)} and ${overlapping('seat_locks', section)}
        order by seat_id ${forUpdate(sql)})
      delete from seat_locks
      where schedule_id = ${trip} and seat_id in (select seat_id from gone) and ${overlapping('seat_locks', section)}
      returning seat_id`;
  }
  const rows = blocks.map((block) => {
    const { from, to } = block.section ?? whole;
    return [trip, idOf(block), isOfSeat(block) ? null : block.places, block.reason, block.until, from, to];
  });
  await sql.changes`
    insert into seat_blocks (schedule_id, seat_id, places, reason, blocked_until, from_stop, to_stop)
    values ${tuples(rows)}`;
}
