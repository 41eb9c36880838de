import { type Instant, type Span, daysAfter } from './time.ts';

/** Days and wall-clock times in the service's time zone. */
export interface Calendar {
  /** The half-open span of one local day `YYYY-MM-DD`, or undefined if there is no such day. */
  day(text: string): Span | undefined;
  /** The local day, `YYYY-MM-DD`. */
  date(at: Instant): string;
  /** Local time, `YYYY-MM-DD HH:MM`, 24-hour. */
  text(at: Instant): string;
  /** The offset from UTC at a moment: `UTC+05:45`. */
  zone(at: Instant): string;
  /** The moment of a local day `YYYY-MM-DD` and time `HH:MM`, or undefined if there is no such day or time. */
  at(date: string, time: string): Instant | undefined;
  /** The day that is `count` days after the day `YYYY-MM-DD`. */
  dateAfter(date: string, count: number): string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The highest number of days whose spans are cached. Trips are on sale for fewer days. */
const MOST_SPANS = 1_000;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Midnight UTC of a day; undefined if there is no such day. `Date` turns 30 February into 2 March, so the result is
 * written as a day again and compared.
 */
function utcMidnight(text: string): Instant | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number(year) >= 1000 && utcDate(at as Instant) === text ? (at as Instant) : undefined;
}

/** Whether the text is a valid day `YYYY-MM-DD`, in any time zone. */
export const isDay = (text: string): boolean => utcMidnight(text) !== undefined;

const utcDate = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** The day `count` days after another. Throws RangeError if `date` is no day. */
export function dayAfter(date: string, count = 1): string {
  const midnight = utcMidnight(date);
  if (midnight === undefined) throw new RangeError(`${date} is no day`);
  return utcDate(daysAfter(midnight, count));
}

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The day of the week of a day `YYYY-MM-DD`. */
export function weekdayOf(date: string): Weekday {
  const midnight = utcMidnight(date);
  if (midnight === undefined) throw new RangeError(`${date} is no day`);
  return WEEKDAYS[(new Date(midnight).getUTCDay() + 6) % 7] as Weekday;
}

/** Whether the text is a time of day, `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => TIME.test(text);

/** A calendar for any IANA time zone. Throws RangeError for a zone that Intl does not know. */
export function calendarOf(timeZone: string): Calendar {
  const clockFace = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  const local = (at: Instant): Record<string, string> =>
    Object.fromEntries(clockFace.formatToParts(at).map(({ type, value }) => [type, value]));

  const offset = (at: Instant): number => {
    const { year, month, day, hour, minute, second } = local(at);
    const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    return wall - Math.floor(at / 1_000) * 1_000;
  };

  /**
   * The moment at which local clocks show a wall time. The offset from UTC is looked up twice, as it may change between
   * the guess and the result.
   */
  const fromWall = (wall: number): Instant => {
    const guess = wall - offset(wall as Instant);
    return (wall - offset(guess as Instant)) as Instant;
  };

  const spanOf = (text: string): Span | undefined => {
    const midnight = utcMidnight(text);
    if (midnight === undefined) return undefined;
    return { start: fromWall(midnight), end: fromWall(daysAfter(midnight, 1)) };
  };
  /** Spans are cached: every search for a day asks for its span, which is expensive to compute and never changes. */
  const spans = new Map<string, Span>();

  return {
    day(text) {
      const known = spans.get(text);
      if (known) return known;
      const span = spanOf(text);
      if (span) {
        if (spans.size >= MOST_SPANS) spans.clear();
        spans.set(text, span);
      }
      return span;
    },
    date(at) {
      const { year, month, day } = local(at);
      return `${year}-${month}-${day}`;
    },
    text(at) {
      const { year, month, day, hour, minute } = local(at);
      return `${year}-${month}-${day} ${hour}:${minute}`;
    },
    zone(at) {
      const minutes = Math.round(offset(at) / 60_000);
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
        String(part).padStart(2, '0'),
      );
      return `UTC${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
    },
    at(date, time) {
      const midnight = utcMidnight(date);
      const match = TIME.exec(time);
      if (midnight === undefined || !match) return undefined;
      return fromWall(midnight + (Number(match[1]) * 60 + Number(match[2])) * 60_000);
    },
    dateAfter: dayAfter,
  };
}
