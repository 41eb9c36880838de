import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Door, DoorPlace } from '../../../core/line/door.ts';
import { COUNTED_REFUSALS, type CountedRefusal } from '../../../core/seats/refusal-counts.ts';
import type { DoorFigures, DoorStore, DoorViews, UntoldMove } from '../../../core/line/door-ports.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import {
  type Fragment,
  type Sql,
  forNoKeyUpdate,
  forUpdateSkipLocked,
  fragment,
  inBatches,
  list,
  padded,
  raw,
  tuples,
} from '../engine/sql.ts';
import { BY_OFFICE, type PlacesOnSection, isTaken, onFullestPart } from '../seats/door-seats.ts';
import { stillSold } from '../trips/seat-rows.ts';

interface DoorRow {
  readonly id: number;
  readonly opens_at: Instant;
  readonly seed: string;
  readonly seed_hash: string;
  readonly joined: number;
  readonly drawn: number | null;
  readonly admitted: number;
  readonly carried: number;
  readonly step: number | null;
  readonly admits_per_minute: number | null;
  readonly paused: boolean;
  readonly notice: string | null;
  readonly notice_ne: string | null;
  readonly cleared_at: Instant | null;
}

const DOOR_COLUMNS =
  raw(`id, opens_at, seed, seed_hash, joined, drawn, admitted, carried, step, admits_per_minute, paused,
  notice, notice_ne, cleared_at`);

const toDoor = (row: DoorRow): Door => ({
  id: row.id,
  opensAt: row.opens_at,
  seed: { seed: row.seed, hash: row.seed_hash },
  joined: row.joined,
  drawn: row.drawn,
  admitted: row.admitted,
  carried: row.carried,
  step: row.step,
  admitsPerMinute: row.admits_per_minute,
  paused: row.paused,
  notice: row.notice,
  noticeNe: row.notice_ne,
  clearedAt: row.cleared_at,
});

interface PlaceRow {
  readonly door_id: number;
  readonly place: number;
  readonly user_id: UserId;
  readonly number: number | null;
  readonly pass_from: Instant | null;
  readonly pass_until: Instant | null;
}

const PLACE_COLUMNS = raw(`door_places.door_id, door_places.place, door_places.user_id, door_places.number,
  door_places.pass_from, door_places.pass_until`);

const toPlace = (row: PlaceRow): DoorPlace => ({
  doorId: row.door_id,
  place: row.place,
  userId: row.user_id,
  number: row.number,
  pass: row.pass_from === null || row.pass_until === null ? null : { from: row.pass_from, until: row.pass_until },
});

/**
 * Stores doors in `doors`, unique by `opens_at`, and places in `door_places`. The index `door_places_newest` keeps an
 * account from having two places at a door.
 */
export const knexDoors = (sql: Sql): DoorStore => ({
  async ensure(opensAt, { seed, hash }) {
    // The update changes nothing, but locks the row.
    await sql.changes`
      insert into doors (opens_at, seed, seed_hash) values (${opensAt}, ${seed}, ${hash})
      on conflict (opens_at) do update set opens_at = excluded.opens_at`;
  },

  async recordSetting(trips, now) {
    await inBatches(trips, async (batch) => [
      await sql.changes`update schedules set sale_set_at = ${now} where id in ${list(batch)}`,
    ]);
  },

  async lock(opensAt) {
    // Posted, so that the next statement sees what the last holder of the lock wrote.
    if (sql.dialect === 'postgres') sql.post`select id from doors where opens_at = ${opensAt} ${forNoKeyUpdate(sql)}`;
    const row = await sql.one<DoorRow>`select ${DOOR_COLUMNS} from doors where opens_at = ${opensAt}`;
    return row && toDoor(row);
  },

  async removeUnused(opensAt) {
    const isUnused = fragment`opens_at = ${opensAt} and joined = 0
      and not exists (select 1 from schedules where sale_opens_at = ${opensAt})`;
    // A door that nobody joined may have refused blocks, and an administrator may have moved it.
    for (const table of [raw('door_refusals'), raw('door_moves')])
      await sql.changes`delete from ${table} where door_id in (select id from doors where ${isUnused})`;
    await sql.changes`delete from doors where ${isUnused}`;
  },

  async save(door) {
    await sql.changes`
      update doors set joined = ${door.joined}, drawn = ${door.drawn}, admitted = ${door.admitted},
        carried = ${door.carried}, step = ${door.step}, admits_per_minute = ${door.admitsPerMinute},
        paused = ${door.paused}, notice = ${door.notice}, notice_ne = ${door.noticeNe}, cleared_at = ${door.clearedAt}
      where id = ${door.id}`;
  },

  async giveNumbers(id, numbers) {
    const given = numbers.map((number, index) => [index + 1, number]);
    await inBatches(given, async (batch) => [
      await sql.changes`
        update door_places set number = given.number
        from (select cast(column1 as integer) as place, cast(column2 as integer) as number
          from (values ${tuples(batch)}) as rows) as given
        where door_places.door_id = ${id} and door_places.place = given.place`,
    ]);
  },

  placeOf: (id, user) => newestPlace(sql, fragment`door_id = ${id} and user_id = ${user}`),

  async addPlace({ doorId, place, userId, number }, now) {
    await sql.changes`
      update door_places set is_newest = ${false} where door_id = ${doorId} and user_id = ${userId} and is_newest`;
    await sql.changes`
      insert into door_places (door_id, place, user_id, number, joined_at)
      values (${doorId}, ${place}, ${userId}, ${number}, ${now})`;
  },

  async lockPlace(id, place) {
    const row = await sql.one<PlaceRow>`
      select ${PLACE_COLUMNS} from door_places where door_id = ${id} and place = ${place} ${forNoKeyUpdate(sql)}`;
    return row && toPlace(row);
  },

  async givePass({ doorId, place }, { from, until }) {
    await sql.changes`
      update door_places set pass_from = ${from}, pass_until = ${until} where door_id = ${doorId} and place = ${place}`;
  },

  prunePlaces: (before, limit) => sql.changes`
    delete from door_places where (door_id, place) in (
      select door_places.door_id, door_places.place from door_places
      join doors on doors.id = door_places.door_id
      where doors.cleared_at < ${before} limit ${limit})`,

  async tripsAt(opensAt) {
    const rows = await sql.rows<{ id: TripId }>`select id from schedules where sale_opens_at = ${opensAt} order by id`;
    return rows.map(({ id }) => id);
  },

  async move({ id, opensAt: before }, { opensAt, reason }, now) {
    try {
      await sql.changes`update doors set opens_at = ${opensAt} where id = ${id}`;
    } catch (error) {
      // A trip got the new moment while this transaction ran.
      if (isUniqueViolation(error)) return false;
      throw error;
    }
    await sql.changes`update schedules set sale_opens_at = ${opensAt} where sale_opens_at = ${before}`;
    await sql.changes`update timetables set sale_opens_at = ${opensAt} where sale_opens_at = ${before}`;
    await sql.changes`
      insert into door_moves (door_id, was_at, opens_at, reason, moved_at)
      values (${id}, ${before}, ${opensAt}, ${reason}, ${now})`;
    return true;
  },

  untoldMove: () => sql.one<UntoldMove>`
    select id, door_id as "doorId", was_at as "wasAt", opens_at as "opensAt", reason, told,
      (select doors.opens_at from doors where doors.id = door_moves.door_id) as "presentlyAt"
    from door_moves where told_at is null order by id limit 1 ${forUpdateSkipLocked(sql)}`,

  joined: (id, after, limit) => sql.rows<{ place: number; userId: UserId }>`
    select place, user_id as "userId" from door_places
    where door_id = ${id} and place > ${after} and is_newest order by place limit ${limit}`,

  async saveTold(move, told, toldAt) {
    await sql.changes`update door_moves set told = ${told}, told_at = ${toldAt} where id = ${move}`;
  },

  async addRefusals(counts) {
    const sorted = [...counts].sort((one, other) => one.opensAt - other.opensAt || (one.code < other.code ? -1 : 1));
    for (const { opensAt, code, refused } of sorted)
      await sql.changes`
        insert into door_refusals (door_id, code, refused)
        select id, ${code}, ${refused} from doors where opens_at = ${opensAt}
        on conflict (door_id, code) do update set refused = door_refusals.refused + excluded.refused`;
  },
});

async function newestPlace(sql: Sql, isMeant: Fragment): Promise<DoorPlace | undefined> {
  const row = await sql.one<PlaceRow>`select ${PLACE_COLUMNS} from door_places where ${isMeant} and is_newest`;
  return row && toPlace(row);
}

export const knexDoorViews = (read: Sql): DoorViews => ({
  async current(since) {
    const rows = await read.rows<DoorRow>`
      select ${DOOR_COLUMNS} from doors where opens_at >= ${since} order by opens_at`;
    return rows.map(toDoor);
  },

  async find(opensAt) {
    const row = await read.one<DoorRow>`select ${DOOR_COLUMNS} from doors where opens_at = ${opensAt}`;
    return row && toDoor(row);
  },

  wasMovedFrom: async (opensAt) =>
    (await read.one`select 1 from door_moves where was_at = ${opensAt} limit 1`) !== undefined,

  async figures(id, now) {
    const [entered, running] = await Promise.all(
      [fragment`pass_until is not null`, fragment`pass_until > ${now}`].map(
        (which) =>
          read.one<{ places: number }>`select count(*) as places from door_places where door_id = ${id} and ${which}`,
      ),
    );
    const rows = await read.rows<{ code: CountedRefusal; refused: number }>`
      select code, refused from door_refusals where door_id = ${id}`;
    const refused = new Map(rows.map((row) => [row.code, row.refused]));
    const countOf = (code: CountedRefusal): [CountedRefusal, number] => [code, refused.get(code) ?? 0];
    return {
      entered: entered?.places ?? 0,
      passesRunning: running?.places ?? 0,
      refused: Object.fromEntries(COUNTED_REFUSALS.map(countOf)) as DoorFigures['refused'],
    };
  },

  async soldAtCounter(trips, now) {
    // A seat that was sold on several sections of a trip counts once. Places count on the fullest part.
    const seats = await inBatches(
      trips,
      (batch) => read.rows<{ id: TripId; seats: number }>`
      select sold.schedule_id as id, count(distinct sold.seat_id) as seats
      from booking_seats as sold join bookings on bookings.id = sold.booking_id
      where sold.schedule_id in ${list(padded(batch))} and ${stillSold(now)} and ${BY_OFFICE} group by sold.schedule_id`,
    );
    const places = await inBatches(
      trips,
      (batch) => read.rows<PlacesOnSection & { id: TripId }>`
      select schedule_id as id, seats_count as places, from_stop, to_stop from bookings
      where schedule_id in ${list(padded(batch))} and ${isTaken(now)} and ${BY_OFFICE}
        and not exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)`,
    );
    const counted = new Map(seats.map((row) => [row.id, row.seats]));
    for (const { id } of places)
      counted.set(
        id,
        onFullestPart(places.filter((row) => row.id === id)) + (seats.find((row) => row.id === id)?.seats ?? 0),
      );
    return counted;
  },

  async open(now) {
    const rows = await read.rows<Pick<DoorRow, 'opens_at'>>`
      select opens_at from doors where cleared_at is null and opens_at <= ${now} order by opens_at`;
    return rows.map((row) => row.opens_at);
  },

  placeOf: (opensAt, user) =>
    newestPlace(read, fragment`door_id = (select id from doors where opens_at = ${opensAt}) and user_id = ${user}`),
});
