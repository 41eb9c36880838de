/* Names of people and senders, and times, as mails write them. */

/** The names that mails use for the service and its support. */
export interface House {
  readonly brand: string;
  /** An e-mail address or a phone number for readers who need help; undefined when none is given. */
  readonly support: string | undefined;
}

/** Whether a typed name is safe to show. A name that looks like a link or a code is not safe. */
export const isPlainName = (name: string): boolean =>
  name !== '' && name.length <= 80 && !/[/:@<>]|\.\p{L}{2}|\p{Nd}{4}/u.test(name);

export const greeting = (name: string): string => (isPlainName(name) ? `Hello ${name},` : 'Hello,');

/** A count such as `one day` or `3 days`. */
export const counted = (count: number, unit: string): string => (count === 1 ? `one ${unit}` : `${count} ${unit}s`);

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Writes `2026-12-01` as `Tuesday 1 December 2026`. */
export function longDay(date: string): string {
  const part = Object.fromEntries(
    DAY.formatToParts(new Date(`${date}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${part['weekday']} ${part['day']} ${part['month']} ${part['year']}`;
}
