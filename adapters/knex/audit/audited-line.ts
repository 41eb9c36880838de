import type { LineAuditReader, LineOnRecord, WaitFault } from '../../../core/audit/line.ts';
import type { WrongTotal } from '../../../core/audit/ports.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { drawFaults } from './audited-draws.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { knexBuses } from '../fleet/buses.ts';
import { knexWaits } from '../line/waits.ts';
import { WAIT_COLUMNS, type WaitRow, toWait } from '../line/wait-rows.ts';
import { knexSeatMaps } from '../seats/seat-maps.ts';
import { knexTrips } from '../trips/trips.ts';

/** Nothing is changed, so there is nothing to report. */
const QUIET = { happened: () => undefined, manifestChanged: () => undefined, lineChanged: () => undefined };

/** Each query finds the rows of one fault: `row` names a record, `says` its fault. */
const faultsOf = ({ dialect }: Pick<Sql, 'dialect'>, at: Instant): readonly Fragment[] => {
  const seats = raw(`json_array_length(${dialect === 'sqlite' ? 'waits.offered' : 'cast(waits.offered as json)'})`);
  const holds = raw('(select count(*) from seat_locks where seat_locks.wait_id = waits.id)');
  return [
    fragment`select 'wait ' || waits.id as row, ${seats} || ' seats are offered, and ' || ${holds} || ' held for it' as says
      from waits where ended_at is null and offered is not null and ${seats} <> ${holds}`,
    fragment`select 'trip ' || seat_locks.schedule_id as row,
        'a seat is held for wait ' || seat_locks.wait_id || ', which has no offer' as says
      from seat_locks left join waits on waits.id = seat_locks.wait_id
      where seat_locks.wait_id is not null and (waits.id is null or waits.ended_at is not null or waits.offered is null)`,
    fragment`select 'trip ' || schedule_id as row, 'user ' || user_id || ' waits ' || count(*) || ' times' as says
      from waits where ended_at is null group by user_id, schedule_id having count(*) > 1`,
    fragment`select 'wait ' || id as row, 'its offer is over, and it has not ended' as says
      from waits where ended_at is null and offered_until <= ${at}`,
  ];
};

/** The faults of doors, besides drawn numbers. A place is open until its pass has run out. */
const doorFaultsOf = (now: Instant): readonly Fragment[] => [
  fragment`select 'door ' || door_id as row, 'user ' || user_id || ' has ' || count(*) || ' open places' as says
    from door_places where pass_until is null or pass_until > ${now} group by door_id, user_id having count(*) > 1`,
  fragment`select 'door ' || door_id as row, 'number ' || number || ' is given ' || count(*) || ' times' as says
    from door_places where number is not null group by door_id, number having count(*) > 1`,
  fragment`select 'door ' || door_places.door_id as row,
      'place ' || place || ' has number ' || coalesce(cast(number as text), 'null') as says
    from door_places join doors on doors.id = door_places.door_id
    where case when doors.drawn is null then number is not null
      when place <= doors.drawn then ${false} else number is null or number <> place end`,
  fragment`select 'booking ' || bookings.id as row, 'it was made before the sale of its trip opened' as says
    from bookings join schedules on schedules.id = bookings.schedule_id
    where bookings.booked_at >= schedules.sale_set_at and bookings.booked_at < schedules.sale_opens_at
      and bookings.booking_status in ('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED')`,
];

/** Reads lines of waits. Whole tables are read, because no other query needs an index for these rows. */
export const auditedLine = (sql: Sql): LineAuditReader => ({
  async doorFaults(now) {
    const faults: WaitFault[] = [];
    for (const query of doorFaultsOf(now))
      faults.push(...(await sql.rows<WaitFault>`select * from (${query}) as faults order by 1, 2`));
    return [...faults, ...(await drawFaults(sql))];
  },

  async waitFaults(at) {
    const faults: WaitFault[] = [];
    for (const query of faultsOf(sql, at))
      faults.push(...(await sql.rows<WaitFault>`select * from (${query}) as faults order by 1, 2`));
    return faults;
  },

  async lines(after, limit, at) {
    const trips = await knexWaits(sql, QUIET).trips(after as TripId, limit);
    const lines: LineOnRecord[] = [];
    for (const id of trips) lines.push(await lineOf(sql, id, at));
    return lines;
  },
});

async function lineOf(sql: Sql, id: TripId, at: Instant): Promise<LineOnRecord> {
  const waits = knexWaits(sql, QUIET);
  const trip = await knexTrips(sql, QUIET).find(id);
  if (!trip) throw new Error(`Trip ${id} is gone.`);
  const rows = await sql.rows<WaitRow>`
    select ${WAIT_COLUMNS} from waits join users on users.id = waits.user_id
    where waits.schedule_id = ${id} and waits.ended_at is null and waits.offered_until is null
      and users.status = 'ACTIVE'
    order by waits.id`;
  const sections: LineOnRecord['sections'][number][] = [];
  for (const section of await waits.sections(id)) {
    const map = await knexSeatMaps(sql).view(id, undefined, at, section);
    if (map) sections.push({ section, map });
  }
  const kept = await knexBuses(sql, QUIET).keptSeats(id);
  return { id, trip, waits: rows.map(toWait), held: await waits.held(id, at), kept, sections };
}

/** Trips that somebody waits for, but that are marked as having no waits. Sales do not serve such waits. */
export async function hiddenWaits(sql: Sql): Promise<readonly WrongTotal[]> {
  const rows = await sql.rows<{ id: TripId }>`
    select id from schedules where not has_waits and id in (select schedule_id from waits where ended_at is null)
    order by id`;
  return rows.map(({ id }) => ({ table: 'schedules', column: 'has_waits', id, kept: 0, counted: 1 }));
}
