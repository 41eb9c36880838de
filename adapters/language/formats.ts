import type { Language } from '../../core/kernel/text.ts';
import { type Paisa, toRupees } from '../../core/kernel/money.ts';
import { type Day, bikramSambatOf } from './bikram-sambat.ts';

/*
 * Formats of amounts, days and times in each language. Digits and month names are defined here, because they differ
 * among versions of Node.
 */

export interface Formats {
  /** An amount such as `Rs 1,20,000`, with paisa only if there are any. */
  readonly money: (amount: Paisa) => string;
  /** A whole number, such as a number of seats. */
  readonly count: (number: number) => string;
  readonly weekday: (date: string) => string;
  /** A local day `YYYY-MM-DD` without its weekday, in the language's usual calendar. */
  readonly date: (date: string) => string;
  /** A local day `YYYY-MM-DD` with its weekday, in the language's usual calendar. */
  readonly day: (date: string) => string;
  /** The day in the other calendar, without its weekday. Empty outside the calendar's table. */
  readonly otherDay: (date: string) => string;
  /** A local time of day `HH:MM`, as people say it: `07:00`, `बिहान ७:००`. */
  readonly time: (time: string) => string;
  /** A local time of day `HH:MM` in few letters: `07:00`, `०७:००`. */
  readonly shortTime: (time: string) => string;
  /** A local day without its year, in its shortest form: `24 Nov`. */
  readonly shortDay: (date: string) => string;
}

const EN_MONTHS = 'January February March April May June July August September October November December'.split(' ');
const EN_SHORT_MONTHS = EN_MONTHS.map((month) => month.slice(0, 3));
const EN_BS_MONTHS = 'Baisakh Jestha Asar Saun Bhadau Asoj Kartik Mangsir Poush Magh Falgun Chait'.split(' ');
const EN_WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const NE_MONTHS = 'जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर'.split(' ');
const NE_BS_MONTHS = 'वैशाख जेठ असार साउन भदौ असोज कात्तिक मंसिर पुस माघ फागुन चैत'.split(' ');
const NE_WEEKDAYS = 'आइतबार सोमबार मङ्गलबार बुधबार बिहीबार शुक्रबार शनिबार'.split(' ');

/** Replaces Latin digits by Devanagari digits. */
const inNepali = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x0966 + Number(digit)));

const wholeRupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const withPaisa = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Groups digits as in Nepal: `1,20,000`. */
function grouped(amount: Paisa): string {
  const rupees = toRupees(amount);
  return (Number.isInteger(rupees) ? wholeRupees : withPaisa).format(rupees);
}

const gregorian = (date: string): Day => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return { year, month, day };
};

const weekday = (date: string, names: readonly string[]): string =>
  names[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';

const dayFirst = ({ year, month, day }: Day, months: readonly string[]): string =>
  `${day} ${months[month - 1]} ${year}`;

const withoutYear = ({ month, day }: Day, months: readonly string[]): string => `${day} ${months[month - 1]}`;

/** Writes the day first, as people do: `१५ मंसिर २०८३`. Official texts write the year first. */
const inMonths = (months: readonly string[]) => (day: Day | undefined) =>
  day === undefined ? undefined : inNepali(dayFirst(day, months));

const nepaliDay = inMonths(NE_BS_MONTHS);
const nepaliGregorian = inMonths(NE_MONTHS);

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 20) return 'राति';
  if (hour < 12) return 'बिहान';
  return hour < 16 ? 'दिउँसो' : 'साँझ';
}

/** Writes `19:05` as `साँझ ७:०५`. */
function spoken(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${partOfDay(hour)} ${inNepali(`${hour % 12 || 12}${time.slice(2)}`)}`;
}

const en = {
  money: (amount: Paisa) => `Rs ${grouped(amount)}`,
  count: String,
  weekday: (date: string) => weekday(date, EN_WEEKDAYS),
  date: (date: string) => dayFirst(gregorian(date), EN_MONTHS),
  otherDay: (date: string) => {
    const day = bikramSambatOf(date);
    return day ? dayFirst(day, EN_BS_MONTHS) : '';
  },
  time: (time: string) => time,
  shortTime: (time: string) => time,
  shortDay: (date: string) => withoutYear(gregorian(date), EN_SHORT_MONTHS),
};

const ne = {
  money: (amount: Paisa) => `रु ${inNepali(grouped(amount))}`,
  count: (number: number) => inNepali(String(number)),
  weekday: (date: string) => weekday(date, NE_WEEKDAYS),
  // A day in the far future is shown in the Gregorian calendar only.
  date: (date: string) => nepaliDay(bikramSambatOf(date)) ?? nepaliGregorian(gregorian(date)) ?? '',
  otherDay: (date: string) => (bikramSambatOf(date) ? (nepaliGregorian(gregorian(date)) ?? '') : ''),
  time: spoken,
  shortTime: inNepali,
  shortDay: (date: string) => {
    const day = bikramSambatOf(date);
    return inNepali(day ? withoutYear(day, NE_BS_MONTHS) : withoutYear(gregorian(date), NE_MONTHS));
  },
};

export const FORMATS: Readonly<Record<Language, Formats>> = {
  en: { ...en, day: (date) => `${en.weekday(date)} ${en.date(date)}` },
  ne: { ...ne, day: (date) => `${ne.weekday(date)}, ${ne.date(date)}` },
};

/** A local day in both calendars: `Tuesday 1 December 2026 (15 Mangsir 2083)`. */
export function bothDays(language: Language, date: string): string {
  const { day, otherDay } = FORMATS[language];
  const other = otherDay(date);
  return other === '' ? day(date) : `${day(date)} (${other})`;
}

/** A local moment `YYYY-MM-DD HH:MM` in both calendars: `Tuesday 1 December 2026, 07:00 (15 Mangsir 2083)`. */
export function bothDaysAt(language: Language, local: string): string {
  const other = FORMATS[language].otherDay(local.slice(0, 10));
  const moment = momentOf(language, local);
  return other === '' ? moment : `${moment} (${other})`;
}

/** A local moment in the language's usual calendar only: `Tuesday 1 December 2026, 07:00`. */
export function momentOf(language: Language, local: string): string {
  const [date = '', time = ''] = local.split(' ');
  const { day, time: timeOf } = FORMATS[language];
  return `${day(date)}, ${timeOf(time)}`;
}
