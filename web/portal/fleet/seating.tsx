import { type Signal, useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { EMPTY, inPlaceOf } from './seat-editor/draft.ts';
import { type Drawing, drawingOf } from './seat-editor/drawing.ts';
import { SeatEditor } from './seat-editor/editor.tsx';
import { w } from '../words.ts';

type Map = Schemas['BusSeatMap'];
export type Templates = readonly Schemas['SeatMapTemplate'][];

/** The select value for the bus's present seat map. The other values are names of templates. */
const OWN = '';
const BLANK = 'blank';
const COUNTED = 'counted';

/** The seating in the form of a bus: a drawn seat map, or only a number of places. */
export interface Seating {
  readonly chosen: Signal<string>;
  /** The drawn seat map. It stays when the user switches to a number of places and back. */
  readonly drawing: Drawing;
  readonly places: Signal<string>;
}

/** Starts from the bus's present seating. A new bus starts from the first template. */
export function useSeating(map: Map | null, places: number | undefined, templates: Templates): Seating {
  const isNew = places === undefined;
  const first = isNew ? templates[0] : undefined;
  return {
    chosen: useSignal(map ? OWN : isNew ? (first?.name ?? BLANK) : COUNTED),
    drawing: useSignal(drawingOf(map ?? first?.seat_map ?? EMPTY)).value,
    places: useSignal(places === undefined ? '' : String(places)),
  };
}

export const isCounted = ({ chosen }: Seating): boolean => chosen.value === COUNTED;

/** Fields for the seating: a template to begin with, and the seat map to draw. */
export function SeatingFields({
  seating,
  templates,
  map,
  sending,
}: {
  readonly seating: Seating;
  readonly templates: Templates;
  /** The seat map as the service stores it; null for a bus without one. */
  readonly map: Map | null;
  readonly sending: Sending;
}) {
  const { chosen, drawing, places } = seating;
  const words = w.value.seatEditor;
  const choose = (name: string): void => {
    chosen.value = name;
    const template = templates.find((one) => one.name === name);
    if (template) drawing.draw(inPlaceOf(map, template.seat_map));
    if (name === BLANK) drawing.draw(EMPTY);
    if (name === OWN && map) drawing.draw(map);
  };
  return (
    <>
      <Select label={words.template} value={chosen.value} onValue={choose}>
        {map && <option value={OWN}>{words.ownMap}</option>}
        {templates.map(({ name, title }) => (
          <option key={name} value={name}>
            {w.value.templates.titles[name] ?? title}
          </option>
        ))}
        <option value={BLANK}>{words.blank}</option>
        <option value={COUNTED}>{words.counted}</option>
      </Select>
      {isCounted(seating) ? (
        <Field
          label={words.places}
          type="number"
          min={1}
          max={999}
          value={places.value}
          onValue={(value) => (places.value = value)}
          hint={words.countedHint}
          error={sending.errorOf('total_seats')}
        />
      ) : (
        <SeatEditor drawing={drawing} />
      )}
    </>
  );
}
