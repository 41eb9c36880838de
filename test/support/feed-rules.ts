import type { FeedRow } from './feeds.ts';

/*
 * Rules of the canonical GTFS validator that concern this feed, without its JVM. `problemsOf` names each breach by the
 * validator's code, with the file and the row.
 */

type Rows = readonly FeedRow[];
type Read = (file: string) => Rows;

/** The required columns of each required file, after the columns of its key. */
const FILES: Readonly<Record<string, { readonly key: readonly string[]; readonly required: readonly string[] }>> = {
  'agency.txt': { key: ['agency_id'], required: ['agency_name', 'agency_url', 'agency_timezone'] },
  'stops.txt': { key: ['stop_id'], required: ['stop_name', 'stop_lat', 'stop_lon', 'location_type'] },
  'routes.txt': { key: ['route_id'], required: ['agency_id', 'route_long_name', 'route_type', 'network_id'] },
  'trips.txt': { key: ['trip_id'], required: ['route_id', 'service_id'] },
  'stop_times.txt': { key: ['trip_id', 'stop_sequence'], required: ['stop_id', 'arrival_time', 'departure_time'] },
  'calendar_dates.txt': { key: ['service_id', 'date'], required: ['exception_type'] },
  'fare_products.txt': { key: ['fare_product_id'], required: ['amount', 'currency'] },
  'fare_leg_rules.txt': { key: ['network_id', 'from_area_id', 'to_area_id'], required: ['fare_product_id'] },
  'areas.txt': { key: ['area_id'], required: [] },
  'stop_areas.txt': { key: ['area_id', 'stop_id'], required: [] },
};

/** Foreign keys: each value of the first column is one of the second. */
const REFERENCES: readonly (readonly [file: string, column: string, toFile: string, toColumn: string])[] = [
  ['routes.txt', 'agency_id', 'agency.txt', 'agency_id'],
  ['trips.txt', 'route_id', 'routes.txt', 'route_id'],
  ['trips.txt', 'service_id', 'calendar_dates.txt', 'service_id'],
  ['stop_times.txt', 'trip_id', 'trips.txt', 'trip_id'],
  ['stop_times.txt', 'stop_id', 'stops.txt', 'stop_id'],
  ['stops.txt', 'parent_station', 'stops.txt', 'stop_id'],
  ['stop_areas.txt', 'area_id', 'areas.txt', 'area_id'],
  ['stop_areas.txt', 'stop_id', 'stops.txt', 'stop_id'],
  ['fare_leg_rules.txt', 'network_id', 'routes.txt', 'network_id'],
  ['fare_leg_rules.txt', 'from_area_id', 'areas.txt', 'area_id'],
  ['fare_leg_rules.txt', 'to_area_id', 'areas.txt', 'area_id'],
  ['fare_leg_rules.txt', 'fare_product_id', 'fare_products.txt', 'fare_product_id'],
  // Nothing is written that no trip uses.
  ['agency.txt', 'agency_id', 'routes.txt', 'agency_id'],
  ['routes.txt', 'route_id', 'trips.txt', 'route_id'],
  ['trips.txt', 'trip_id', 'stop_times.txt', 'trip_id'],
  ['calendar_dates.txt', 'service_id', 'trips.txt', 'service_id'],
];

const FORMATS: readonly (readonly [column: string, format: RegExp])[] = [
  ['arrival_time', /^\d{2,3}:[0-5]\d:[0-5]\d$/],
  ['departure_time', /^\d{2,3}:[0-5]\d:[0-5]\d$/],
  ['date', /^\d{8}$/],
  ['amount', /^\d+\.\d\d$/],
  ['stop_lat', /^-?\d{1,2}(\.\d{1,6})?$/],
  ['stop_lon', /^-?\d{1,3}(\.\d{1,6})?$/],
  ['agency_url', /^https?:\/\/\S+$/],
  ['pickup_type', /^[01]$/],
  ['drop_off_type', /^[01]$/],
  ['currency', /^NPR$/],
];

export const problemsOf = (read: Read): readonly string[] => [
  ...valueProblems(read),
  ...referenceProblems(read),
  ...stopProblems(read),
  ...tripProblems(read),
  ...nameProblems(read),
];

const valueProblems = (read: Read): readonly string[] =>
  Object.entries(FILES).flatMap(([file, { key, required }]) => {
    const keys = new Set<string>();
    return read(file).flatMap((row) => {
      const problems: string[] = [];
      const id = key.map((column) => row[column]).join(' ');
      if (keys.size === keys.add(id).size) problems.push(`duplicate_key: ${file} ${id}`);
      for (const column of [...key, ...required])
        if (!row[column]) problems.push(`missing_required_field: ${file} ${column}`);
      for (const [column, value] of Object.entries(row)) {
        if (/[\r\n\t]/.test(value)) problems.push(`new_line_in_value: ${file} ${column}`);
        if (value !== value.trim()) problems.push(`leading_or_trailing_whitespaces: ${file} ${column}`);

        if (column.endsWith('_id') && !/^[\x20-\x7e]*$/.test(value)) problems.push(`non_ascii_id: ${file} ${value}`);
      }
      for (const [column, format] of FORMATS)
        if (row[column] !== undefined && !format.test(row[column])) problems.push(`invalid: ${column} ${row[column]}`);
      return problems;
    });
  });

const referenceProblems = (read: Read): readonly string[] =>
  REFERENCES.flatMap(([file, column, toFile, toColumn]) => {
    const known = new Set(read(toFile).map((row) => row[toColumn]));
    return read(file)
      .map((row) => row[column])
      .filter((value) => value !== '' && !known.has(value))
      .map((value) => `foreign_key_violation: ${file} ${column} ${value} is not in ${toFile}`);
  });

function stopProblems(read: Read): readonly string[] {
  const stops = new Map(read('stops.txt').map((row) => [row['stop_id'], row]));
  const stopped = new Set(read('stop_times.txt').map((row) => row['stop_id']));
  const parents = new Set(read('stops.txt').map((row) => row['parent_station']));
  return [...stops].flatMap(([id, { location_type: type, parent_station: parent }]) => {
    if (type === '1')
      return [
        ...(parent === '' ? [] : [`station_with_parent_station: ${id}`]),
        ...(parents.has(id) ? [] : [`unused_station: ${id}`]),
        ...(stopped.has(id) ? [`location_with_unexpected_stop_time: ${id}`] : []),
      ];
    return [
      ...(stops.get(parent)?.['location_type'] === '1' ? [] : [`wrong_parent_location_type: ${id}`]),
      ...(stopped.has(id) ? [] : [`stop_without_stop_time: ${id}`]),
    ];
  });
}

/** The rows of each trip. */
function byTrip(read: Read): ReadonlyMap<string, Rows> {
  const trips = new Map<string, FeedRow[]>();
  for (const row of read('stop_times.txt')) {
    const rows = trips.get(row['trip_id']!) ?? [];
    trips.set(row['trip_id']!, [...rows, row]);
  }
  return trips;
}

function tripProblems(read: Read): readonly string[] {
  return [...byTrip(read)].flatMap(([trip, rows]) => {
    const problems = rows.length < 2 ? [`unusable_trip: ${trip}`] : [];
    const times = rows.flatMap((row) => [row['arrival_time']!, row['departure_time']!]).map(secondsOf);
    if (times.some((time, index) => time < (times[index - 1] ?? 0))) problems.push(`times_run_back: ${trip}`);
    return problems;
  });
}

const secondsOf = (time: string): number => time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

/** Two routes of a company with one name. */
function nameProblems(read: Read): readonly string[] {
  const names = new Set<string>();
  return read('routes.txt').flatMap(({ agency_id: agency, route_long_name: name }) =>
    names.size === names.add(`${agency} ${name}`).size ? [`duplicate_route_name: ${name}`] : [],
  );
}

/** A bus is faster than this only by wrong coordinates or minutes, in kilometres an hour. Short ways are not judged. */
const FASTEST = 150;
const SHORTEST_KM = 10;
const LEAST_DAYS = 7;

/** Names what the validator warns of, beside `problemsOf`. `today` is a day such as `20261120`. */
export const warningsOf = (read: Read, today: string): readonly string[] => [
  ...speedWarnings(read),
  ...infoWarnings(read, today),
  ...[...read('stops.txt').map((row) => row['stop_id']!), ...read('routes.txt').map((row) => row['route_id']!)]
    .filter((id) => !/^[\x21-\x7e]+$/.test(id))
    .map((id) => `non_ascii_or_non_printable_char: ${id}`),
];

function speedWarnings(read: Read): readonly string[] {
  const spots = new Map(
    read('stops.txt').map((row) => [row['stop_id'], { lat: Number(row['stop_lat']), lon: Number(row['stop_lon']) }]),
  );
  return [...byTrip(read)].flatMap(([trip, rows]) =>
    rows.slice(1).flatMap((row, index) => {
      const before = rows[index]!;
      const [from, to] = [spots.get(before['stop_id'])!, spots.get(row['stop_id'])!];
      const km = 111.2 * Math.hypot(to.lat - from.lat, (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180));
      const hours = (secondsOf(row['arrival_time']!) - secondsOf(before['departure_time']!)) / 3_600;
      return km >= SHORTEST_KM && km / hours > FASTEST ? [`fast_travel_between_consecutive_stops: ${trip}`] : [];
    }),
  );
}

function infoWarnings(read: Read, today: string): readonly string[] {
  const [info] = read('feed_info.txt');
  const dayOf = (text: string): number =>
    Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6))) / 86_400_000;
  return [
    ...(info?.['feed_contact_url'] ? [] : ['missing_feed_contact_email_and_url']),
    ...(dayOf(info?.['feed_end_date'] ?? '') >= dayOf(today) + LEAST_DAYS ? [] : ['feed_expiration_date7_days']),
  ];
}
