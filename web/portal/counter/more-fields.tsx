import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { timeOf } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';
import { type Section, wholeRoad } from '../parts/trip/section.ts';
import { KeptPassengers } from './kept-passengers.tsx';
import type { SaleDraft, Wanted } from './sale-draft.ts';
import { placeName } from '../../words/places.ts';

interface Props {
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
  readonly errorOf: (field: string) => string | undefined;
  readonly trip: Schemas['OfficeTrip'];
  readonly section: Section;
  readonly map: Schemas['SeatMap'];
  readonly wanted: Wanted;
}

/**
 * Questions about passengers on kept seats, and optional fields: the e-mail address, the dropping point, and the names
 * of the other passengers.
 */
export function MoreFields({ draft, change, errorOf, trip, section, map, wanted }: Props) {
  const words = w.value.counter;
  const seats = 'seats' in wanted || wanted.seat_numbers.length < 2 ? [] : wanted.seat_numbers;
  return (
    <>
      {'seat_numbers' in wanted && (
        <KeptPassengers map={map} chosen={wanted.seat_numbers} draft={draft} change={change} errorOf={errorOf} />
      )}
      <details class="field">
        <summary>{words.more}</summary>
        <Field
          label={words.email}
          type="email"
          value={draft.email}
          required={false}
          hint={words.emailHint}
          autoComplete="off"
          error={errorOf('contact.email')}
          onValue={(email) => change({ email })}
        />
        <PointSelect
          label={words.droppingPoint}
          points={trip.dropping_points.filter(({ stop = wholeRoad(trip).to }) => stop === section.to)}
          departure={trip.departure_time}
          value={draft.dropping}
          onValue={(dropping) => change({ dropping })}
        />
        {seats.length > 0 && (
          <fieldset>
            <legend>{words.otherNames}</legend>
            {seats.map((seat, index) => (
              <Field
                key={seat}
                label={words.nameOf(seat)}
                value={draft.names[seat] ?? ''}
                required={false}
                placeholder={draft.name}
                autoComplete="off"
                error={errorOf(`passengers[${index}].name`)}
                onValue={(name) => change({ names: { ...draft.names, [seat]: name } })}
              />
            ))}
          </fieldset>
        )}
      </details>
    </>
  );
}

/** A select field for one of the trip's boarding or dropping points. */
export function PointSelect({
  points,
  departure,
  ...select
}: {
  readonly label: string;
  readonly points: readonly Schemas['Point'][];
  /** The departure of the trip. The minutes of the points count from this time. */
  readonly departure: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  if (points.length === 0) return null;
  return (
    <Select {...select}>
      <option value="">{w.value.counter.notSaid}</option>
      {points.map(({ name, minutes }) => (
        <option key={name} value={name} selected={name === select.value}>
          {placeName(name)} · {timeOf(Date.parse(departure) + minutes * 60_000)}
        </option>
      ))}
    </Select>
  );
}
