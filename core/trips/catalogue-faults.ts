import type { UserRepo } from '../accounts/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { cityKey, routeKey } from './catalogue.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { CatalogueDraft, Draft, FileBus, FileRoute, FileSchedule } from './catalogue-file.ts';
import { dailyKeys } from './planned-trips.ts';

/*
 * What can be wrong with rows that are well-formed, or with what is left of those that are not.
 * `field` of a fault is a JSON pointer.
 */

const fault = (field: string, message: string): Fault => ({ field, message });
const before = (pointer: string): string => `is listed before, at ${pointer}`;

/** The rows that are there, each with its place. */
const rowsOf = <Row>(rows: readonly (Row | undefined)[] = [], section: string): readonly { readonly row: Row; readonly at: string }[] =>
  rows.flatMap((row, index) => (row === undefined ? [] : [{ row, at: `${section}/${index}` }]));

/** A fault for each row whose key an earlier one has. Rows without a key have faults of their own. */
function repeats<Row>(rows: readonly (Row | undefined)[] | undefined, section: string, keyOf: (row: Row) => string | null | undefined, field = ''): Fault[] {
  const first = new Map<string, string>();
  return rowsOf(rows, section).flatMap(({ row, at }) => {
    const key = keyOf(row);
    if (key === undefined || key === null) return [];
    const earlier = first.get(key);
    if (earlier !== undefined) return [fault(`${at}${field}`, before(earlier))];
    first.set(key, at);
    return [];
  });
}

const sameRoute = ({ source, destination }: Draft<FileRoute>): string | undefined =>
  source === undefined || destination === undefined ? undefined : JSON.stringify([cityKey(source), cityKey(destination)]);

const isRound = ({ source, destination }: Draft<FileRoute>): boolean =>
  source !== undefined && destination !== undefined && cityKey(source) === cityKey(destination);

/** What rows say against themselves and each other. */
export const faultsWithin = (draft: CatalogueDraft, calendar: Calendar, now: Instant): Fault[] => [
  ...repeats(draft.cities, '/cities', cityKey),
  ...repeats(draft.admins, '/admins', ({ email }) => email, '/email'),
  ...repeats(draft.operators, '/operators', ({ email }) => email, '/email'),
  ...repeats(draft.operators, '/operators', ({ phone }) => phone, '/phone'),
  ...twoPasswords(draft),
  ...repeats(draft.buses, '/buses', ({ registrationNo }) => registrationNo, '/registration_no'),
  ...rowsOf(draft.buses, '/buses').flatMap(({ row, at }) => seatFaults(row, `${at}/seat_map`)),
  ...repeats(draft.routes, '/routes', sameRoute),
  ...rowsOf(draft.routes, '/routes').flatMap(({ row, at }) => (isRound(row) ? [fault(`${at}/destination`, 'is the source too: a route leads elsewhere')] : [])),
  ...rowsOf(draft.schedules, '/schedules').flatMap(({ row, at }) => timeFaults(row, at)),
  ...repeatedTrips(draft, calendar, now),
];

/** Somebody may be admin and operator, with one password. */
function twoPasswords({ admins, operators }: CatalogueDraft): Fault[] {
  const known = new Map(rowsOf(admins, '/admins').map(({ row, at }) => [row.email, { password: row.password, at }]));
  return rowsOf(operators, '/operators').flatMap(({ row: { email, password }, at }) => {
    const admin = email === undefined ? undefined : known.get(email);
    const differ = admin?.password !== undefined && password !== undefined && admin.password !== password;
    return differ ? [fault(`${at}/password`, `differs from that of the same user, at ${admin.at}`)] : [];
  });
}

function seatFaults({ seatMap }: Draft<FileBus>, at: string): Fault[] {
  if (!seatMap) return [];
  const { seats, rows, cols, deckCount } = seatMap;
  const beyond = (field: string, value: number | undefined, limit: number | undefined, name: string): Fault[] =>
    value !== undefined && limit !== undefined && value > limit ? [fault(field, `is beyond the ${name} of the seat map, ${limit}`)] : [];
  return [
    ...rowsOf(seats, `${at}/seats`).flatMap(({ row: seat, at: place }) => [
      ...beyond(`${place}/deck`, seat.deck, deckCount, 'deck_count'),
      ...beyond(`${place}/row`, seat.row, rows, 'rows'),
      ...beyond(`${place}/col`, seat.col, cols, 'cols'),
    ]),
    ...repeats(seats, `${at}/seats`, ({ number }) => number, '/seat_number'),
    ...repeats(seats, `${at}/seats`, ({ deck, row, col }) => (deck === undefined || row === undefined || col === undefined ? undefined : `${deck} ${row} ${col}`)),
  ];
}

const timeFaults = ({ times: { departsAt, arrivesAt } = {} }: Draft<FileSchedule>, at: string): Fault[] =>
  departsAt !== undefined && arrivesAt !== undefined && arrivesAt <= departsAt ? [fault(`${at}/arrival_time`, 'must be after departure_time')] : [];

/** A daily schedule meets another of the same name, and one that is called like one of its days. One fault a schedule. */
function repeatedTrips({ schedules }: CatalogueDraft, calendar: Calendar, now: Instant): Fault[] {
  const today = calendar.date(now);
  const first = new Map<string, string>();
  return rowsOf(schedules, '/schedules').flatMap(({ row: { key, times }, at }) => {
    if (key === undefined) return [];
    const keys = times?.daily ? dailyKeys(key, times.daily.days ?? 0, today, calendar).map((trip) => trip.key) : [key];
    const met = keys.find((name) => first.has(name));
    if (met !== undefined) return [fault(`${at}/key`, `${before(first.get(met) ?? '')}${met === key ? '' : ` (as ${met})`}`)];
    for (const name of keys) first.set(name, at);
    return [];
  });
}

/** Names that are neither in the file nor in the catalogue that is there. */
export function unknownReferences(draft: CatalogueDraft, known: KnownCatalogue): Fault[] {
  const names = namesOf(draft);
  const hasCity = (name: string): boolean => names.cities.has(cityKey(name)) || known.cities.has(cityKey(name));
  const hasRoute = (route: Draft<FileRoute>): boolean => {
    const [source, destination] = [route.source, route.destination].map((name) => known.cities.get(cityKey(name ?? '')));
    return names.routes.has(sameRoute(route)) || (source !== undefined && destination !== undefined && known.routes.has(routeKey(source, destination)));
  };
  const unknown = (field: string, name: string | undefined, isKnown: (name: string) => boolean, what: string): Fault[] =>
    name === undefined || isKnown(name) ? [] : [fault(field, `is no ${what} of the catalogue: ${JSON.stringify(name)}`)];
  const unknownEnds = ({ source, destination }: Draft<FileRoute>, at: string): Fault[] =>
    [...unknown(`${at}/source`, source, hasCity, 'city'), ...unknown(`${at}/destination`, destination, hasCity, 'city')];
  const leadsNowhere = (route: Draft<FileRoute>): boolean => sameRoute(route) !== undefined && !hasRoute(route);

  return [
    ...rowsOf(draft.buses, '/buses').flatMap(({ row: { operator }, at }) =>
      unknown(`${at}/operator`, operator, (email) => names.operators.has(email) || known.operators.has(email), "operator's e-mail address")),
    ...rowsOf(draft.routes, '/routes').flatMap(({ row, at }) => unknownEnds(row, at)),
    ...rowsOf(draft.schedules, '/schedules').flatMap(({ row, at }) => {
      const ends = unknownEnds(row, at);
      return [
        ...unknown(`${at}/bus`, row.bus, (bus) => names.buses.has(bus) || known.buses.has(bus), "bus's registration number"),
        ...ends,
        ...(ends.length === 0 && leadsNowhere(row) ? [fault(`${at}/destination`, `is on no route of the catalogue from ${JSON.stringify(row.source)}`)] : []),
      ];
    }),
  ];
}

const namesOf = ({ cities = [], operators = [], buses = [], routes = [] }: CatalogueDraft) => ({
  cities: new Set(cities.map((name) => name && cityKey(name))),
  operators: new Set(operators.map((operator) => operator?.email)),
  buses: new Set(buses.map((bus) => bus?.registrationNo)),
  routes: new Set(routes.map((route) => route && sameRoute(route))),
});

/** People of the file who can't be what it says, because of accounts that are there. */
export async function faultsOfPeople({ admins, operators }: CatalogueDraft, users: UserRepo): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { row: { email }, at } of rowsOf(admins, '/admins')) {
    const known = email === undefined ? undefined : await users.findByEmail(email);
    if (known && known.role !== 'ADMIN') faults.push(fault(`${at}/email`, 'belongs to a user who is no admin: an admin needs an account of their own'));
  }
  for (const { row: { email, phone }, at } of rowsOf(operators, '/operators')) {
    const other = phone === undefined || phone === null ? undefined : await users.findByPhone(phone);
    if (other && other.email !== email) faults.push(fault(`${at}/phone`, 'is the phone number of another user'));
  }
  return faults;
}

const SECTIONS = ['cities', 'admins', 'operators', 'buses', 'routes', 'schedules'];

/** Faults in the order of the rows they are in. */
export const inFileOrder = (faults: readonly Fault[]): readonly Fault[] => {
  const placed = faults.map((one) => {
    const [, section = '', row] = one.field.split('/', 3);
    return { one, section: SECTIONS.indexOf(section), row: Number(row ?? -1) };
  });
  return placed.sort((left, right) => left.section - right.section || left.row - right.row).map(({ one }) => one);
};
