import { digits } from '../../words/digits.ts';
import { type Passenger, placesIn } from './passengers.ts';

/** The number of boarded passengers and of all passengers: `3/5`. */
export const BoardedOf = ({ passengers }: { readonly passengers: readonly Passenger[] }) => (
  <span class="faint number">
    {digits(placesIn(passengers, 'boarded'))}/{digits(placesIn(passengers))}
  </span>
);
