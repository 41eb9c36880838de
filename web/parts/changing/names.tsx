import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { plainDigits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { Asked, useAsked } from '../asked.tsx';
import { Form, SendButton, useSending } from '../form.tsx';
import { timeOf } from '../moment.ts';
import { Select } from '../select.tsx';
import { faultsOf, TravellerFields, type TravellerWords } from '../traveller-fields.tsx';
import type { Traveller } from '../traveller.ts';

type Seat = Schemas['BookingSeat'];
type Point = Schemas['PointInTime'];

interface Typed extends Traveller {
  readonly boarding: string;
  readonly dropping: string;
}

const typedOf = (seat: Seat): Typed => ({
  name: seat.passenger_name,
  age: seat.passenger_age === null ? '' : String(seat.passenger_age),
  gender: seat.passenger_gender ?? '',
  boarding: seat.boarding_point,
  dropping: seat.dropping_point,
});

/** The points where the passengers can get on and off. */
interface Points {
  readonly boarding_points: readonly Point[];
  readonly dropping_points: readonly Point[];
}

interface NameWords extends TravellerWords {
  readonly form: string;
  readonly namesHint: string;
  readonly saveNames: string;
  readonly samePoint: (name: string) => string;
  readonly noPoint: string;
  readonly boarding: string;
  readonly dropping: string;
  readonly checkFields: string;
}

interface Naming {
  readonly seats: readonly Seat[];
  readonly words: NameWords;
  readonly save: (passengers: readonly PassengerBody[]) => Promise<void>;
}

/** The form that changes names, ages and genders, and where the passengers get on and off. */
export function ChangePassengers({
  trip,
  pointsOf,
  ...naming
}: Naming & {
  readonly trip: number;
  /**
   * Loads the points between the booking's first and last stop. A trip that is no longer on sale lists none. The
   * passengers can then only keep their present points.
   */
  readonly pointsOf: (signal: AbortSignal) => Promise<Points>;
}) {
  const points = useAsked<Points>(
    (signal) => pointsOf(signal).catch(() => ({ boarding_points: [], dropping_points: [] })),
    [trip],
  );
  return <Asked of={points}>{(found) => <NamesForm {...naming} {...found} />}</Asked>;
}

/** The details of a passenger, as request fields. */
type PassengerBody = ReturnType<typeof bodyOf>;

const bodyOf = ({ seat_number }: Seat, { name, age, gender, boarding, dropping }: Typed) => ({
  seat_number,
  name: name.trim(),
  age: age.trim() === '' ? null : Number(plainDigits(age.trim())),
  gender: gender === '' ? null : gender,
  boarding_point: boarding,
  dropping_point: dropping,
});

function NamesForm({ seats, words, save, boarding_points, dropping_points }: Naming & Points) {
  const sending = useSending();
  const typed = useSignal<Readonly<Record<string, Typed>>>(
    Object.fromEntries(seats.map((seat) => [seat.seat_number, typedOf(seat)])),
  );
  const typedFor = (seat: Seat): Typed => typed.value[seat.seat_number] ?? typedOf(seat);
  const type = (seat: Seat, changed: Partial<Typed>): void => {
    typed.value = { ...typed.value, [seat.seat_number]: { ...typedFor(seat), ...changed } };
  };

  const send = async (): Promise<void> => {
    const faults = faultsOf(seats.map(typedFor), words);
    if (Object.keys(faults).length > 0) {
      sending.refuse(words.checkFields, faults);
      return;
    }
    await save(seats.map((seat) => bodyOf(seat, typedFor(seat))));
  };

  return (
    <Form sending={sending} onSend={send} label={words.form}>
      <p class="faint">{words.namesHint}</p>
      {seats.map((seat, index) => (
        <div key={seat.seat_number}>
          <TravellerFields
            seat={seat.seat_number}
            words={words}
            traveller={typedFor(seat)}
            onChange={(changed) => type(seat, changed)}
            nameError={sending.errorOf(`passengers[${index}].name`)}
            ageError={sending.errorOf(`passengers[${index}].age`)}
            genderError={sending.errorOf(`passengers[${index}].gender`)}
          />
          <PointField
            label={words.boarding}
            words={words}
            points={boarding_points}
            before={seat.boarding_point}
            value={typedFor(seat).boarding}
            onValue={(boarding) => type(seat, { boarding })}
          />
          <PointField
            label={words.dropping}
            words={words}
            points={dropping_points}
            before={seat.dropping_point}
            value={typedFor(seat).dropping}
            onValue={(dropping) => type(seat, { dropping })}
          />
        </div>
      ))}
      <SendButton sending={sending}>{words.saveNames}</SendButton>
    </Form>
  );
}

/**
 * A field for one of the trip's boarding or dropping points. The present point can be kept even if the trip no longer
 * has it.
 */
function PointField({
  label,
  words,
  points,
  before,
  value,
  onValue,
}: {
  readonly label: string;
  readonly words: Pick<NameWords, 'samePoint' | 'noPoint'>;
  readonly points: readonly Point[];
  readonly before: string;
  readonly value: string;
  readonly onValue: (name: string) => void;
}) {
  const isAmong = points.some(({ name }) => name === before);
  if (points.length === 0 && before === '') return null;
  return (
    <Select label={label} value={value} onValue={onValue}>
      {!isAmong && <option value={before}>{before === '' ? words.noPoint : words.samePoint(placeName(before))}</option>}
      {points.map(({ name, at }) => (
        <option key={name} value={name}>
          {timeOf(at)} · {placeName(name)}
        </option>
      ))}
    </Select>
  );
}
