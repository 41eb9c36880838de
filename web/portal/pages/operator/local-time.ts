import { dayOf, momentAt } from '../../../parts/moment.ts';
import { settings } from '../../../api/settings.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: settings.time_zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment as a field for day and time has it, by the clock of the buses: `2026-11-21T07:00`. */
export const fieldOf = (moment: string | number): string => `${dayOf(moment)}T${clock.format(new Date(moment))}`;

/** The moment that such a field says; undefined while it says none. */
export function momentIn(typed: string): string | undefined {
  const [day, time] = typed.split('T');
  return day && time ? momentAt(day, time.slice(0, 5)) : undefined;
}
