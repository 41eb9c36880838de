import { language } from '../words/language.ts';
import { SambatField } from './day-field.tsx';
import { Field } from './field.tsx';
import { sambat } from './moment.ts';

type Props = Omit<Parameters<typeof Field>[0], 'type' | 'min' | 'max'> & {
  /** The first and the last moment that may be chosen, such as `2026-11-21T07:00`. */
  readonly min?: string;
  readonly max?: string;
};

const dayIn = (moment: string | undefined): string => (moment ?? '').slice(0, 10);

/** The time that a moment gets when only its day has been chosen. */
const MIDNIGHT = 'T00:00';

/**
 * A field for a day and a time. `value` is a moment such as `2026-11-21T07:00`, or empty. The field also shows the day
 * in Bikram Sambat. In Nepali the day can be chosen in Bikram Sambat, too.
 */
export function MomentField(props: Props) {
  const { value, hint, min, max, onValue } = props;
  const inSambat = sambat(dayIn(value));
  const both = (
    <>
      {inSambat}
      {inSambat && hint ? ' · ' : ''}
      {hint}
    </>
  );
  if (language.value !== 'ne')
    return <Field {...props} type="datetime-local" hint={inSambat || hint ? both : undefined} />;
  return (
    <div class="day-field">
      <Field {...props} type="datetime-local" />
      <SambatField
        {...props}
        value={dayIn(value)}
        min={dayIn(min)}
        max={dayIn(max)}
        onValue={(day) => onValue(day && `${day}${value.slice(10) || MIDNIGHT}`)}
      />
    </div>
  );
}
