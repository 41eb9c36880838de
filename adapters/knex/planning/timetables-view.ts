import type { ShownTimetable, TimetableViews } from '../../../core/planning/ports.ts';
import type { TimetableId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { withStopCities } from '../trips/stop-cities.ts';
import { type TimetableRow, TIMETABLE_COLUMNS, toTimetable } from './timetables.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row extends TimetableRow {
  readonly source_name: string;
  readonly destination_name: string;
  readonly bus_name: string;
  readonly registration_no: string;
}

const SHOWN = fragment`
  select ${TIMETABLE_COLUMNS}, source.city_name as source_name, destination.city_name as destination_name,
    buses.bus_name, buses.registration_no
  from timetables join routes on routes.id = timetables.route_id
    join cities as source on source.id = routes.source_city_id
    join cities as destination on destination.id = routes.destination_city_id
    join buses on buses.id = timetables.bus_id`;

const toShown = (row: Row): Omit<ShownTimetable, 'stopCities'> => {
  const timetable = toTimetable(row);
  return {
    ...timetable,
    source: { id: timetable.sourceCityId, name: row.source_name },
    destination: { id: timetable.destinationCityId, name: row.destination_name },
    bus: { name: row.bus_name, registrationNo: row.registration_no },
  };
};

/** Reads timetables for offices, and the timetables for which the job has to make trips. */
export const knexTimetableViews = (sql: Sql): TimetableViews => ({
  async find(id) {
    const row = await sql.one<Row>`${SHOWN} where timetables.id = ${id}`;
    const [shown] = await withStopCities(sql, row ? [toShown(row)] : []);
    return shown;
  },

  async list(operator, page) {
    const rows = await sql.rows<Row>`
      ${SHOWN}
      ${where([fragment`timetables.operator_id = ${operator}`, ...behind(raw('timetables.id'), page.after, 'desc')])}
      order by timetables.id desc limit ${page.limit + 1}`;
    return listingOf(await withStopCities(sql, rows.map(toShown)), page, ({ id }) => [id]);
  },

  async due(today, limit) {
    const rows = await sql.rows<{ id: TimetableId }>`
      select id from timetables where due_on <= ${today} order by due_on, id limit ${limit}`;
    return rows.map(({ id }) => id);
  },
});
