import { phoneGroupOf } from '../accounts/account.ts';
import type { UserRepo } from '../accounts/ports.ts';
import { validityFaults } from '../fleet/documents.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { registrationNoTaken } from '../fleet/refusals.ts';
import { keyOfRegistration } from '../fleet/registration.ts';
import { layoutFaults } from '../fleet/seat-layout.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Draft } from '../kernel/draft.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import type { Instant } from '../kernel/time.ts';
import { cityKey, routeKey } from '../trips/city.ts';
import { farDepartureFaults, isPlannedHere, ONCE, REPEATED } from '../trips/planned-trips.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { KnownFleet } from './known-catalogue.ts';
import type { CatalogueDraft, FileBus, FileRoute, FileSchedule } from './catalogue-file.ts';
import { cityOfAlias, repeatedNames } from './city-faults.ts';
import { dailyKeys } from './planned-trips.ts';
import { faultsOfRoad } from './road-faults.ts';

/*
 * Finds faults in the well-formed rows of a file, even if other rows are malformed. `field` of a fault is a JSON
 * pointer.
 */

const fault = (field: string, message: string): Fault => ({ field, message });
const before = (pointer: string): string => `is listed before, at ${pointer}`;

/** The well-formed rows of one section of the file, each with its JSON pointer. */
const rowsOf = <Row>(
  rows: readonly (Row | undefined)[] = [],
  section: string,
): readonly { readonly row: Row; readonly at: string }[] =>
  rows.flatMap((row, index) => (row === undefined ? [] : [{ row, at: `${section}/${index}` }]));

/**
 * Returns a fault for each row whose key an earlier row has. Ignores rows without a key, because these have a fault
 * already.
 */
const repeated = <Row>(
  rows: readonly (Row | undefined)[] = [],
  section: string,
  keyOf: (row: Row) => string | null | undefined,
  field = '',
): readonly Fault[] =>
  repeats(rows, (row) => (row === undefined ? undefined : keyOf(row))).map(({ index, first }) =>
    fault(`${section}/${index}${field}`, before(`${section}/${first}`)),
  );

/** The JSON pointer of a field within a row: `/buses/2` and `seats[3].row` make `/buses/2/seats/3/row`. */
const pointerTo = (part: string, field: string): string =>
  `${part}/${field.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`;

const sameRoute = ({ source, destination }: Draft<FileRoute>): string | undefined =>
  source === undefined || destination === undefined
    ? undefined
    : JSON.stringify([cityKey(source), cityKey(destination)]);

const busKey = ({ registrationNo }: Draft<FileBus>): string | undefined =>
  registrationNo === undefined ? undefined : keyOfRegistration(registrationNo);

const isRound = ({ source, destination }: Draft<FileRoute>): boolean =>
  source !== undefined && destination !== undefined && cityKey(source) === cityKey(destination);

/** Faults of rows whose fields contradict each other, or contradict other rows. */
export const faultsWithin = (draft: CatalogueDraft, calendar: Calendar, now: Instant): readonly Fault[] => [
  ...repeatedNames(draft),
  ...repeated(draft.admins, '/admins', ({ email }) => email, '/email'),
  ...repeated(draft.operators, '/operators', ({ email }) => email, '/email'),
  ...repeated(draft.operators, '/operators', ({ phone }) => phone, '/phone'),
  ...twoPasswords(draft),
  ...repeated(draft.buses, '/buses', busKey, '/registration_no'),
  ...rowsOf(draft.buses, '/buses').flatMap(({ row, at }) => farDocuments(row, at, calendar.date(now))),
  ...repeated(draft.routes, '/routes', sameRoute),
  ...rowsOf(draft.routes, '/routes').flatMap(({ row, at }) =>
    isRound(row) ? [fault(`${at}/destination`, 'is the source too: a route leads elsewhere')] : [],
  ),
  ...rowsOf(draft.schedules, '/schedules').flatMap(({ row, at }) => [
    ...keyFaults(row, at),
    ...timeFaults(row, at),
    ...farDepartures(row, at, calendar, now),
    ...roadFaults(row, at, draft.cities),
  ]),
  ...repeatedTrips(draft, calendar, now),
];

/** Faults of persons who are both admin and operator but have different passwords in the two rows. */
function twoPasswords({ admins, operators }: CatalogueDraft): Fault[] {
  const known = new Map(rowsOf(admins, '/admins').map(({ row, at }) => [row.email, { password: row.password, at }]));
  return rowsOf(operators, '/operators').flatMap(({ row: { email, password }, at }) => {
    const admin = email === undefined ? undefined : known.get(email);
    const differ = admin?.password !== undefined && password !== undefined && admin.password !== password;
    return differ ? [fault(`${at}/password`, `differs from that of the same user, at ${admin.at}`)] : [];
  });
}

const keyFaults = ({ key }: Draft<FileSchedule>, at: string): Fault[] =>
  key !== undefined && isPlannedHere(key)
    ? [fault(`${at}/key`, `begins with "${ONCE}" or "${REPEATED}", as only the keys of trips planned in the office do`)]
    : [];

const timeFaults = ({ times: { departsAt, arrivesAt } = {} }: Draft<FileSchedule>, at: string): Fault[] =>
  departsAt !== undefined && arrivesAt !== undefined && arrivesAt <= departsAt
    ? [fault(`${at}/arrival_time`, 'must be after departure_time')]
    : [];

const farDepartures = (
  { times }: Draft<FileSchedule>,
  at: string,
  calendar: Calendar,
  now: Instant,
): readonly Fault[] =>
  times?.departsAt === undefined ? [] : farDepartureFaults(`${at}/departure_time`, times.departsAt, now, calendar);

const farDocuments = ({ documents = [] }: Draft<FileBus>, at: string, today: string): readonly Fault[] =>
  documents.flatMap((document, index) =>
    validityFaults({ validFrom: null, validUntil: document?.validUntil ?? null }, today).map(({ field, message }) =>
      fault(`${at}/documents/${index}/${field}`, message),
    ),
  );

const roadFaults = (schedule: Draft<FileSchedule>, at: string, cities: CatalogueDraft['cities']): readonly Fault[] =>
  faultsOfRoad(schedule, cities).map(({ field, message }) => fault(pointerTo(at, field), message));

/**
 * Faults of schedules that would make two trips with one key. A daily schedule makes a trip and a key for each day.
 * Such a key can equal the key of a single departure. Reports at most one fault per schedule.
 */
function repeatedTrips({ schedules }: CatalogueDraft, calendar: Calendar, now: Instant): Fault[] {
  const today = calendar.date(now);
  const first = new Map<string, string>();
  return rowsOf(schedules, '/schedules').flatMap(({ row: { key, times }, at }) => {
    if (key === undefined) return [];
    const keys = times?.daily ? dailyKeys(key, times.daily.days ?? 0, today, calendar).map((trip) => trip.key) : [key];
    const met = keys.find((name) => first.has(name));
    if (met !== undefined)
      return [fault(`${at}/key`, `${before(first.get(met) ?? '')}${met === key ? '' : ` (as ${met})`}`)];
    for (const name of keys) first.set(name, at);
    return [];
  });
}

export const foreignBus = (at: string, registrationNo: string): Fault =>
  fault(
    `${at}/operator`,
    `does not run this bus: ${registrationNo} belongs to another company (${registrationNoTaken.code})`,
  );

/** Faults of new buses whose registration number another company has reserved. */
export function foreignBuses(draft: CatalogueDraft, known: KnownCatalogue, fleet: KnownFleet): readonly Fault[] {
  const { operators } = namesOf(draft);
  return rowsOf(draft.buses, '/buses').flatMap(({ row: { operator = '', registrationNo = '' }, at }) => {
    const isOperator = operators.has(operator) || known.operators.has(operator);
    const company = known.operators.get(operator);
    return isOperator && fleet.find(company, registrationNo) === undefined && fleet.isReserved(company, registrationNo)
      ? [foreignBus(at, registrationNo)]
      : [];
  });
}

/**
 * Faults of seat maps. Seats whose numbers differ in spelling alone are no fault if the stored map has the same two
 * numbers, because maps of earlier versions may have such numbers.
 */
export async function faultsOfSeatMaps(
  draft: CatalogueDraft,
  known: KnownCatalogue,
  fleet: KnownFleet,
  buses: Pick<BusRepo, 'seatMaps'>,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const {
    row: { operator = '', registrationNo = '', seatMap },
    at,
  } of rowsOf(draft.buses, '/buses')) {
    if (!seatMap || layoutFaults(seatMap).length === 0) continue;
    const id = fleet.find(known.operators.get(operator), registrationNo);
    const stored = id && (await buses.seatMaps([id])).get(id);
    const numbers = new Set<string | undefined>(stored?.seats.map(({ number }) => number));
    const isKept = (index: number): boolean => numbers.has(seatMap.seats?.[index]?.number);
    for (const { field, message } of layoutFaults(seatMap, isKept))
      faults.push(fault(pointerTo(`${at}/seat_map`, field), message));
  }
  return faults;
}

/** Faults of rows that refer to a row which is neither in the file nor in the database. */
export function unknownReferences(draft: CatalogueDraft, known: KnownCatalogue, fleet: KnownFleet): readonly Fault[] {
  const names = namesOf(draft);
  const hasCity = (name: string): boolean => names.cities.has(cityKey(name)) || known.cities.has(cityKey(name));
  const hasRoute = (route: Draft<FileRoute>): boolean => {
    const [source, destination] = [route.source, route.destination].map((name) =>
      known.cities.get(cityKey(name ?? '')),
    );
    return (
      names.routes.has(sameRoute(route)) ||
      (source !== undefined && destination !== undefined && known.routes.has(routeKey(source, destination)))
    );
  };
  const isBus = (name: string): boolean =>
    names.buses.has(keyOfRegistration(name)) || fleet.intended(name) !== undefined;
  const unknown = (
    field: string,
    name: string | undefined,
    isKnown: (name: string) => boolean,
    what: string,
  ): Fault[] =>
    name === undefined || isKnown(name)
      ? []
      : [fault(field, `is no ${what} of the catalogue: ${JSON.stringify(name)}`)];
  const unknownCity = (field: string, name = ''): Fault[] => {
    const city = hasCity(name) ? undefined : cityOfAlias(known, name);
    return city === undefined
      ? unknown(field, name || undefined, hasCity, 'city')
      : [fault(field, `is another name of the city ${JSON.stringify(city)}`)];
  };
  const unknownEnds = ({ source, destination }: Draft<FileRoute>, at: string): Fault[] => [
    ...unknownCity(`${at}/source`, source),
    ...unknownCity(`${at}/destination`, destination),
  ];
  const leadsNowhere = (route: Draft<FileRoute>): boolean => sameRoute(route) !== undefined && !hasRoute(route);

  return [
    ...rowsOf(draft.buses, '/buses').flatMap(({ row: { operator }, at }) =>
      unknown(
        `${at}/operator`,
        operator,
        (email) => names.operators.has(email) || known.operators.has(email),
        "operator's e-mail address",
      ),
    ),
    ...rowsOf(draft.routes, '/routes').flatMap(({ row, at }) => unknownEnds(row, at)),
    ...rowsOf(draft.schedules, '/schedules').flatMap(({ row, at }) => {
      const ends = unknownEnds(row, at);
      return [
        ...unknown(`${at}/bus`, row.bus, isBus, "bus's registration number"),
        ...ends,
        ...(ends.length === 0 && leadsNowhere(row)
          ? [fault(`${at}/destination`, `is on no route of the catalogue from ${JSON.stringify(row.source)}`)]
          : []),
      ];
    }),
  ];
}

const namesOf = ({ cities = [], operators = [], buses = [], routes = [] }: CatalogueDraft) => ({
  cities: new Set(cities.map((city) => city?.name && cityKey(city.name))),
  operators: new Set(operators.map((operator) => operator?.email)),
  buses: new Set(buses.map((bus) => bus && busKey(bus))),
  routes: new Set(routes.map((route) => route && sameRoute(route))),
});

/** Faults of persons in the file whose existing accounts contradict the file. */
export async function faultsOfPeople(
  { admins, operators }: CatalogueDraft,
  users: UserRepo,
  known: KnownCatalogue,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const {
    row: { email },
    at,
  } of rowsOf(admins, '/admins')) {
    const known = email === undefined ? undefined : await users.findByEmail(email);
    // Ignores an account with an unverified e-mail address, because the import gives such an account to the person in
    // the file.
    if (known?.emailVerified && known.role !== 'ADMIN')
      faults.push(fault(`${at}/email`, 'belongs to a user who is no admin: an admin needs an account of their own'));
  }
  for (const {
    row: { email, phone },
    at,
  } of rowsOf(operators, '/operators')) {
    const account = email === undefined ? undefined : await users.findByEmail(email);
    const group = account ? phoneGroupOf(account) : 'others';
    const other = phone === undefined || phone === null ? undefined : await users.findByPhone(phone, group);
    if (other && other.email !== email) faults.push(fault(`${at}/phone`, 'is the phone number of another user'));
    if (email !== undefined && account && account.operatorId !== null && !known.operators.has(email))
      faults.push(fault(`${at}/email`, 'belongs to somebody on the staff of a company that is not their own'));
    if (account && account.agentId !== null)
      faults.push(fault(`${at}/email`, 'belongs to somebody on the staff of an agent'));
  }
  return faults;
}

const SECTIONS = ['cities', 'admins', 'operators', 'buses', 'routes', 'schedules', 'places'];

/** Sorts faults by the position of their rows in the file. */
export const inFileOrder = (faults: readonly Fault[]): readonly Fault[] => {
  const placed = faults.map((one) => {
    const [, section = '', row] = one.field.split('/', 3);
    return { one, section: SECTIONS.indexOf(section), row: Number(row ?? -1) };
  });
  return placed.sort((left, right) => left.section - right.section || left.row - right.row).map(({ one }) => one);
};
