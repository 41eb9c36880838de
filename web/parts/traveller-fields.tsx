import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { plainDigits } from '../words/digits.ts';
import { w } from '../words/shared.ts';
import { Field } from './field.tsx';
import { useFreshError } from './fresh-error.ts';
import type { Traveller } from './traveller.ts';
import './traveller-fields.css';

const GENDERS = ['F', 'M', 'O'] as const;
const OLDEST = 150;

export interface TravellerWords {
  readonly seat: (number: string) => string;
  readonly name: string;
  readonly nameMissing: string;
  readonly age: string;
  readonly ageWrong: string;
  readonly gender: string;
  readonly genders: Readonly<Record<'F' | 'M' | 'O', string>>;
  readonly genderOfKept: string;
}

/** Whether a typed age is valid: a number up to 150, or an empty text. */
const isAge = (typed: string): boolean => /^\d{0,3}$/.test(typed) && Number(typed) <= OLDEST;

/** The fields for one seat's passenger. */
export function TravellerFields({
  seat,
  words,
  traveller,
  onChange,
  nameError,
  ageError,
  genderError,
  children,
}: {
  readonly seat: string;
  readonly words: TravellerWords;
  readonly traveller: Traveller;
  readonly onChange: (change: Partial<Traveller>) => void;
  readonly nameError: string | undefined;
  readonly ageError: string | undefined;
  /** The service's refusal of a passenger whom the seat is not kept for. */
  readonly genderError: string | undefined;
  /** Further fields for the passenger. */
  readonly children?: ComponentChildren;
}) {
  const id = useId();
  const wrongGender = useFreshError(genderError, traveller.gender);
  return (
    <fieldset class="traveller">
      <legend>{words.seat(seat)}</legend>
      <div class="traveller-line">
        <Field
          label={words.name}
          maxLength={150}
          autoComplete="off"
          spellcheck={false}
          value={traveller.name}
          onValue={(name) => onChange({ name })}
          error={nameError}
        />
        <Field
          label={words.age}
          inputMode="numeric"
          maxLength={3}
          required={false}
          autoComplete="off"
          value={traveller.age}
          onValue={(age) => onChange({ age })}
          error={ageError}
        />
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={wrongGender && `${id}-error`}
        aria-invalid={wrongGender ? true : undefined}
        tabIndex={-1}
        class="genders"
      >
        <span id={id} class="genders-label">
          {words.gender} <span class="faint">({w.value.optional})</span>
        </span>
        {GENDERS.map((gender) => (
          <label key={gender} class="choice">
            <input
              type="radio"
              name={`${id}-gender`}
              checked={traveller.gender === gender}
              onChange={() => onChange({ gender })}
            />
            {words.genders[gender]}
          </label>
        ))}
      </div>
      {wrongGender && (
        <p id={`${id}-error`} class="field-error">
          {words.genderOfKept}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** Errors in the typed names and ages, keyed by the name of the request's field. */
export function faultsOf(
  typed: readonly Pick<Traveller, 'name' | 'age'>[],
  { nameMissing, ageWrong }: Pick<TravellerWords, 'nameMissing' | 'ageWrong'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    typed.flatMap(({ name, age }, index) => [
      ...(name.trim() === '' ? [[`passengers[${index}].name`, nameMissing] as const] : []),
      ...(isAge(plainDigits(age.trim())) ? [] : [[`passengers[${index}].age`, ageWrong] as const]),
    ]),
  );
}
