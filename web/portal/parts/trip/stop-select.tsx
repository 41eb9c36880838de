import { Select } from '../../../parts/select.tsx';
import { placeName } from '../../../words/places.ts';
import type { Trip } from './use-trip.ts';

interface Props {
  readonly label: string;
  readonly trip: Trip;
  /** The numbers of the stops to choose from. */
  readonly stops: readonly number[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A select field for one of a trip's stops. Options show the names of the stops' cities. */
export const StopSelect = ({ trip, stops, ...select }: Props) => (
  <Select {...select}>
    {stops.map((stop) => (
      <option key={stop} value={stop} selected={String(stop) === select.value}>
        {placeName(trip.stops[stop]?.city.city_name ?? '')}
      </option>
    ))}
  </Select>
);
