import { dayOf, momentAt } from '../../parts/moment.ts';
import { settings } from '../../api/settings.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: settings.time_zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Converts a moment to the value of a day-and-time field, in Nepal's time: `2026-11-21T07:00`. */
export const fieldOf = (moment: string | number): string => `${dayOf(moment)}T${clock.format(new Date(moment))}`;

/** Converts the value of a day-and-time field, in Nepal's time, to a moment. Undefined when the field is incomplete. */
export function momentIn(typed: string): string | undefined {
  const [day, time] = typed.split('T');
  return day && time ? momentAt(day, time.slice(0, 5)) : undefined;
}
