import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

/** A badge that says whether a trip is on sale, otherwise why not. */
export const TripState = ({ of: { bookable, not_bookable_because: why } }: { readonly of: Schemas['OfficeTrip'] }) => {
  const words = w.value.today.states;
  if (bookable || why === null) return <span class="badge good">{words.ON_SALE}</span>;
  return (
    <span class={`badge ${why === 'DEPARTED' ? '' : why === 'TRIP_CANCELLED' ? 'bad' : 'wait'}`}>{words[why]}</span>
  );
};
