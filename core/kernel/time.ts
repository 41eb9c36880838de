/** A moment in UTC, in milliseconds since 1970. */
export type Instant = number & { readonly unit: 'epoch millisecond' };

/** The only source of the current time. */
export type Clock = () => Instant;

/** A half-open span of time: `start` is inclusive, `end` is exclusive. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The moment some milliseconds later. Durations may be fractions; moments are whole milliseconds. */
const after = (at: Instant, milliseconds: number): Instant => Math.round(at + milliseconds) as Instant;

export const secondsAfter = (at: Instant, seconds: number): Instant => after(at, seconds * SECOND);
export const minutesAfter = (at: Instant, minutes: number): Instant => after(at, minutes * MINUTE);
export const hoursAfter = (at: Instant, hours: number): Instant => after(at, hours * HOUR);
export const daysAfter = (at: Instant, days: number): Instant => after(at, days * DAY);

export const earlierOf = (one: Instant, other: Instant): Instant => (one < other ? one : other);
export const laterOf = (one: Instant, other: Instant): Instant => (one > other ? one : other);

export const secondsBetween = (from: Instant, to: Instant): number => (to - from) / SECOND;
/** The beginning of a moment's minute. */
export const minuteOf = (at: Instant): Instant => after(at, -(at % MINUTE));

export const minutesBetween = (from: Instant, to: Instant): number => (to - from) / MINUTE;
export const hoursBetween = (from: Instant, to: Instant): number => (to - from) / HOUR;

/**
 * The texts of recent days, such as `2026-11-20T`, by days since 1970. They are cached, because long lists have many
 * moments of the same few days.
 */
const days = new Map<number, string>();
const MOST_DAYS = 1_000;

function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    if (days.size === MOST_DAYS) days.clear();
    days.set(day, (text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length)));
  }
  return text;
}

const padded = (length: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_none, value) => String(value).padStart(length, '0'));

const [TWO_DIGITS, THREE_DIGITS] = [padded(2, 60), padded(3, SECOND)];

/**
 * Writes a moment as ISO 8601 in UTC with milliseconds: `2026-11-20T04:15:00.000Z`. `Date` would take about twice as
 * long, and long responses have many moments.
 */
export function toIso(at: Instant): string {
  const day = Math.floor(at / DAY);
  const milliseconds = Math.floor(at - day * DAY);
  const seconds = Math.floor(milliseconds / SECOND);
  const [hour, minute] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${dayText(day)}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}.${THREE_DIGITS[milliseconds % SECOND]}Z`;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Reads an ISO 8601 moment with an offset from UTC: `2026-12-01T01:15:00Z`, `2026-12-01T07:00+05:45`. Undefined if the
 * text is no such moment.
 */
export function parseMoment(text: string): Instant | undefined {
  const [, date, time, seconds = '00', fraction = '', sign, hours, minutes] = MOMENT.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const wall = `${date}T${time}:${seconds}.${fraction.padEnd(3, '0')}Z`;
  const at = Date.parse(wall);
  // `Date` turns 30 February into 2 March, and 24:00 into the next day. So the result is written as text again and
  // compared.
  if (!(at >= 0) || new Date(at).toISOString() !== wall || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59)
    return undefined;
  const offset = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE;
  return (sign === '-' ? at + offset : at - offset) as Instant;
}
