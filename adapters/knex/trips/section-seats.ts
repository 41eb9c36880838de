import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TripListing } from '../../../core/trips/ports.ts';
import { type Fragment, type Sql, fragment, tuples } from '../engine/sql.ts';
import { takenOnPart } from './part-places.ts';
import { stillBlocked, stillSold } from './seat-rows.ts';

type ListedSection = Pick<TripListing, 'id' | 'section' | 'bus'>;

/** Rows of trips and their sections, filled up to the next power of two, so that few statements stay prepared. */
function rowsOf(sections: readonly ListedSection[]): Fragment {
  const rows = sections.map(({ id, section: { from, to } }) => [id, from, to]);
  const length = 2 ** Math.ceil(Math.log2(rows.length));
  return tuples([...rows, ...rows.slice(-1).flatMap((last) => Array<typeof last>(length - rows.length).fill(last))]);
}

const given = (sections: readonly ListedSection[]): Fragment => fragment`(
  select cast(column1 as integer) as id, cast(column2 as integer) as from_stop, cast(column3 as integer) as to_stop
  from (values ${rowsOf(sections)}) as rows) as given`;

/** Seats in use that are sold, held or blocked on any part of the section. */
const seatsOn = (now: Instant): Fragment => fragment`(
  select count(*) from (
    select sold.seat_id from booking_seats as sold
    where sold.schedule_id = given.id and ${stillSold(now)}
      and sold.from_stop < given.to_stop and sold.to_stop > given.from_stop
    union
    select held.seat_id from seat_locks as held
    where held.schedule_id = given.id and held.expires_at > ${now}
      and held.from_stop < given.to_stop and held.to_stop > given.from_stop
    union
    select blocked.seat_id from seat_blocks as blocked
    where blocked.schedule_id = given.id and blocked.seat_id is not null and ${stillBlocked(now)}
      and blocked.from_stop < given.to_stop and blocked.to_stop > given.from_stop
  ) as taken
  where (select bus_seats.is_active from bus_seats where bus_seats.id = taken.seat_id))`;

const placesOn = (now: Instant): Fragment => fragment`(
  select coalesce(max(${takenOnPart(now)}), 0) from part_places as part
  where part.schedule_id = given.id and part.part >= given.from_stop and part.part < given.to_stop)`;

/** The numbers of seats, or places, that are taken on sections of trips with stops. */
export async function takenOnSections(
  sql: Sql,
  sections: readonly ListedSection[],
  now: Instant,
): Promise<ReadonlyMap<TripId, number>> {
  const taken = new Map<TripId, number>();
  for (const hasSeatMap of [true, false]) {
    const alike = sections.filter(({ bus }) => bus.hasSeatMap === hasSeatMap);
    if (alike.length === 0) continue;
    const rows = await sql.rows<{ id: TripId; taken: number }>`
      select given.id, ${hasSeatMap ? seatsOn(now) : placesOn(now)} as taken from ${given(alike)}`;
    for (const row of rows) taken.set(row.id, row.taken);
  }
  return taken;
}
