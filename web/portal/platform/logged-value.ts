import { signal } from '@preact/signals';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayAndTime, spokenTime } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';

/** English names of the cities by their ids. The page of the log fills it. */
export const cityNames = signal<ReadonlyMap<number, string>>(new Map());

const MONEY = /^(amount|fare|fee|total|total_amount|(opening|counted|expected)_cash)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^\d\d:\d\d$/;
const NOTHING = '–';

/** A value of the activity log as people read it: no code, no JSON, and moments in Nepal's time. */
export function loggedValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return w.value.admin.logs.yesNo[value ? 'yes' : 'no'];
  if (typeof value === 'number') return loggedNumber(field, value);
  if (typeof value === 'string') return loggedText(field, value);
  if (Array.isArray(value)) return value.map((one) => loggedValue(field, one)).join(', ') || NOTHING;
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => loggedValue(name, part))
    .join(' · ');
}

function loggedNumber(field: string, value: number): string {
  const words = w.value.admin.logs;
  if (MONEY.test(field)) return money(value);
  if (/city_id$/.test(field)) return placeName(cityNames.value.get(value) ?? digits(value));
  if (/minutes$/.test(field)) return words.minutes(digits(value));
  if (field === 'hours') return words.hours(digits(value));
  if (/(percent|rate)$/.test(field)) return w.value.admin.companies.percent(digits(value));
  return digits(value);
}

function loggedText(field: string, value: string): string {
  if (MOMENT.test(value)) return dayAndTime(value);
  if (DAY.test(value)) return bothCalendars(value);
  if (CLOCK.test(value)) return spokenTime(value);
  const texts = codes(field);
  // A typed text may be the name of something that every object has, such as `constructor`.
  return Object.hasOwn(texts, value) ? texts[value]! : placeName(value);
}

/** Texts for the codes that a field can contain, such as statuses. Other pages show the same texts. */
function codes(field: string): Readonly<Record<string, string>> {
  const { admin, bookings, buses, crew, papers, staff, timetables } = w.value;
  if (field === 'booking_status') return bookings.statuses;
  if (field === 'debit' || field === 'credit') return admin.money.accounts;
  return {
    ...bookings.refundReasons,
    ...bookings.gateways,
    ...buses.types,
    ...papers.types,
    ...staff.positions,
    ...crew.roles,
    ...timetables.weekdays,
    ...admin.refunds.methods,
    ...admin.logs.codes,
  };
}
