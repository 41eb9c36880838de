import type { CatalogueDocument } from '../../adapters/catalogue-file/schema.ts';
import { NEPALI_PLACES } from '../../adapters/language/places.ts';
import { CITY_ALIASES } from './city-aliases.ts';
import { CITY_CENTRES } from './city-centres.ts';
import { samplePlaces } from './places.ts';
import { type Kind, type Operator, OPERATORS, ROADS } from './roads.ts';

/*
 * A catalogue of a part of Nepal, with which people can try the service. `npm run sample` writes it to catalogue.json,
 * and the demo loads that file. The file is also an example of a catalogue file.
 */

/** The password of every sample account, which is for demonstration only. */
const PASSWORD = 'demo-1234';

type Bus = NonNullable<CatalogueDocument['buses']>[number];
type Seat = NonNullable<Bus['seat_map']>['seats'][number];

/** Numbers seats as in Nepal, from the front. `A` is on the driver's side, `B` on the door's side. */
const seat = (number: string, deck: number, row: number, col: number, type: string) =>
  ({ seat_number: number, deck, row, col, seat_type: type, is_active: true }) as Seat;

/** Rows with two seats on each side of the aisle, and a last row of five. */
const twoAndTwo = (rows: number, deck = 1, prefix = ''): Seat[] => [
  ...Array.from({ length: rows }, (_, index) => index + 1).flatMap((row) => [
    seat(`${prefix}A${2 * row - 1}`, deck, row, 1, 'WINDOW'),
    seat(`${prefix}A${2 * row}`, deck, row, 2, 'AISLE'),
    seat(`${prefix}B${2 * row}`, deck, row, 4, 'AISLE'),
    seat(`${prefix}B${2 * row - 1}`, deck, row, 5, 'WINDOW'),
  ]),
  seat(`${prefix}C1`, deck, rows, 3, 'MIDDLE'),
];

/** Rows of wide seats: two on one side of the aisle and one on the other. */
const twoAndOne = (rows: number, deck = 1, prefix = ''): Seat[] =>
  Array.from({ length: rows }, (_, index) => index + 1).flatMap((row) => [
    seat(`${prefix}A${2 * row - 1}`, deck, row, 1, 'SOFA'),
    seat(`${prefix}A${2 * row}`, deck, row, 2, 'SOFA'),
    seat(`${prefix}B${row}`, deck, row, 4, 'SOFA'),
  ]);

interface Model {
  readonly type: string;
  readonly label: string;
  /** The fare, as a multiple of a deluxe bus's fare. */
  readonly fare: number;
  /** The travel time, as a multiple of a deluxe bus's travel time. */
  readonly pace: number;
  readonly places: number;
  readonly seatMap: Exclude<Bus['seat_map'], undefined>;
}

const model = (
  type: string,
  label: string,
  fare: number,
  pace: number,
  rows: number,
  cols: number,
  decks: number,
  seats: Seat[],
): Model => ({ type, label, fare, pace, places: seats.length, seatMap: { rows, cols, deck_count: decks, seats } });

const MODELS: Readonly<Record<Kind, Model>> = {
  deluxe: model('DELUXE', 'Deluxe', 1, 1, 9, 5, 1, twoAndTwo(9)),
  ac: model('AC_DELUXE', 'AC Deluxe', 1.25, 0.97, 8, 5, 1, twoAndTwo(8)),
  sofa: model('SOFA', 'Sofa', 1.5, 0.97, 9, 4, 1, twoAndOne(9)),
  'double-decker': model('DOUBLE_DECKER', 'Double Decker', 1.65, 1.03, 10, 5, 2, [
    ...twoAndOne(4),
    ...twoAndTwo(10, 2, 'U'),
  ]),
  micro: { type: 'MICROBUS', label: 'HiAce', fare: 1.1, pace: 0.9, places: 14, seatMap: null },
  electric: model('ELECTRIC', 'Electric', 1.2, 1, 9, 5, 1, twoAndTwo(9)),
};

/** Amenities of the sample's vehicles. */
const AMENITIES_OF: Readonly<Record<Kind, NonNullable<Bus['amenities']>>> = {
  deluxe: ['CHARGING', 'WATER'],
  ac: ['AC', 'WIFI', 'CHARGING', 'WATER'],
  sofa: ['AC', 'WIFI', 'CHARGING', 'WATER', 'BLANKET', 'RECLINING'],
  'double-decker': ['AC', 'CHARGING', 'SCREEN'],
  micro: [],
  electric: ['AC', 'WIFI', 'CHARGING'],
};

const PAPERS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;

const emailOf = (operator: Operator): string => `${operator}@example.com`;

/** Makes a bus. The electric coaches are not approved yet. */
const bus = (kind: Kind, operator: Operator, number: number): Bus => {
  const { type, label, places, seatMap } = MODELS[kind];
  const { company, zone, series } = OPERATORS[operator];
  const isApproved = kind !== 'electric';
  return {
    operator: emailOf(operator),
    bus_name: `${company.split(' ')[0] ?? company} ${label}`,
    registration_no: `${zone} ${series} ${kind === 'micro' ? 'JA' : 'KHA'} ${number}`,
    bus_type: type,
    total_seats: places,
    amenities: AMENITIES_OF[kind],
    approval_status: isApproved ? 'APPROVED' : 'PENDING',
    status: 'ACTIVE',
    documents: PAPERS.map((paper) => ({
      type: paper,
      status: isApproved || paper === 'REGISTRATION' ? 'VERIFIED' : 'PENDING',
    })),
    seat_map: seatMap,
  };
};

const roundTo = (amount: number, step: number): number => Math.round(amount / step) * step;

const slug = (city: string): string => city.toLowerCase();

/**
 * Minutes for which a bus rests before it drives back. If a day is too short for both journeys, each direction has its
 * own bus.
 */
const REST_MINUTES = 40;

const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isRoundTrip(out: string, back: string, minutes: number): boolean {
  const stay = (clock(back) - clock(out) + 1_440) % 1_440;
  return stay >= minutes + REST_MINUTES && 1_440 - stay >= minutes + REST_MINUTES;
}

/** Minutes for which a bus waits at a stop on the way. */
const HALT_MINUTES = 10;

/**
 * The stops on the way and the fares between them. A stop's `share` is its part of the whole travel time. A section
 * that takes a third of the time costs a third of the fare.
 */
function roadOf(stops: readonly (readonly [city: string, share: number])[], duration: number, fare: number): object {
  if (stops.length === 0) return {};
  const between = stops.map(([city, share]) => {
    const arrives = roundTo(share * duration, 5);
    return { city, arrives, departs: arrives + HALT_MINUTES };
  });
  const all = [{ arrives: 0, departs: 0 }, ...between, { arrives: duration, departs: duration }];
  const fares = all.flatMap(({ departs }, from) =>
    all.flatMap(({ arrives }, to) =>
      to <= from || to - from === all.length - 1
        ? []
        : { from, to, fare: roundTo((fare * (arrives - departs)) / duration, 10) },
    ),
  );
  return { stops: between, fares };
}

const cityRow = ([city, [lat, lon]]: readonly [string, readonly [number, number]]) => ({
  city_name: city,
  ...(CITY_ALIASES[city] && { aliases: CITY_ALIASES[city] }),
  name_ne: NEPALI_PLACES[city] ?? null,
  lat,
  lon,
});

/** Makes the sample catalogue: companies, buses, routes and schedules. */
export function sampleCatalogue() {
  const buses: Bus[] = [];
  const schedules: object[] = [];
  const addBus = (kind: Kind, operator: Operator): string => {
    const added = bus(kind, operator, 1_003 + ((137 * buses.length) % 8_900));
    buses.push(added);
    return added.registration_no;
  };

  for (const {
    ends: [from, to],
    km,
    minutes,
    fare,
    services,
    stops = [],
  } of ROADS) {
    for (const [kind, operator, out, back] of services) {
      const duration = roundTo(minutes * MODELS[kind].pace, 5);
      const price = roundTo(fare * MODELS[kind].fare, 10);
      const onTheWay = stops.map(([city, distance]) => [city, distance / km] as const);
      const onTheWayBack = onTheWay.map(([city, share]) => [city, 1 - share] as const).reverse();
      const leaves = (source: string, destination: string, time: string, registration: string) =>
        schedules.push({
          key: `${slug(source)}-${slug(destination)}-${time.replace(':', '')}-${kind}`,
          bus: registration,
          source,
          destination,
          fare: price,
          daily: { time, duration_minutes: duration, days: 14 },
          status: 'ACTIVE',
          ...roadOf(source === from ? onTheWay : onTheWayBack, duration, price),
        });
      const there = addBus(kind, operator);
      leaves(from, to, out, there);
      leaves(to, from, back, isRoundTrip(out, back, duration) ? there : addBus(kind, operator));
    }
  }

  return {
    cities: Object.entries(CITY_CENTRES).map(cityRow),
    admins: [{ full_name: 'Anita Shrestha', email: 'admin@example.com', password: PASSWORD }],
    operators: Object.entries(OPERATORS).map(([name, { company, person }]) => ({
      company_name: company,
      full_name: person,
      email: emailOf(name as Operator),
      phone: null,
      password: PASSWORD,
    })),
    buses,
    routes: ROADS.flatMap(({ ends: [from, to] }) => [
      { source: from, destination: to },
      { source: to, destination: from },
    ]),
    schedules,
    places: samplePlaces(),
  };
}

/** Prints each row on its own line, so that a diff shows only the changed rows. */
export const printCatalogue = (catalogue: object): string =>
  `{\n${Object.entries(catalogue)
    .map(
      ([section, rows]) =>
        `  "${section}": [\n${(rows as unknown[]).map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`,
    )
    .join(',\n')}\n}\n`;
