import { dayAfter, gregorian, sambat, today, weekdayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { language } from '../../words/language.ts';
import { w as shared } from '../../words/shared.ts';

const nameOf = (day: string): string => {
  if (day === today()) return shared.value.today;
  if (day === dayAfter(today(), 1)) return shared.value.tomorrow;
  return weekdayOf(day);
};

/**
 * A day on the strip of days: its weekday and date, in large figures. Also shows the date in the other calendar and the
 * lowest fare.
 */
export function DayFace({
  day,
  fare,
}: {
  readonly day: string;
  /** The lowest fare in rupees; null without a bus, undefined while unknown. */
  readonly fare: number | null | undefined;
}) {
  const western = gregorian(day).split(' ').slice(1).join(' ');
  const nepali = sambat(day, { withYear: false });
  const [main, other] = language.value === 'ne' && nepali ? [nepali, western] : [western, nepali];
  const [number, month] = main.split(' ');
  return (
    <>
      <span class="day-name">{nameOf(day)}</span>
      <span class="day-number">{number}</span>
      <span class="day-month">{month}</span>
      <span class="day-other">{other}</span>
      <span class="day-fare number">{fare === undefined ? '\u00a0' : fare === null ? '–' : money(fare)}</span>
    </>
  );
}
