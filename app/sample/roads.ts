/*
 * The roads of the sample catalogue, and the bus services on them. Cities and roads are real; companies and people are
 * made up. catalogue.ts makes buses and schedules for every service here.
 */

/** The kinds of vehicle, which catalogue.ts builds. */
export type Kind = 'deluxe' | 'ac' | 'sofa' | 'double-decker' | 'micro' | 'electric';

export const OPERATORS = {
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

export type Operator = keyof typeof OPERATORS;

/**
 * A road between two cities: its length, and the time and fare of a deluxe bus. A bus service has a kind of bus, a
 * company, and a departure time at both ends.
 */
interface Road {
  readonly ends: readonly [string, string];
  readonly km: number;
  readonly minutes: number;
  readonly fare: number;
  readonly services: readonly (readonly [Kind, Operator, string, string])[];
  /** Cities on the way where passengers may get on and off, with their kilometres from the first end. */
  readonly stops?: readonly (readonly [city: string, km: number])[];
}

const road = (
  from: string,
  to: string,
  km: number,
  hours: number,
  fare: number,
  ...services: Road['services']
): Road => ({ ends: [from, to], km, minutes: Math.round(hours * 60), fare, services });

/** The road to Pokhara. Buses on this road also sell seats for a section, from one stop to a later stop. */
const ROAD_TO_POKHARA: Road = {
  ...road(
    'Kathmandu',
    'Pokhara',
    200,
    7.5,
    1_000,
    ['deluxe', 'himchuli', '06:30', '18:30'],
    ['ac', 'phewa', '07:00', '19:30'],
    ['sofa', 'gandaki', '07:30', '20:00'],
    ['double-decker', 'himchuli', '08:00', '20:30'],
    ['micro', 'valley', '09:00', '17:30'],
    ['electric', 'rapti', '09:30', '21:00'],
    ['deluxe', 'sunkoshi', '12:30', '00:30'],
    ['sofa', 'phewa', '19:30', '07:30'],
    ['deluxe', 'gandaki', '20:30', '08:30'],
    ['ac', 'himchuli', '21:30', '10:00'],
  ),
  stops: [
    ['Mugling', 110],
    ['Dumre', 136],
  ],
};

export const ROADS: readonly Road[] = [
  ROAD_TO_POKHARA,
  road(
    'Kathmandu',
    'Bharatpur',
    146,
    5,
    700,
    ['deluxe', 'rapti', '06:45', '13:00'],
    ['ac', 'rapti', '08:15', '15:30'],
    ['micro', 'valley', '11:00', '17:00'],
    ['deluxe', 'himchuli', '14:00', '05:30'],
    ['deluxe', 'sunkoshi', '23:00', '04:30'],
  ),
  road('Kathmandu', 'Sauraha', 158, 5.5, 800, ['ac', 'rapti', '07:00', '13:30'], ['sofa', 'phewa', '07:45', '14:15']),
  road(
    'Kathmandu',
    'Butwal',
    265,
    9,
    1_050,
    ['deluxe', 'siddhartha', '06:00', '17:00'],
    ['ac', 'siddhartha', '18:30', '06:30'],
    ['sofa', 'gandaki', '19:15', '07:15'],
  ),
  road(
    'Kathmandu',
    'Bhairahawa',
    290,
    9.5,
    1_150,
    ['deluxe', 'siddhartha', '07:00', '19:00'],
    ['ac', 'himchuli', '19:00', '07:00'],
  ),
  road(
    'Kathmandu',
    'Lumbini',
    300,
    10,
    1_250,
    ['ac', 'siddhartha', '06:30', '18:00'],
    ['sofa', 'siddhartha', '19:30', '07:00'],
  ),
  road('Kathmandu', 'Tansen', 305, 10.5, 1_200, ['deluxe', 'siddhartha', '06:15', '18:15']),
  road(
    'Kathmandu',
    'Nepalgunj',
    510,
    13,
    1_650,
    ['ac', 'bheri', '15:30', '16:00'],
    ['sofa', 'bheri', '17:30', '17:00'],
  ),
  road('Kathmandu', 'Surkhet', 600, 15.5, 1_850, ['ac', 'bheri', '14:00', '13:30']),
  road('Kathmandu', 'Ghorahi', 415, 11.5, 1_400, ['deluxe', 'bheri', '16:30', '17:00']),
  road('Kathmandu', 'Dhangadhi', 670, 17, 2_050, ['ac', 'seti', '13:00', '13:30'], ['sofa', 'seti', '14:30', '15:00']),
  road('Kathmandu', 'Mahendranagar', 700, 18, 2_200, ['ac', 'seti', '12:00', '12:30']),
  road(
    'Kathmandu',
    'Birgunj',
    285,
    8.5,
    950,
    ['deluxe', 'himchuli', '07:15', '18:45'],
    ['ac', 'sunkoshi', '20:00', '08:30'],
    ['deluxe', 'mithila', '22:00', '10:00'],
  ),
  road(
    'Kathmandu',
    'Hetauda',
    86,
    4,
    650,
    ['micro', 'valley', '06:30', '12:00'],
    ['micro', 'valley', '10:00', '15:30'],
    ['micro', 'valley', '13:30', '06:00'],
  ),
  road(
    'Kathmandu',
    'Janakpur',
    226,
    8,
    1_100,
    ['deluxe', 'mithila', '06:00', '16:30'],
    ['ac', 'mithila', '18:00', '05:30'],
    ['micro', 'valley', '09:30', '19:30'],
  ),
  road('Kathmandu', 'Lahan', 290, 9, 1_250, ['deluxe', 'mithila', '07:30', '19:00']),
  road('Kathmandu', 'Rajbiraj', 330, 10, 1_350, ['deluxe', 'mithila', '17:30', '06:00']),
  road(
    'Kathmandu',
    'Biratnagar',
    385,
    12,
    1_650,
    ['ac', 'saptakoshi', '16:00', '15:30'],
    ['sofa', 'saptakoshi', '17:30', '17:00'],
    ['double-decker', 'sunkoshi', '18:30', '18:00'],
  ),
  road(
    'Kathmandu',
    'Dharan',
    365,
    11.5,
    1_600,
    ['ac', 'saptakoshi', '16:45', '16:15'],
    ['deluxe', 'sunkoshi', '05:00', '05:15'],
  ),
  road('Kathmandu', 'Itahari', 370, 11.5, 1_600, ['deluxe', 'saptakoshi', '17:15', '16:45']),
  road('Kathmandu', 'Birtamod', 460, 14, 1_800, ['sofa', 'mechi', '15:30', '15:00'], ['ac', 'mechi', '16:30', '16:00']),
  road('Kathmandu', 'Kakarbhitta', 475, 14.5, 1_900, ['ac', 'mechi', '15:00', '14:30']),
  road('Kathmandu', 'Ilam', 545, 16.5, 2_100, ['deluxe', 'mechi', '14:00', '13:30']),
  road(
    'Kathmandu',
    'Gorkha',
    141,
    5,
    650,
    ['deluxe', 'himchuli', '07:00', '13:15'],
    ['micro', 'valley', '12:00', '06:00'],
  ),
  road(
    'Kathmandu',
    'Besisahar',
    175,
    6.5,
    800,
    ['deluxe', 'gandaki', '06:45', '14:30'],
    ['micro', 'valley', '08:30', '16:00'],
  ),
  road('Kathmandu', 'Baglung', 275, 10, 1_250, ['deluxe', 'gandaki', '07:00', '18:30']),
  road(
    'Kathmandu',
    'Charikot',
    133,
    5.5,
    700,
    ['deluxe', 'sunkoshi', '06:30', '13:30'],
    ['micro', 'valley', '13:00', '06:30'],
  ),
  road('Kathmandu', 'Jiri', 188, 8, 900, ['deluxe', 'sunkoshi', '06:00', '17:00']),
  road(
    'Pokhara',
    'Bharatpur',
    145,
    5,
    650,
    ['deluxe', 'phewa', '07:00', '13:30'],
    ['micro', 'phewa', '11:30', '18:00'],
    ['deluxe', 'gandaki', '20:00', '02:00'],
  ),
  road('Pokhara', 'Sauraha', 155, 5.5, 750, ['ac', 'phewa', '07:30', '14:00']),
  road(
    'Pokhara',
    'Butwal',
    160,
    6.5,
    750,
    ['deluxe', 'gandaki', '06:30', '14:00'],
    ['micro', 'phewa', '12:00', '05:00'],
  ),
  road('Pokhara', 'Bhairahawa', 182, 7.5, 850, ['deluxe', 'siddhartha', '07:15', '19:15']),
  road('Pokhara', 'Lumbini', 205, 8, 1_000, ['ac', 'siddhartha', '06:45', '18:45']),
  road(
    'Pokhara',
    'Baglung',
    72,
    3,
    350,
    ['micro', 'gandaki', '07:00', '11:00'],
    ['micro', 'gandaki', '14:30', '06:00'],
  ),
  road(
    'Pokhara',
    'Beni',
    82,
    3.5,
    420,
    ['deluxe', 'gandaki', '06:30', '11:00'],
    ['micro', 'gandaki', '13:00', '17:30'],
  ),
  road('Pokhara', 'Jomsom', 158, 9, 1_500, ['micro', 'gandaki', '06:00', '16:30']),
  road('Pokhara', 'Birgunj', 275, 8.5, 1_050, ['deluxe', 'phewa', '06:00', '17:30']),
  road('Pokhara', 'Nepalgunj', 410, 12, 1_500, ['ac', 'bheri', '16:00', '16:30']),
  road('Pokhara', 'Biratnagar', 540, 14, 1_850, ['ac', 'saptakoshi', '14:30', '14:00']),
  road('Pokhara', 'Kakarbhitta', 635, 16, 2_050, ['sofa', 'mechi', '13:30', '13:00']),
  road(
    'Bharatpur',
    'Butwal',
    115,
    3.5,
    480,
    ['deluxe', 'rapti', '06:30', '11:30'],
    ['deluxe', 'siddhartha', '16:00', '21:00'],
    ['deluxe', 'rapti', '22:30', '03:00'],
  ),
  road('Bharatpur', 'Biratnagar', 395, 9.5, 1_200, ['ac', 'saptakoshi', '19:00', '07:00']),
  road(
    'Bharatpur',
    'Birgunj',
    130,
    3.5,
    480,
    ['deluxe', 'rapti', '07:00', '12:00'],
    ['micro', 'rapti', '04:00', '01:00'],
  ),
  road('Butwal', 'Nepalgunj', 250, 6.5, 850, ['deluxe', 'bheri', '06:00', '14:00'], ['ac', 'bheri', '23:30', '08:30']),
  road('Nepalgunj', 'Surkhet', 105, 3.5, 450, ['micro', 'bheri', '07:00', '12:30']),
  road('Nepalgunj', 'Dhangadhi', 190, 4.5, 650, ['deluxe', 'seti', '06:30', '13:00']),
  road(
    'Dhangadhi',
    'Mahendranagar',
    62,
    1.5,
    230,
    ['micro', 'seti', '08:00', '11:00'],
    ['micro', 'seti', '14:00', '17:00'],
  ),
  road('Janakpur', 'Biratnagar', 185, 5, 650, ['deluxe', 'mithila', '07:00', '14:00']),
  road('Birtamod', 'Ilam', 78, 3, 400, ['micro', 'mechi', '07:30', '12:00'], ['micro', 'mechi', '14:00', '05:30']),
];
