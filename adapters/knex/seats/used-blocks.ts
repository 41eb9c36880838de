import type { SeatId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Block, isOfSeat } from '../../../core/seats/block.ts';
import { cutPlaces, cutSeat } from '../../../core/seats/used-blocks.ts';
import { type Section, WITHOUT_STOPS } from '../../../core/trips/sections.ts';
import { type Sql, forNoKeyUpdate, forUpdate, fragment, list, tuples } from '../engine/sql.ts';
import { overlapping, stillBlocked } from '../trips/seat-rows.ts';
import { placesLeft } from '../trips/trips.ts';

interface CutRow {
  readonly id: number;
  readonly seat_id: SeatId | null;
  readonly reason: string;
  readonly blocked_until: Instant | null;
  readonly from_stop: number;
  readonly to_stop: number;
}

/** Replaces a block's row by the pieces that stay blocked. The first piece keeps the row's position in the list. */
async function leave(sql: Sql, trip: TripId, row: CutRow, pieces: readonly Block[]): Promise<void> {
  const [first, ...others] = pieces.map((piece) => {
    const { from, to } = piece.section ?? WITHOUT_STOPS;
    return { from, to, places: isOfSeat(piece) ? null : piece.places };
  });
  if (!first) {
    await sql.changes`delete from seat_blocks where id = ${row.id}`;
    return;
  }
  await sql.changes`
    update seat_blocks set places = ${first.places}, from_stop = ${first.from}, to_stop = ${first.to}
    where id = ${row.id}`;
  if (others.length === 0) return;
  const rows = others.map(({ places, from, to }) => [
    trip,
    row.seat_id,
    places,
    row.reason,
    row.blocked_until,
    from,
    to,
  ]);
  await sql.changes`
    insert into seat_blocks (schedule_id, seat_id, places, reason, blocked_until, from_stop, to_stop)
    values ${tuples(rows)}`;
}

/** Cuts a sold section out of the blocks of these seats. Returns the cut-out pieces of blocks that had not ended. */
export async function useOnSection(
  sql: Sql,
  trip: TripId,
  seats: readonly SeatNumber[],
  section: Section,
  now: Instant,
): Promise<readonly Block[]> {
  const ofSeats = fragment`
    from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id and bus_seats.in_map
      join seat_blocks as blocked on blocked.schedule_id = schedules.id and blocked.seat_id = bus_seats.id
    where schedules.id = ${trip} and bus_seats.seat_number in ${list(seats)}`;
  // All blocks of the seats are locked first. The next statement then sees the pieces that other sales have left.
  await sql.rows`select blocked.id ${ofSeats} order by blocked.seat_id, blocked.id ${forUpdate(sql, 'blocked')}`;
  const rows = await sql.rows<CutRow & { readonly seat_number: SeatNumber }>`
    select blocked.id, blocked.seat_id, blocked.reason, blocked.blocked_until, blocked.from_stop, blocked.to_stop,
      bus_seats.seat_number
    ${ofSeats} and ${overlapping('blocked', section)} order by blocked.id`;
  const used: Block[] = [];
  for (const row of rows) {
    const { seat_number: seat, reason, blocked_until: until, from_stop: from, to_stop: to } = row;
    const cut = cutSeat({ seat, reason, until, section: { from, to } }, section);
    await leave(sql, trip, row, cut.left);
    if (until === null || until > now) used.push(...cut.used);
  }
  return used;
}

/**
 * Takes unnumbered places out of blocks if a sale needs more than the free places. A trip without stops has no
 * `section`.
 */
export async function usePlaces(
  sql: Sql,
  trip: TripId,
  places: number,
  now: Instant,
  section: Section | undefined,
): Promise<readonly Block[]> {
  await sql.rows`select id from schedules where id = ${trip} ${forNoKeyUpdate(sql)}`;
  const rows = await sql.rows<CutRow & { readonly places: number }>`
    select id, seat_id, places, reason, blocked_until, from_stop, to_stop from seat_blocks as blocked
    where schedule_id = ${trip} and places is not null and ${stillBlocked(now)} order by id`;
  if (rows.length === 0) return [];
  const missing: number[] = [];
  if (section)
    for (let part = section.from; part < section.to; part += 1)
      missing[part] = places - (await placesLeft(sql, trip, now, { from: part, to: part + 1 }));
  else missing[0] = places - (await placesLeft(sql, trip, now));
  const blocks = rows.map(({ places: count, reason, blocked_until: until, from_stop: from, to_stop: to }) => ({
    places: count,
    reason,
    until,
    ...(section && { section: { from, to } }),
  }));
  const cuts = cutPlaces(blocks, missing);
  for (const [index, row] of rows.entries()) {
    const cut = cuts[index];
    if (cut && cut.used.length > 0) await leave(sql, trip, row, cut.left);
  }
  return cuts.flatMap(({ used }) => used);
}
