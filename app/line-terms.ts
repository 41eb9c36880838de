import { calendarOf } from '../core/kernel/calendar.ts';
import type { LineTerms } from '../core/line/world.ts';
import type { Settings } from './settings.ts';

/** The settings by which free seats are offered to those who wait. */
export const lineTermsOf = ({
  timeZone,
  offerMinutes,
  offerQuiet,
  keptUntilHours,
  passengerClientBase,
}: Pick<
  Settings,
  'timeZone' | 'offerMinutes' | 'offerQuiet' | 'keptUntilHours' | 'passengerClientBase'
>): LineTerms => ({
  calendar: calendarOf(timeZone),
  offerMinutes,
  offerQuiet,
  keptUntilHours,
  passengerClientBase,
});
