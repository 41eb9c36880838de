import { calendarOf } from '../core/kernel/calendar.ts';
import type { LineTerms } from '../core/line/world.ts';
import type { LateTerms } from '../core/road/late.ts';
import type { StoreNeeds } from '../core/stores.ts';
import type { Settings } from './settings.ts';

/** The settings by which free seats are offered to those who wait. */
const lineTermsOf = ({
  timeZone,
  offerMinutes,
  offerQuiet,
  keptUntilHours,
  doorTerms,
  passengerClientBase,
}: Pick<
  Settings,
  'timeZone' | 'offerMinutes' | 'offerQuiet' | 'keptUntilHours' | 'doorTerms' | 'passengerClientBase'
>): LineTerms => ({
  calendar: calendarOf(timeZone),
  offerMinutes,
  offerQuiet,
  keptUntilHours,
  doorTerms,
  passengerClientBase,
});

/** The settings by which passengers of late buses are told. */
const lateTermsOf = ({
  timeZone,
  lateMinutes,
  passengerClientBase,
}: Pick<Settings, 'timeZone' | 'lateMinutes' | 'passengerClientBase'>): LateTerms => ({
  calendar: calendarOf(timeZone),
  lateMinutes,
  passengerClientBase,
});

/** The terms that the stores need from the settings. */
export const storeTermsOf = (settings: Settings): Pick<StoreNeeds, 'lineTerms' | 'lateTerms'> => ({
  lineTerms: lineTermsOf(settings),
  lateTerms: lateTermsOf(settings),
});
