import { DayField } from '../../parts/day-field.tsx';
import { Field } from '../../parts/field.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { today, spokenTime } from '../../parts/moment.ts';
import { OpeningField } from '../line/opening-field.tsx';
import { w } from '../words.ts';
import { RouteFields } from './departure-fields.tsx';
import { RoadFields } from './road-fields.tsx';
import { DaysPreview } from './days-preview.tsx';
import { WEEK } from './days.ts';
import { type Draft, arrivalOf, wholeOf } from './timetable-draft.ts';
import './timetable-fields.css';

interface Props {
  readonly draft: Draft;
  readonly change: (patch: Partial<Draft>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** All form fields of a timetable. */
export const TimetableFields = (props: Props) => (
  <>
    <WhenFields {...props} />
    <DayFields {...props} />
    <RoadFields {...props} departs={props.draft.departs} whole={wholeOf(props.draft)} />
  </>
);

function WhenFields(props: Props) {
  const { draft, change, errorOf } = props;
  const words = w.value.timetables;
  const arrival = arrivalOf(draft);
  const clock = arrival && spokenTime(arrival.time);
  return (
    <section class="card pairs">
      <RouteFields {...props} />
      <Field
        label={words.departure}
        type="time"
        value={draft.departs}
        error={errorOf('departs')}
        onValue={(departs) => change({ departs })}
      />
      <div class="duration">
        <Field
          label={words.hours}
          type="number"
          inputMode="numeric"
          min={0}
          value={draft.hours}
          error={errorOf('duration_minutes')}
          hint={clock && (arrival.days > 0 ? words.arrivesLater(clock, arrival.days) : words.arrives(clock))}
          onValue={(hours) => change({ hours })}
        />
        <Field
          label={words.minutes}
          type="number"
          inputMode="numeric"
          min={0}
          max={59}
          value={draft.minutes}
          onValue={(minutes) => change({ minutes })}
        />
      </div>
      <OpeningField value={draft.saleOpens} onValue={(saleOpens) => change({ saleOpens })} sending={props} />
    </section>
  );
}

function DayFields({ draft, change, errorOf }: Props) {
  const words = w.value.timetables;
  return (
    <section class="card">
      <fieldset>
        <legend>{words.daysOfTheWeek}</legend>
        <div class="weekdays">
          {WEEK.map((day) => (
            <label key={day} class="choice">
              <input
                type="checkbox"
                checked={draft.days.includes(day)}
                onChange={({ currentTarget }) =>
                  change({
                    days: WEEK.filter((one) => (one === day ? currentTarget.checked : draft.days.includes(one))),
                  })
                }
              />
              {words.weekdays[day]}
            </label>
          ))}
        </div>
        <FieldError error={errorOf('days')} value={draft.days} />
      </fieldset>
      <div class="pairs">
        <DayField
          label={words.firstDay}
          min={today()}
          value={draft.validFrom}
          error={errorOf('valid_from')}
          onValue={(validFrom) => change({ validFrom })}
        />
        <DayField
          label={words.lastDay}
          required={false}
          min={draft.validFrom}
          value={draft.validUntil}
          hint={words.lastDayHint}
          error={errorOf('valid_until')}
          onValue={(validUntil) => change({ validUntil })}
        />
      </div>
      <DaysPreview repeating={draft} onExceptions={(exceptDates) => change({ exceptDates })} />
    </section>
  );
}
