import { toBik } from 'bikram-sambat';
import { settings } from '../api/settings.ts';
import { language } from '../words/language.ts';
import { digits } from '../words/digits.ts';

/*
 * Days and times, always in the buses' time zone. A day is a text such as `2026-11-21`, a moment an ISO text or
 * milliseconds. Names of months and days are listed here, because Chromium's Intl has no Nepali.
 */

const NAMES = {
  en: {
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    // The months of Bikram Sambat, spelled as on tickets and in Nepal's English newspapers.
    sambat: [
      'Baisakh',
      'Jestha',
      'Asar',
      'Saun',
      'Bhadau',
      'Asoj',
      'Kartik',
      'Mangsir',
      'Poush',
      'Magh',
      'Falgun',
      'Chait',
    ],
  },
  ne: {
    weekdays: ['आइत', 'सोम', 'मंगल', 'बुध', 'बिही', 'शुक्र', 'शनि'],
    months: ['जनवरी', 'फेब्रुअरी', 'मार्च', 'अप्रिल', 'मे', 'जुन', 'जुलाई', 'अगस्ट', 'सेप्टेम्बर', 'अक्टोबर', 'नोभेम्बर', 'डिसेम्बर'],
    sambat: ['वैशाख', 'जेठ', 'असार', 'साउन', 'भदौ', 'असोज', 'कात्तिक', 'मंसिर', 'पुस', 'माघ', 'फागुन', 'चैत'],
  },
} as const;

const DAY_MS = 86_400_000;

const clockParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: settings.time_zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const partsAt = (moment: string | number): Record<string, string> =>
  Object.fromEntries(clockParts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));

/** The day of a moment in the buses' time zone: `2026-11-21`. */
export function dayOf(moment: string | number): string {
  const { year, month, day } = partsAt(moment);
  return `${year}-${month}-${day}`;
}

export const today = (): string => dayOf(Date.now());

/** The day `count` days later; earlier when negative. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The parts of the day in Nepali, each with the hour at which it begins. */
const PARTS_OF_DAY = [
  [20, 'राति'],
  [16, 'साँझ'],
  [12, 'दिउँसो'],
  [4, 'बिहान'],
  [0, 'राति'],
] as const;

/**
 * A moment's time as a word for the part of the day and a clock time: `बिहान`, `६:४५`. In English the word is empty.
 */
export function timeParts(moment: string | number): readonly [partOfDay: string, clock: string] {
  const { hour, minute } = partsAt(moment);
  return partsOfClock(hour!, minute!);
}

function partsOfClock(hour: string, minute: string): readonly [partOfDay: string, clock: string] {
  if (language.value !== 'ne') return ['', `${hour}:${minute}`];
  const [, partOfDay] = PARTS_OF_DAY.find(([from]) => Number(hour) >= from)!;
  return [partOfDay, digits(`${Number(hour) % 12 || 12}:${minute}`)];
}

/** A moment's time: `06:45`, `बिहान ६:४५`. */
export const timeOf = (moment: string | number): string => timeParts(moment).filter(Boolean).join(' ');

/** A time of day such as `06:45`, as people say it: `बिहान ६:४५`. */
export function spokenTime(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':');
  return partsOfClock(hour, minute).filter(Boolean).join(' ');
}

/** A moment's hour, 0 to 23. */
export const hourOf = (moment: string | number): number => Number(partsAt(moment)['hour']);

export const weekdayOf = (day: string): string =>
  NAMES[language.value].weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!;

/** A day as `Sat 21 Nov`; `withYear` adds the year. */
export const gregorian = (day: string, { withYear = false } = {}): string =>
  `${weekdayOf(day)} ${dateOf(day)}${withYear ? ` ${digits(day.slice(0, 4))}` : ''}`;

/** A day without its weekday: `21 Nov`. */
export function dateOf(day: string): string {
  const [, month, date] = day.split('-').map(Number) as [number, number, number];
  return `${digits(date)} ${NAMES[language.value].months[month - 1]!}`;
}

/** The name of a month of Bikram Sambat, 1 to 12. */
export const sambatMonth = (month: number): string => NAMES[language.value].sambat[month - 1]!;

/** A day in Bikram Sambat: `5 Mangsir 2083`, `५ मंसिर २०८३`. Empty outside the library's table. */
export function sambat(day: string, { withYear = true } = {}): string {
  try {
    const { year, month, day: date } = toBik(day);
    return `${digits(date)} ${sambatMonth(month)}${withYear ? ` ${digits(year)}` : ''}`;
  } catch {
    return '';
  }
}

/** A day in both calendars: `Sat 21 Nov 2026 · 5 Mangsir 2083`. */
export const bothCalendars = (day: string): string =>
  [gregorian(day, { withYear: true }), sambat(day)].filter(Boolean).join(' · ');

/** A moment close to now, so without its year: `Sat 21 Nov · 5 Mangsir, 06:45`. */
export function dayAndTime(moment: string | number): string {
  const day = dayOf(moment);
  return `${[gregorian(day), sambat(day, { withYear: false })].filter(Boolean).join(' · ')}, ${timeOf(moment)}`;
}

/** Converts a local day and time (`2026-11-21`, `06:45`) to an ISO moment. */
export function momentAt(day: string, time: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const shown = partsAt(asUtc);
  const shift =
    Date.parse(`${shown['year']}-${shown['month']}-${shown['day']}T${shown['hour']}:${shown['minute']}:00Z`) - asUtc;
  return new Date(asUtc - shift).toISOString();
}
