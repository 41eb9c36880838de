import { useSignal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import { bothCalendars, gregorian, sambat, today, weekdayOf } from '../../parts/moment.ts';
import { w } from '../words.ts';
import { type Repeating, goesOn, isInTimetable, toggled, weeksFrom } from './days.ts';
import './days-preview.css';

const SHOWN_WEEKS = 5;

/** A calendar of the timetable's next weeks. Pressing a day adds or removes an exception. */
export function DaysPreview({
  repeating,
  onExceptions,
}: {
  readonly repeating: Repeating;
  readonly onExceptions: (days: readonly string[]) => void;
}) {
  const words = w.value.timetables;
  const page = useSignal(0);
  const first = [repeating.validFrom, today()].sort().at(-1)!;
  const weeks = weeksFrom(first, SHOWN_WEEKS * (page.value + 1)).slice(SHOWN_WEEKS * page.value);
  const count = weeks.flat().filter((day) => goesOn(repeating, day) && day >= first).length;
  return (
    <section class="days-preview" aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p class="hint">{words.previewText}</p>
      <p role="status">{words.goesCount(count)}</p>
      <div class="days-grid">
        {weeks[0]!.map((day) => (
          <span key={day} class="days-name" aria-hidden="true">
            {weekdayOf(day)}
          </span>
        ))}
        {weeks.flat().map((day) => (
          <Day key={day} day={day} isPast={day < first} repeating={repeating} onExceptions={onExceptions} />
        ))}
      </div>
      <p class="days-legend small faint" aria-hidden="true">
        <span class="days-key goes">✓ {words.legend.goes}</span>
        <span class="days-key left-out">✕ {words.legend.leftOut}</span>
        <span class="days-key">{words.legend.not}</span>
      </p>
      <div class="row">
        <button type="button" class="quiet" disabled={page.value === 0} onClick={() => (page.value -= 1)}>
          {words.earlier}
        </button>
        <button type="button" class="quiet" onClick={() => (page.value += 1)}>
          {words.later}
        </button>
      </div>
    </section>
  );
}

function Day({
  day,
  isPast,
  repeating,
  onExceptions,
}: {
  readonly day: string;
  readonly isPast: boolean;
  readonly repeating: Repeating;
  readonly onExceptions: (days: readonly string[]) => void;
}) {
  const words = w.value.timetables;
  const mayGo = isInTimetable(repeating, day) && !isPast;
  const goes = mayGo && goesOn(repeating, day);
  const name = bothCalendars(day);
  const label = goes ? words.goes(name) : mayGo ? words.leftOut(name) : words.goesNot(name);
  return (
    <button
      type="button"
      class={`day ${goes ? 'goes' : mayGo ? 'left-out' : ''}`}
      disabled={!mayGo}
      title={label}
      onClick={() => onExceptions(toggled(repeating.exceptDates, day))}
    >
      <span class="sr-only">{label}</span>
      <span class="day-face" aria-hidden="true">
        <span class="day-number">
          {digits(Number(day.slice(-2)))}
          {day.endsWith('-01') && <span class="day-month"> {monthOf(day)}</span>}
        </span>
        <span class="day-sambat">{sambat(day, { withYear: false })}</span>
        <span>{goes ? '✓' : mayGo ? '✕' : '\u00a0'}</span>
      </span>
    </button>
  );
}

/** The name of a day's month, shown beside the first day of each month. */
const monthOf = (day: string): string => gregorian(day).split(' ').at(-1)!;
