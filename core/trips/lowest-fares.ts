import type { Paisa } from '../kernel/money.ts';
import { minutesAfter } from '../kernel/time.ts';
import { cityKey } from './city.ts';
import { notADay, sameCity } from './refusals.ts';
import type { TripWorld } from './world.ts';

/** The lowest fare of a day (`YYYY-MM-DD`); null if no trip is on sale that day. */
interface DayFare {
  readonly date: string;
  readonly fare: Paisa | null;
}

/** Days per request. The number is fixed, because anybody may send such requests. */
const DAYS = 7;

export type LowestFares = ReturnType<typeof lowestFares>;

/**
 * The lowest fare between two cities on each day of the week that begins on `date`. Counts the trips that a search
 * would find.
 */
export const lowestFares =
  ({ clock, calendar, fareViews, minBookingLeadMinutes }: TripWorld) =>
  async (asked: {
    readonly origin: string;
    readonly destination: string;
    readonly date: string;
  }): Promise<readonly DayFare[]> => {
    const { origin, destination, date } = asked;
    if (cityKey(origin) !== '' && cityKey(origin) === cityKey(destination)) throw sameCity();
    const first = date === '' ? calendar.date(clock()) : date;
    const days = calendar.day(first)
      ? Array.from({ length: DAYS }, (_, count) => calendar.dateAfter(first, count))
      : [];
    const spans = days.flatMap((day) => calendar.day(day) ?? []);
    if (spans.length < DAYS) throw notADay();
    const fares = await fareViews.lowest({ origin, destination }, spans, minutesAfter(clock(), minBookingLeadMinutes));
    return days.map((day, index) => ({ date: day, fare: fares.get(index) ?? null }));
  };
