import type { CatalogueDocument } from '../adapters/catalogue-file/schema.ts';

/*
 * A piece of Nepal to try the service with: real cities and roads; companies, people and vehicles are invented.
 * `npm run sample` writes it to sample-catalogue.json, which the demo loads and which shows what a catalogue file looks like.
 */

/** For demonstration only. */
const PASSWORD = 'demo-1234';

type Kind = 'deluxe' | 'ac' | 'sofa' | 'double-decker' | 'micro' | 'electric';

const OPERATORS = {
  himchuli: { company: 'Himchuli Yatayat', person: 'Sita Rai', zone: 'BA', series: 3 },
  phewa: { company: 'Phewa Tourist Coach', person: 'Bishnu Prasad Adhikari', zone: 'GA', series: 1 },
  gandaki: { company: 'Gandaki Sofa Line', person: 'Kamala Gurung', zone: 'GA', series: 2 },
  sunkoshi: { company: 'Sunkoshi Express', person: 'Rajendra Shrestha', zone: 'BA', series: 4 },
  saptakoshi: { company: 'Saptakoshi Night Line', person: 'Mina Limbu', zone: 'KO', series: 1 },
  mechi: { company: 'Antu Mechi Travels', person: 'Dambar Bahadur Rai', zone: 'ME', series: 1 },
  mithila: { company: 'Mithila Jyoti Yatayat', person: 'Anil Kumar Jha', zone: 'JA', series: 1 },
  rapti: { company: 'Rapti Green Travels', person: 'Laxmi Chaudhary', zone: 'NA', series: 5 },
  siddhartha: { company: 'Siddhartha Shanti Coach', person: 'Hari Prasad Panthi', zone: 'LU', series: 2 },
  bheri: { company: 'Bheri Karnali Yatayat', person: 'Nirmala Thapa', zone: 'BHE', series: 1 },
  seti: { company: 'Seti Mahakali Deluxe', person: 'Dipendra Bista', zone: 'SE', series: 1 },
  valley: { company: 'Valley Micro Sewa', person: 'Sarita Maharjan', zone: 'BA', series: 5 },
} as const;

type Operator = keyof typeof OPERATORS;

/**
 * A road: its length, what it takes to drive, the fare in an ordinary deluxe bus; and the services on it, each with
 * the vehicle, its operator, and when it leaves at either end.
 */
interface Road {
  readonly ends: readonly [string, string];
  readonly km: number;
  readonly minutes: number;
  readonly fare: number;
  readonly services: readonly (readonly [Kind, Operator, string, string])[];
}

const road = (from: string, to: string, km: number, hours: number, fare: number, ...services: Road['services']): Road =>
  ({ ends: [from, to], km, minutes: Math.round(hours * 60), fare, services });

export const ROADS: readonly Road[] = [
  road('Kathmandu', 'Pokhara', 200, 7.5, 1_000,
    ['deluxe', 'himchuli', '06:30', '18:30'], ['ac', 'phewa', '07:00', '19:30'], ['sofa', 'gandaki', '07:30', '20:00'],
    ['double-decker', 'himchuli', '08:00', '20:30'], ['micro', 'valley', '09:00', '17:30'], ['electric', 'rapti', '09:30', '21:00'],
    ['deluxe', 'sunkoshi', '12:30', '00:30'], ['sofa', 'phewa', '19:30', '07:30'], ['deluxe', 'gandaki', '20:30', '08:30'], ['ac', 'himchuli', '21:30', '10:00']),
  road('Kathmandu', 'Bharatpur', 146, 5, 700,
    ['deluxe', 'rapti', '06:45', '13:00'], ['ac', 'rapti', '08:15', '15:30'], ['micro', 'valley', '11:00', '17:00'], ['deluxe', 'himchuli', '14:00', '05:30'],
    ['deluxe', 'sunkoshi', '23:00', '04:30']),
  road('Kathmandu', 'Sauraha', 158, 5.5, 800, ['ac', 'rapti', '07:00', '13:30'], ['sofa', 'phewa', '07:45', '14:15']),
  road('Kathmandu', 'Butwal', 265, 9, 1_050, ['deluxe', 'siddhartha', '06:00', '17:00'], ['ac', 'siddhartha', '18:30', '06:30'], ['sofa', 'gandaki', '19:15', '07:15']),
  road('Kathmandu', 'Bhairahawa', 290, 9.5, 1_150, ['deluxe', 'siddhartha', '07:00', '19:00'], ['ac', 'himchuli', '19:00', '07:00']),
  road('Kathmandu', 'Lumbini', 300, 10, 1_250, ['ac', 'siddhartha', '06:30', '18:00'], ['sofa', 'siddhartha', '19:30', '07:00']),
  road('Kathmandu', 'Tansen', 305, 10.5, 1_200, ['deluxe', 'siddhartha', '06:15', '18:15']),
  road('Kathmandu', 'Nepalgunj', 510, 13, 1_650, ['ac', 'bheri', '15:30', '16:00'], ['sofa', 'bheri', '17:30', '17:00']),
  road('Kathmandu', 'Surkhet', 600, 15.5, 1_850, ['ac', 'bheri', '14:00', '13:30']),
  road('Kathmandu', 'Ghorahi', 415, 11.5, 1_400, ['deluxe', 'bheri', '16:30', '17:00']),
  road('Kathmandu', 'Dhangadhi', 670, 17, 2_050, ['ac', 'seti', '13:00', '13:30'], ['sofa', 'seti', '14:30', '15:00']),
  road('Kathmandu', 'Mahendranagar', 700, 18, 2_200, ['ac', 'seti', '12:00', '12:30']),
  road('Kathmandu', 'Birgunj', 285, 8.5, 950, ['deluxe', 'himchuli', '07:15', '18:45'], ['ac', 'sunkoshi', '20:00', '08:30'], ['deluxe', 'mithila', '22:00', '10:00']),
  road('Kathmandu', 'Hetauda', 86, 4, 650, ['micro', 'valley', '06:30', '12:00'], ['micro', 'valley', '10:00', '15:30'], ['micro', 'valley', '13:30', '06:00']),
  road('Kathmandu', 'Janakpur', 226, 8, 1_100, ['deluxe', 'mithila', '06:00', '16:30'], ['ac', 'mithila', '18:00', '05:30'], ['micro', 'valley', '09:30', '19:30']),
  road('Kathmandu', 'Lahan', 290, 9, 1_250, ['deluxe', 'mithila', '07:30', '19:00']),
  road('Kathmandu', 'Rajbiraj', 330, 10, 1_350, ['deluxe', 'mithila', '17:30', '06:00']),
  road('Kathmandu', 'Biratnagar', 385, 12, 1_650, ['ac', 'saptakoshi', '16:00', '15:30'], ['sofa', 'saptakoshi', '17:30', '17:00'], ['double-decker', 'sunkoshi', '18:30', '18:00']),
  road('Kathmandu', 'Dharan', 365, 11.5, 1_600, ['ac', 'saptakoshi', '16:45', '16:15'], ['deluxe', 'sunkoshi', '05:00', '05:15']),
  road('Kathmandu', 'Itahari', 370, 11.5, 1_600, ['deluxe', 'saptakoshi', '17:15', '16:45']),
  road('Kathmandu', 'Birtamod', 460, 14, 1_800, ['sofa', 'mechi', '15:30', '15:00'], ['ac', 'mechi', '16:30', '16:00']),
  road('Kathmandu', 'Kakarbhitta', 475, 14.5, 1_900, ['ac', 'mechi', '15:00', '14:30']),
  road('Kathmandu', 'Ilam', 545, 16.5, 2_100, ['deluxe', 'mechi', '14:00', '13:30']),
  road('Kathmandu', 'Gorkha', 141, 5, 650, ['deluxe', 'himchuli', '07:00', '13:15'], ['micro', 'valley', '12:00', '06:00']),
  road('Kathmandu', 'Besisahar', 175, 6.5, 800, ['deluxe', 'gandaki', '06:45', '14:30'], ['micro', 'valley', '08:30', '16:00']),
  road('Kathmandu', 'Baglung', 275, 10, 1_250, ['deluxe', 'gandaki', '07:00', '18:30']),
  road('Kathmandu', 'Charikot', 133, 5.5, 700, ['deluxe', 'sunkoshi', '06:30', '13:30'], ['micro', 'valley', '13:00', '06:30']),
  road('Kathmandu', 'Jiri', 188, 8, 900, ['deluxe', 'sunkoshi', '06:00', '17:00']),
  road('Pokhara', 'Bharatpur', 145, 5, 650, ['deluxe', 'phewa', '07:00', '13:30'], ['micro', 'phewa', '11:30', '18:00'], ['deluxe', 'gandaki', '20:00', '02:00']),
  road('Pokhara', 'Sauraha', 155, 5.5, 750, ['ac', 'phewa', '07:30', '14:00']),
  road('Pokhara', 'Butwal', 160, 6.5, 750, ['deluxe', 'gandaki', '06:30', '14:00'], ['micro', 'phewa', '12:00', '05:00']),
  road('Pokhara', 'Bhairahawa', 182, 7.5, 850, ['deluxe', 'siddhartha', '07:15', '19:15']),
  road('Pokhara', 'Lumbini', 205, 8, 1_000, ['ac', 'siddhartha', '06:45', '18:45']),
  road('Pokhara', 'Baglung', 72, 3, 350, ['micro', 'gandaki', '07:00', '11:00'], ['micro', 'gandaki', '14:30', '06:00']),
  road('Pokhara', 'Beni', 82, 3.5, 420, ['deluxe', 'gandaki', '06:30', '11:00'], ['micro', 'gandaki', '13:00', '17:30']),
  road('Pokhara', 'Jomsom', 158, 9, 1_500, ['micro', 'gandaki', '06:00', '16:30']),
  road('Pokhara', 'Birgunj', 275, 8.5, 1_050, ['deluxe', 'phewa', '06:00', '17:30']),
  road('Pokhara', 'Nepalgunj', 410, 12, 1_500, ['ac', 'bheri', '16:00', '16:30']),
  road('Pokhara', 'Biratnagar', 540, 14, 1_850, ['ac', 'saptakoshi', '14:30', '14:00']),
  road('Pokhara', 'Kakarbhitta', 635, 16, 2_050, ['sofa', 'mechi', '13:30', '13:00']),
  road('Bharatpur', 'Butwal', 115, 3.5, 480, ['deluxe', 'rapti', '06:30', '11:30'], ['deluxe', 'siddhartha', '16:00', '21:00'],
    ['deluxe', 'rapti', '22:30', '03:00']),
  road('Bharatpur', 'Biratnagar', 395, 9.5, 1_200, ['ac', 'saptakoshi', '19:00', '07:00']),
  road('Bharatpur', 'Birgunj', 130, 3.5, 480, ['deluxe', 'rapti', '07:00', '12:00'], ['micro', 'rapti', '04:00', '01:00']),
  road('Butwal', 'Nepalgunj', 250, 6.5, 850, ['deluxe', 'bheri', '06:00', '14:00'], ['ac', 'bheri', '23:30', '08:30']),
  road('Nepalgunj', 'Surkhet', 105, 3.5, 450, ['micro', 'bheri', '07:00', '12:30']),
  road('Nepalgunj', 'Dhangadhi', 190, 4.5, 650, ['deluxe', 'seti', '06:30', '13:00']),
  road('Dhangadhi', 'Mahendranagar', 62, 1.5, 230, ['micro', 'seti', '08:00', '11:00'], ['micro', 'seti', '14:00', '17:00']),
  road('Janakpur', 'Biratnagar', 185, 5, 650, ['deluxe', 'mithila', '07:00', '14:00']),
  road('Birtamod', 'Ilam', 78, 3, 400, ['micro', 'mechi', '07:30', '12:00'], ['micro', 'mechi', '14:00', '05:30']),
];

type Bus = NonNullable<CatalogueDocument['buses']>[number];
type Seat = NonNullable<Bus['seat_map']>['seats'][number];

/** A seat as it is painted in Nepal: side and number, counted from the front; `A` on the driver's side, `B` on the door's. */
const seat = (number: string, deck: number, row: number, col: number, type: string) => ({ seat_number: number, deck, row, col, seat_type: type, is_active: true }) as Seat;

/** Rows of two and two with an aisle between, and five seats across the back. */
const twoAndTwo = (rows: number, deck = 1, prefix = ''): Seat[] => [
  ...Array.from({ length: rows }, (_, index) => index + 1).flatMap((row) => [
    seat(`${prefix}A${2 * row - 1}`, deck, row, 1, 'WINDOW'), seat(`${prefix}A${2 * row}`, deck, row, 2, 'AISLE'),
    seat(`${prefix}B${2 * row}`, deck, row, 4, 'AISLE'), seat(`${prefix}B${2 * row - 1}`, deck, row, 5, 'WINDOW'),
  ]),
  seat(`${prefix}C1`, deck, rows, 3, 'MIDDLE'),
];

/** Wide seats: two and one. */
const twoAndOne = (rows: number, deck = 1, prefix = ''): Seat[] =>
  Array.from({ length: rows }, (_, index) => index + 1).flatMap((row) => [
    seat(`${prefix}A${2 * row - 1}`, deck, row, 1, 'SOFA'), seat(`${prefix}A${2 * row}`, deck, row, 2, 'SOFA'), seat(`${prefix}B${row}`, deck, row, 4, 'SOFA'),
  ]);

interface Model {
  readonly type: string;
  readonly label: string;
  /** Times the fare of a deluxe bus. */
  readonly fare: number;
  /** Of the time a deluxe bus takes. */
  readonly pace: number;
  readonly places: number;
  readonly seatMap: Exclude<Bus['seat_map'], undefined>;
}

const model = (type: string, label: string, fare: number, pace: number, rows: number, cols: number, decks: number, seats: Seat[]): Model =>
  ({ type, label, fare, pace, places: seats.length, seatMap: { rows, cols, deck_count: decks, seats } });

const MODELS: Readonly<Record<Kind, Model>> = {
  'deluxe': model('DELUXE', 'Deluxe', 1, 1, 9, 5, 1, twoAndTwo(9)),
  'ac': model('AC_DELUXE', 'AC Deluxe', 1.25, 0.97, 8, 5, 1, twoAndTwo(8)),
  'sofa': model('SOFA', 'Sofa', 1.5, 0.97, 9, 4, 1, twoAndOne(9)),
  'double-decker': model('DOUBLE_DECKER', 'Double Decker', 1.65, 1.03, 10, 5, 2, [...twoAndOne(4), ...twoAndTwo(10, 2, 'U')]),
  'micro': { type: 'MICROBUS', label: 'HiAce', fare: 1.1, pace: 0.9, places: 14, seatMap: null },
  'electric': model('ELECTRIC', 'Electric', 1.2, 1, 9, 5, 1, twoAndTwo(9)),
};

const PAPERS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const;

const emailOf = (operator: Operator): string => `${operator}@example.com`;

/** One vehicle of a service. The electric coaches still wait for their approval. */
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
    approval_status: isApproved ? 'APPROVED' : 'PENDING',
    status: 'ACTIVE',
    documents: PAPERS.map((paper) => ({ type: paper, status: isApproved || paper === 'REGISTRATION' ? 'VERIFIED' : 'PENDING' })),
    seat_map: seatMap,
  };
};

const roundTo = (amount: number, step: number): number => Math.round(amount / step) * step;

const slug = (city: string): string => city.toLowerCase();

/** No bus leaves before it has come back and rested: where a day is too short for both ways, each way has a bus of its own. */
const REST_MINUTES = 40;

const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isRoundTrip(out: string, back: string, minutes: number): boolean {
  const stay = (clock(back) - clock(out) + 1_440) % 1_440;
  return stay >= minutes + REST_MINUTES && 1_440 - stay >= minutes + REST_MINUTES;
}

/** The whole catalogue. */
export function sampleCatalogue() {
  const buses: Bus[] = [];
  const schedules: object[] = [];
  const addBus = (kind: Kind, operator: Operator): string => {
    const added = bus(kind, operator, 1_003 + 137 * buses.length % 8_900);
    buses.push(added);
    return added.registration_no;
  };

  for (const { ends: [from, to], minutes, fare, services } of ROADS) {
    for (const [kind, operator, out, back] of services) {
      const duration = roundTo(minutes * MODELS[kind].pace, 5);
      const leaves = (source: string, destination: string, time: string, registration: string) => schedules.push({
        key: `${slug(source)}-${slug(destination)}-${time.replace(':', '')}-${kind}`, bus: registration, source, destination, fare: roundTo(fare * MODELS[kind].fare, 10),
        daily: { time, duration_minutes: duration, days: 14 }, status: 'ACTIVE',
      });
      const there = addBus(kind, operator);
      leaves(from, to, out, there);
      leaves(to, from, back, isRoundTrip(out, back, duration) ? there : addBus(kind, operator));
    }
  }

  return {
    cities: [...new Set(ROADS.flatMap(({ ends }) => ends))].sort(),
    admins: [{ full_name: 'Anita Shrestha', email: 'admin@example.com', password: PASSWORD }],
    operators: Object.entries(OPERATORS).map(([name, { company, person }]) =>
      ({ company_name: company, full_name: person, email: emailOf(name as Operator), phone: null, password: PASSWORD })),
    buses,
    routes: ROADS.flatMap(({ ends: [from, to] }) => [{ source: from, destination: to }, { source: to, destination: from }]),
    schedules,
  };
}

/** One row a line, so that a change shows in a diff as what it is. */
export const printCatalogue = (catalogue: object): string =>
  `{\n${Object.entries(catalogue).map(([section, rows]) => `  "${section}": [\n${(rows as unknown[]).map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`).join(',\n')}\n}\n`;
