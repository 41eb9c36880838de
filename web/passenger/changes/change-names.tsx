import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toast.tsx';
import { plainDigits } from '../../words/digits.ts';
import type { Traveller } from '../draft.ts';
import { stopsInQuery } from '../seats/ride.ts';
import { TravellerFields, faultsOf } from '../seats/travellers.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, stopsOf } from './change-props.ts';
import { placeName } from '../../words/places.ts';

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

/**
 * The boarding and dropping points between the booking's first and last stop. A trip that is no longer on sale lists no
 * points. The passengers can then only keep their present points.
 */
const pointsOf = (
  booking: ChangeProps['booking'],
  signal: AbortSignal,
): Promise<readonly [readonly Point[], readonly Point[]]> =>
  api.get('/api/trips/{id}', { path: { id: booking.schedule_id }, query: stopsInQuery(stopsOf(booking)), signal }).then(
    (trip) => [trip.boarding_points, trip.dropping_points] as const,
    () => [[], []] as const,
  );

/** The form that changes names, ages and genders, and where the passengers get on and off. */
export function ChangeNames({ booking, onChanged }: ChangeProps) {
  const points = useAsked((signal) => pointsOf(booking, signal), [booking.schedule_id]);
  return (
    <Asked of={points}>
      {([boardings, droppings]) => (
        <NamesForm booking={booking} onChanged={onChanged} boardings={boardings} droppings={droppings} />
      )}
    </Asked>
  );
}

function NamesForm({
  booking: { id, seats },
  onChanged,
  boardings,
  droppings,
}: ChangeProps & { readonly boardings: readonly Point[]; readonly droppings: readonly Point[] }) {
  const words = w.value.changing;
  const sending = useSending();
  const typed = useSignal<Readonly<Record<string, Typed>>>(
    Object.fromEntries(seats.map((seat) => [seat.seat_number, typedOf(seat)])),
  );
  const typedFor = (seat: Seat): Typed => typed.value[seat.seat_number] ?? typedOf(seat);
  const type = (seat: Seat, changed: Partial<Typed>): void => {
    typed.value = { ...typed.value, [seat.seat_number]: { ...typedFor(seat), ...changed } };
  };

  const save = async (): Promise<void> => {
    const faults = faultsOf(seats.map(typedFor));
    if (Object.keys(faults).length > 0) {
      sending.refuse(w.value.buying.checkFields, faults);
      return;
    }
    const passengers = seats.map((seat) => {
      const { name, age, gender, boarding, dropping } = typedFor(seat);
      return {
        seat_number: seat.seat_number,
        name: name.trim(),
        age: age.trim() === '' ? null : Number(plainDigits(age.trim())),
        gender: gender === '' ? null : gender,
        boarding_point: boarding,
        dropping_point: dropping,
      };
    });
    await api.patch('/api/bookings/{id}', { path: { id }, body: { passengers } });
    toast(words.namesSaved);
    await onChanged();
  };

  return (
    <Form sending={sending} onSend={save} label={words.kinds.names}>
      <p class="faint">{words.namesHint}</p>
      {seats.map((seat, index) => (
        <div key={seat.seat_number}>
          <TravellerFields
            seat={seat.seat_number}
            traveller={typedFor(seat)}
            onChange={(changed) => type(seat, changed)}
            nameError={sending.errorOf(`passengers[${index}].name`)}
            ageError={sending.errorOf(`passengers[${index}].age`)}
            genderError={sending.errorOf(`passengers[${index}].gender`)}
          />
          <PlaceField
            label={w.value.buying.boarding}
            points={boardings}
            before={seat.boarding_point}
            value={typedFor(seat).boarding}
            onValue={(boarding) => type(seat, { boarding })}
          />
          <PlaceField
            label={w.value.buying.dropping}
            points={droppings}
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
function PlaceField({
  label,
  points,
  before,
  value,
  onValue,
}: {
  readonly label: string;
  readonly points: readonly Point[];
  readonly before: string;
  readonly value: string;
  readonly onValue: (name: string) => void;
}) {
  const words = w.value.changing;
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
