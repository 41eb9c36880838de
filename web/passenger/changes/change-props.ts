import type { Schemas } from '../../api/operations.ts';
import { rideOf, type RideStops } from '../seats/ride.ts';

/** The properties of every form of a change. */
export interface ChangeProps {
  readonly booking: Schemas['Booking'];
  /** Called after a change that leaves the reader on this booking. */
  readonly onChanged: () => unknown;
}

/** The stops of a booking's own section. */
export const stopsOf = ({ schedule_id: id, from_stop, to_stop, trip }: ChangeProps['booking']): RideStops =>
  rideOf({ ...trip, id, from_stop, to_stop }).stops;
