import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant, Span } from '../../../core/kernel/time.ts';
import type { FareViews, TripFilter } from '../../../core/trips/ports.ts';
import { sameCity } from '../../../core/trips/refusals.ts';
import { type Fragment, type Sql, fragment, joined, jsonRows, raw } from '../engine/sql.ts';
import { known, routeOf } from './catalogue.ts';
import type { ByCatalogue, UnderRevision } from './kept-catalogue.ts';
import { conditions, withBus } from './search-conditions.ts';

/* Reads only the fares of trips. A query is one statement that reads an index by day. */

interface Answer extends UnderRevision {
  /** Rows of fares as a JSON array. Null if no trip was found. */
  readonly found: string | null;
}

const rowsIn = <Row>({ found }: Answer): readonly Row[] => (found === null ? [] : (JSON.parse(found) as Row[]));

const filterFor = (start: Instant, end: Instant): TripFilter => ({
  departs: { start, end },
  order: 'departure_time',
  limit: 0,
});

/** The index of a departure's day in `days`. Compares the departure with the ends of all days but the last. */
const dayNumber = (departure: string, days: readonly Span[]): Fragment =>
  days.length < 2
    ? raw('0')
    : fragment`case ${joined(
        days.slice(0, -1).map(({ end }, index) => fragment`when ${raw(departure)} < ${end} then ${raw(String(index))}`),
        ' ',
      )} else ${raw(String(days.length - 1))} end`;

/** Day and fare of each trip of a route, and of each section that joins the same cities. */
const soldOn = (sql: Sql, route: RouteId, days: readonly Span[], filter: TripFilter): Fragment => fragment`
  select ${dayNumber('s.departure_time', days)} as day, s.fare_paisa as fare
  from schedules s ${withBus(sql)} where s.route_id = ${route} and ${conditions(filter)}
  union all
  select ${dayNumber('part.departure_time', days)} as day, part.fare_paisa as fare
  from trip_sections as part ${raw(sql.dialect === 'sqlite' ? 'cross join' : 'join')} schedules s on s.id = part.schedule_id
  ${withBus(sql)} where part.route_id = ${route} and ${conditions(filter, 'part')}`;

/** Reads the revision alone, so that a city that has just got a name is looked up again. */
const askForNothing = (sql: Sql): Promise<Answer> => answerOf(sql, raw('null'));

async function answerOf(sql: Sql, found: Fragment): Promise<Answer> {
  const answer = await sql.one<Answer>`select revision, ${found} as found from catalogue_revision`;
  if (!answer) throw new Error('The catalogue has no revision.');
  return answer;
}

function ask(sql: Sql, columns: readonly string[], rows: Fragment, order?: string): Promise<Answer> {
  const found = jsonRows(
    sql.dialect,
    columns.map((column) => raw(`f.${column}`)),
    fragment`(${rows}) as f`,
    order === undefined ? undefined : raw(order),
  );
  return answerOf(sql, found);
}

export const knexFareViews = (read: Sql, byCatalogue: ByCatalogue): FareViews => ({
  async lowest({ origin, destination }, days, earliest) {
    const [first, last] = [days[0], days.at(-1)];
    const start = first && first.start > earliest ? first.start : earliest;
    if (!last || last.end <= start) return new Map();
    const { found, catalogue: present } = await byCatalogue((catalogue) => {
      const route = routeOf(catalogue, origin, destination);
      if (route === undefined || route === 'same city') return askForNothing(read);
      const sold = soldOn(read, route, days, filterFor(start, last.end));
      return ask(read, ['day', 'fare'], fragment`select day, min(fare) as fare from (${sold}) as sold group by day`);
    });
    if (routeOf(present, origin, destination) === 'same city') throw sameCity();
    return new Map(rowsIn<[number, Paisa]>(found));
  },

  async busiest({ start, end }, limit) {
    const { found, catalogue } = await byCatalogue(() =>
      ask(
        read,
        ['route_id', 'trips', 'fare'],
        fragment`
          select s.route_id, count(*) as trips, min(s.fare_paisa) as fare from schedules s ${withBus(read)}
          where ${conditions(filterFor(start, end))}
          group by s.route_id order by trips desc, s.route_id limit ${limit}`,
        'f.trips desc, f.route_id',
      ),
    );
    return rowsIn<[RouteId, number, Paisa]>(found).map(([route, trips, fare]) => ({
      ...known(catalogue.routes, route),
      trips,
      fare,
    }));
  },
});
