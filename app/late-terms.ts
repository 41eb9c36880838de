import { calendarOf } from '../core/kernel/calendar.ts';
import type { LateTerms } from '../core/road/late.ts';
import type { Settings } from './settings.ts';

/** The settings by which passengers of late buses are told. */
export const lateTermsOf = ({
  timeZone,
  lateMinutes,
  passengerClientBase,
}: Pick<Settings, 'timeZone' | 'lateMinutes' | 'passengerClientBase'>): LateTerms => ({
  calendar: calendarOf(timeZone),
  lateMinutes,
  passengerClientBase,
});
