import type { Schemas } from '../../api/operations.ts';
import { rideOf, type RideStops } from '../parts/ride.ts';

/** The properties of every form that changes a booking. */
export interface ChangeProps {
  readonly booking: Schemas['Booking'];
  /** Called after a change if the user stays on this booking's page. */
  readonly onChanged: () => unknown;
}

/** The stops where the booking's passengers get on and off, as request fields. */
export const stopsOf = ({ schedule_id: id, from_stop, to_stop, trip }: ChangeProps['booking']): RideStops =>
  rideOf({ ...trip, id, from_stop, to_stop }).stops;
