import { useId } from 'preact/hooks';
import { digits } from '../words/digits.ts';
import { language } from '../words/language.ts';
import { w } from '../words/shared.ts';
import { Field } from './field.tsx';
import { sambatMonth } from './moment.ts';
import { type SambatDay, choicesFor, dayWith, rangeOf, sambatOf } from './sambat-days.ts';
import './day-field.css';

type Props = Omit<Parameters<typeof Field>[0], 'type' | 'min' | 'max'> & {
  /** The first and the last day that may be chosen, such as `2026-11-21`. An empty text means no limit. */
  readonly min?: string;
  readonly max?: string;
};

/**
 * A date field. `value` is a Gregorian day such as `2026-11-21`, or empty. In Nepali the same day can also be chosen in
 * Bikram Sambat, below the Gregorian date.
 */
export const DayField = (props: Props) =>
  language.value === 'ne' ? (
    <div class="day-field">
      <Field {...props} type="date" />
      <SambatField {...props} />
    </div>
  ) : (
    <Field {...props} type="date" />
  );

const PARTS = ['year', 'month', 'day'] as const;

/** Chooses a day in Bikram Sambat. */
export function SambatField({ label, value, onValue, min, max, required, disabled, readOnly }: Props) {
  const id = useId();
  const words = w.value.sambat;
  const range = rangeOf(min, max);
  const chosen = sambatOf(value);
  const choices = choicesFor(range, chosen);
  const textOf = (part: keyof SambatDay, one: number): string => (part === 'month' ? sambatMonth(one) : digits(one));
  return (
    <div role="group" class="sambat" aria-label={words.label(label)}>
      <span class="hint" aria-hidden="true">
        {words.short}
      </span>
      {PARTS.map((part) => (
        <select
          key={part}
          id={`${id}-${part}`}
          aria-label={words[part]}
          disabled={disabled === true || readOnly === true}
          value={String(chosen?.[part] ?? '')}
          onChange={({ currentTarget }) =>
            onValue(currentTarget.value && dayWith(range, chosen, { [part]: Number(currentTarget.value) }))
          }
        >
          {(!chosen || required === false) && <option value="">{words[part]}</option>}
          {choices[part].map((one) => (
            <option key={one} value={String(one)}>
              {textOf(part, one)}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
