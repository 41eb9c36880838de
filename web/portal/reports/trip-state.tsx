import type { Schemas } from '../../api/operations.ts';
import { SaleOpening } from '../line/opening-field.tsx';
import { w } from '../words.ts';

/** A badge that says whether a trip is on sale, otherwise why not. */
export const TripState = ({ of: trip }: { readonly of: Schemas['OfficeTrip'] }) => {
  const { bookable, not_bookable_because: why } = trip;
  const words = w.value.today.states;
  if (why === 'NOT_ON_SALE') return <SaleOpening of={trip} />;
  if (bookable || why === null) return <span class="badge good">{words.ON_SALE}</span>;
  return (
    <span class={`badge ${why === 'DEPARTED' ? '' : why === 'TRIP_CANCELLED' ? 'bad' : 'wait'}`}>{words[why]}</span>
  );
};
