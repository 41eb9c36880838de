import type { CatalogueFile, FileSchedule } from '../../../core/catalogue/catalogue-file.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { samplePoints } from '../points.ts';
import { type Draws, drawsOf } from './draws.ts';
import { type Week, FIRST_TRIPS } from './week.ts';

/** The bus services of the catalogue that have past trips, and the share of seats that each of them sells. */
export const SERVICES = {
  'kathmandu-pokhara-0630-deluxe': 0.75,
  'pokhara-kathmandu-1830-deluxe': 0.5,
  'kathmandu-bharatpur-1400-deluxe': 0.45,
  'kathmandu-gorkha-0700-deluxe': 0.55,
  'kathmandu-pokhara-0700-ac': 0.35,
} as const;

export type Service = keyof typeof SERVICES;

const isSeen = (key: string): key is Service => key in SERVICES;

/** The company whose other services also sell a few seats, on today's and tomorrow's trips. */
const COMPANY = 'himchuli@example.com';
const [FULL_OF_OTHERS, LAST_DAY_OF_OTHERS] = [0.2, 1];

/** A trip that sells seats. */
export interface Departure {
  readonly tripId: TripId;
  /** Days from today; negative in the past. */
  readonly day: number;
  /** The key of the schedule in the catalogue. */
  readonly service: string;
  readonly isOfCompany: boolean;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** Names of the places where passengers get on. */
  readonly boardingPoints: readonly string[];
  readonly draws: Draws;
  /** The number of seats that are sold before the departure. */
  readonly wanted: number;
  /** Takes `count` free seats, next to each other if possible. */
  readonly take: (count: number) => readonly SeatNumber[];
}

/**
 * Makes schedules of past trips from daily schedules. The key of a past trip is the daily schedule's key and the day.
 */
export const pastSchedules = ({ schedules }: CatalogueFile, week: Week): readonly FileSchedule[] =>
  schedules.flatMap((schedule): FileSchedule[] => {
    const { daily } = schedule.times;
    if (!daily || !isSeen(schedule.key)) return [];
    return Array.from({ length: -FIRST_TRIPS }, (_, index) => {
      const departsAt = week.at(FIRST_TRIPS + index, daily.time);
      return {
        ...schedule,
        key: `${schedule.key}@${week.day(FIRST_TRIPS + index)}`,
        times: { departsAt, arrivesAt: minutesAfter(departsAt, daily.durationMinutes) },
      };
    });
  });

/** The last day for which seats are already sold, counted from today. */
const LAST_DAY = 3;

/** All trips of the sample that sell seats, past and future. */
export function departuresOf(
  { schedules, buses }: CatalogueFile,
  tripIds: ReadonlyMap<string, TripId>,
  week: Week,
): readonly Departure[] {
  const busOf = new Map(buses.map((bus) => [bus.registrationNo, bus]));
  return schedules.flatMap((schedule): Departure[] => {
    const { key, times } = schedule;
    const bus = busOf.get(schedule.bus);
    const isOfCompany = bus?.operator === COMPANY;
    if (!times.daily || !bus || (!isSeen(key) && !isOfCompany)) return [];
    const { daily } = times;
    const seats = (bus.seatMap?.seats ?? []).map(({ number }) => number);
    const [usual, first, last] = isSeen(key)
      ? [SERVICES[key], FIRST_TRIPS, LAST_DAY]
      : [FULL_OF_OTHERS, 0, LAST_DAY_OF_OTHERS];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((day) => {
      const tripId = tripIds.get(`${key}@${week.day(day)}`);
      if (tripId === undefined) return [];
      const draws = drawsOf(`${key} ${day}`);
      const departsAt = week.at(day, daily.time);
      const full = usual * (0.8 + draws.next() * 0.4) * (day <= 0 ? 1 : 0.5 / day);
      return {
        tripId,
        day,
        service: key,
        isOfCompany,
        departsAt,
        arrivesAt: minutesAfter(departsAt, daily.durationMinutes),
        boardingPoints: pointsOn(schedule, daily.durationMinutes),
        draws,
        wanted: Math.round(seats.length * full),
        take: seatsTaken(seats, draws),
      };
    });
  });
}

const pointsOn = ({ source, destination }: FileSchedule, minutes: number): readonly string[] =>
  samplePoints(source, destination, minutes).boardingPoints.map(({ name }) => name);

/** Takes seats in random pairs of neighbours, one pair after another. */
function seatsTaken(seats: readonly SeatNumber[], draws: Draws): Departure['take'] {
  const pairs = Array.from({ length: Math.ceil(seats.length / 2) }, (_, index) =>
    seats.slice(2 * index, 2 * index + 2),
  );
  const free = draws.shuffled(pairs).flat();
  return (count) => free.splice(0, count);
}
