import { Select } from '../../parts/select.tsx';
import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The label of the option that chooses nothing. */
  readonly none: string;
  readonly error?: string | undefined;
}

export function CitySelect({ none, ...select }: Props) {
  const { state } = useAsked((signal) => api.get('/api/cities', { signal }), []);
  const cities = state.value.is === 'here' ? state.value.value : [];
  return (
    <Select {...select}>
      <option value="">{none}</option>
      {cities.map(({ id, city_name }) => (
        <option key={id} value={id} selected={String(id) === select.value}>
          {placeName(city_name)}
        </option>
      ))}
    </Select>
  );
}

type Bus = Schemas['Bus'];

/** Why the bus may not carry passengers on a day such as `2026-11-21`; undefined if it may. */
function unfit({ approval_status, papers }: Bus, day: string): string | undefined {
  const words = w.value.trip.busWhyNot;
  if (approval_status !== 'APPROVED') return words.review;
  return papers.complete && (papers.valid_until ?? day) >= day ? undefined : words.papers;
}

/**
 * A select field for one of the company's active buses. Buses in `except` cannot be chosen: their options stand last,
 * with the given reason. With `carriesOn`, neither can buses that may not carry passengers on that day.
 */
export function BusSelect({
  none,
  except,
  carriesOn,
  ...select
}: Props & { readonly except?: ReadonlyMap<number, string>; readonly carriesOn?: string }) {
  const { state } = useAsked(
    (signal) => api.get('/api/operator/buses', { query: { status: 'ACTIVE', limit: 100 }, signal }),
    [],
  );
  const buses = state.value.is === 'here' ? state.value.value.results : [];
  const known = buses.map((bus) => ({
    ...bus,
    whyNot: except?.get(bus.id) ?? (carriesOn === undefined ? undefined : unfit(bus, carriesOn)),
  }));
  return (
    <Select {...select}>
      <option value="">{none}</option>
      {known
        .filter(({ whyNot }) => whyNot === undefined)
        .map(({ id, bus_name, registration_no }) => (
          <option key={id} value={id} selected={String(id) === select.value}>
            {bus_name} · {registration_no}
          </option>
        ))}
      {known
        .filter(({ whyNot }) => whyNot !== undefined)
        .map(({ id, bus_name, registration_no, whyNot }) => (
          <option key={id} value={id} disabled>
            {bus_name} · {registration_no} ({whyNot})
          </option>
        ))}
    </Select>
  );
}
