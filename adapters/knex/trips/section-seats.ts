import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';
import { takenOnPart } from './part-places.ts';
import { stillBlocked, stillSold } from './seat-rows.ts';
import { placesTaken } from './seats-left.ts';

/*
 * The number of taken seats of a trip that may have stops, or of one of its sections. The number is a column of a
 * schedule `s` joined with its bus `b`. A seat that is taken on several parts counts once.
 */

/** The table that contains the first and the last stop of the wanted section. Undefined means the whole trip. */
export type SectionTable = 'pick' | 'part' | undefined;

const onSection = (row: 'sold' | 'held' | 'blocked', section: SectionTable): Fragment =>
  raw(
    section === undefined
      ? ''
      : `and (${section}.from_stop is null
          or (${row}.from_stop < ${section}.to_stop and ${row}.to_stop > ${section}.from_stop))`,
  );

const inUse = (row: 'sold' | 'held' | 'blocked'): Fragment =>
  raw(`(select is_active from bus_seats where bus_seats.id = ${row}.seat_id)`);

/** The number of seats in use that are sold, held or blocked on any part of the section. */
const seatsOn = (now: Instant, section: SectionTable): Fragment => fragment`(
  select count(*) from (
    select sold.seat_id from booking_seats as sold
    where sold.schedule_id = s.id and ${stillSold(now)} ${onSection('sold', section)} and ${inUse('sold')}
    union
    select held.seat_id from seat_locks as held
    where held.schedule_id = s.id and held.expires_at > ${now} ${onSection('held', section)} and ${inUse('held')}
    union
    select blocked.seat_id from seat_blocks as blocked
    where s.has_blocks and blocked.schedule_id = s.id and blocked.seat_id is not null and ${stillBlocked(now)}
      ${onSection('blocked', section)} and ${inUse('blocked')}
  ) as taken)`;

/** The number of unnumbered places that are taken on the fullest part of the section. */
const placesOn = (now: Instant, section: SectionTable): Fragment => fragment`(
  select coalesce(max(${takenOnPart(now, 'place')}), 0) from part_places as place
  where place.schedule_id = s.id ${raw(
    section === undefined
      ? ''
      : `and (${section}.from_stop is null or (place.part >= ${section}.from_stop and place.part < ${section}.to_stop))`,
  )})`;

/** The number of seats that are taken on a section, or on a whole trip, which may have intermediate stops. */
export const takenOnSection = (now: Instant, section: SectionTable): Fragment => fragment`
  case when b.has_seat_map then ${seatsOn(now, section)}
    when s.stops = '[]' then ${placesTaken(now)}
    else ${placesOn(now, section)} end`;
