import { Field } from '../../parts/field.tsx';
import { w } from '../words.ts';
import { BusSelect, CitySelect } from '../parts/choices.tsx';
import type { DepartureDraft } from './departure-draft.ts';

interface Props {
  readonly draft: DepartureDraft;
  readonly change: (patch: Partial<DepartureDraft>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** Fields for the cities, the bus and the fare. */
export function RouteFields({ draft, change, errorOf }: Props) {
  const words = w.value.timetables;
  const city = (name: 'source' | 'destination') => (
    <CitySelect
      label={words[name]}
      none={words.chooseCity}
      value={draft[name]}
      error={errorOf(`${name}_city_id`)}
      onValue={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      {city('source')}
      {city('destination')}
      <BusSelect
        label={words.bus}
        none={words.chooseBus}
        value={draft.bus}
        error={errorOf('bus_id')}
        onValue={(bus) => change({ bus })}
      />
      <Field
        label={words.farePerSeat}
        value={draft.fare}
        inputMode="decimal"
        error={errorOf('fare')}
        onValue={(fare) => change({ fare })}
      />
    </>
  );
}
