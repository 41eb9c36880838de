import { Select } from '../../parts/select.tsx';
import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';

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

/** Whether the bus may carry passengers on a day such as `2026-11-21`. Its papers must be valid on that day. */
const mayCarry = ({ approval_status, papers }: Bus, day: string): boolean =>
  approval_status === 'APPROVED' && papers.complete && (papers.valid_until ?? day) >= day;

/**
 * A select field for one of the company's active buses. Leaves out the buses in `except`. With `carriesOn`, also leaves
 * out the buses that may not carry passengers on that day.
 */
export function BusSelect({
  none,
  except,
  carriesOn,
  ...select
}: Props & { readonly except?: ReadonlySet<number>; readonly carriesOn?: string }) {
  const { state } = useAsked(
    (signal) => api.get('/api/operator/buses', { query: { status: 'ACTIVE', limit: 100 }, signal }),
    [],
  );
  const buses = state.value.is === 'here' ? state.value.value.results : [];
  return (
    <Select {...select}>
      <option value="">{none}</option>
      {buses
        .filter((bus) => !except?.has(bus.id) && (carriesOn === undefined || mayCarry(bus, carriesOn)))
        .map(({ id, bus_name, registration_no }) => (
          <option key={id} value={id} selected={String(id) === select.value}>
            {bus_name} · {registration_no}
          </option>
        ))}
    </Select>
  );
}
