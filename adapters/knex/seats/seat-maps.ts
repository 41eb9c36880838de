import { databaseUnavailable } from '../../../core/kernel/refusal.ts';
import type { BusId, SeatId, TripId, SeatHolder } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { SeatMapView, SeatMaps } from '../../../core/seats/ports.ts';
import { type Section, isSameSection, isWholeRoad } from '../../../core/trips/sections.ts';
import { type RoadRow, toRoad } from '../trips/road.ts';
import { mostPlacesTaken } from '../trips/part-places.ts';
import { reservedPlaces, lapsedPlaces, overlapping, stillBlocked, stillSold } from '../trips/seat-rows.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { type BusLayout, keptLayouts } from '../fleet/bus-layouts.ts';
import { TRIES } from '../trips/kept-catalogue.ts';

/*
 * The seats of a bus are cached under the revision of the catalogue. The statement reads only which seats are sold,
 * held or blocked.
 */

interface Row extends Pick<RoadRow, 'stops'> {
  /** The fares of sections. Read only if a section is given. */
  readonly fares?: string;
  readonly revision: number;
  readonly bus_id: BusId;
  readonly fare_paisa: Paisa;
  readonly places_taken: number;
  /** Arrays as JSON: of seat ids, and in `held` of pairs of seat id and passenger. */
  readonly sold: string | null;
  readonly held: string | null;
  readonly blocked: string | null;
}

const NOTHING = raw('');

/**
 * Overdue bookings are counted only on trips with taken places. Sections are compared only if one is wanted, because
 * every row overlaps the whole trip. The revision is read by a subquery. Postgres assumes 2,000 rows in a table that
 * was never analysed. A join with this table then seems so expensive that Postgres compiles the statement each time,
 * for 100 ms.
 */
const askFor = (sql: Sql, trip: TripId, now: Instant, section?: Section): Promise<Row | undefined> => {
  const and = (row: 'sold' | 'held' | 'blocked'): Fragment =>
    section ? fragment`and ${overlapping(row, section)}` : NOTHING;
  return sql.one<Row>`
  select (select revision from catalogue_revision) as revision, s.bus_id, s.fare_paisa, 
    case when s.places_taken = 0 then 0 else s.places_taken - ${lapsedPlaces('s', now)} end + ${reservedPlaces('s', now)} as places_taken,
    ${jsonRows(sql.dialect, [raw('sold.seat_id')], fragment`booking_seats sold where sold.schedule_id = s.id and ${stillSold(now)} ${and('sold')}`)} as sold,
    ${jsonRows(
      sql.dialect,
      [raw('held.seat_id'), raw('held.locked_by')],
      fragment`seat_locks held where held.schedule_id = s.id and held.expires_at > ${now} ${and('held')}`,
    )} as held,
    case when s.has_blocks then ${jsonRows(
      sql.dialect,
      [raw('blocked.seat_id')],
      fragment`seat_blocks as blocked where blocked.schedule_id = s.id and ${stillBlocked(now)} ${and('blocked')}`,
    )} end as blocked, s.stops ${section ? raw(', s.fares') : NOTHING}
  from schedules s where s.id = ${trip}`;
};

/** The fare of a section, or of the whole trip. Undefined if the section is not sold. */
function fareOf(row: Row, section: Section | undefined): Paisa | undefined {
  if (!section) return row.fare_paisa;
  const road = toRoad({ fares: '[]', ...row });
  return isWholeRoad(road, section)
    ? row.fare_paisa
    : road.fares.find((priced) => isSameSection(priced, section))?.fare;
}

const NONE: readonly never[] = [];
const rowsIn = <Found>(json: string | null): readonly Found[] =>
  json === null || json === '[]' ? NONE : (JSON.parse(json) as Found[]);

/** The seat ids in a JSON array. A block of unnumbered places has null instead of a seat id. */
const idsIn = (json: string | null): ReadonlySet<SeatId | null | undefined> =>
  new Set(rowsIn<[SeatId | null]>(json).map(([id]) => id));

function seatsOf({ seats, ids }: BusLayout, row: Row, viewer: SeatHolder | undefined): BusLayout['seats'] {
  const [sold, blocked] = [idsIn(row.sold), idsIn(row.blocked)];
  const holders = new Map<SeatId | undefined, SeatHolder>();
  // Several passengers may hold a seat, each on another section. Another passenger's hold is shown rather than the
  // viewer's.
  for (const [seat, holder] of rowsIn<[SeatId, SeatHolder]>(row.held))
    if (!holders.has(seat) || holder !== viewer) holders.set(seat, holder);
  if (sold.size + blocked.size + holders.size === 0) return seats;
  return seats.map((seat, index) => {
    const id = ids[index];
    const holder = holders.get(id);
    return {
      ...seat,
      isBooked: sold.has(id),
      isBlocked: blocked.has(id),
      heldBy: holder === undefined ? 'nobody' : holder === viewer ? 'me' : 'another',
    };
  });
}

function viewOf(layout: BusLayout, row: Row, fare: Paisa, viewer: SeatHolder | undefined): SeatMapView {
  const { totalSeats, rows, cols, deckCount } = layout;
  return layout.hasSeatMap
    ? { hasSeatMap: true, fare, rows, cols, deckCount, seats: seatsOf(layout, row, viewer) }
    : { hasSeatMap: false, fare, totalSeats, seatsLeft: Math.max(0, totalSeats - row.places_taken) };
}

export function knexSeatMaps(sql: Sql): SeatMaps {
  const layoutOf = keptLayouts(sql);
  return {
    async view(trip, viewer, now, section) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const row = await askFor(sql, trip, now, section);
        const fare = row && fareOf(row, section);
        if (!row || fare === undefined) return undefined;
        const layout = await layoutOf(row.bus_id, row.revision);
        if (layout.revision !== row.revision) continue;
        const counted =
          layout.hasSeatMap || row.stops === '[]'
            ? row
            : { ...row, places_taken: await mostPlacesTaken(sql, trip, now, section) };
        return viewOf(layout, counted, fare, viewer);
      }
      throw databaseUnavailable(new Error(`The catalogue was another one after each of ${TRIES} looks at a bus.`));
    },
  };
}
