import type { Finding } from './invariants.ts';
import type { CrowdedTrip, Overlap } from './ports.ts';

/** A bus is in one place: what is planned here is refused when it overlaps what is there. */
export const elsewhere = ({ tripId, olderId }: Overlap): Finding => ({
  invariant: 'BUS_ELSEWHERE',
  row: `schedules ${tripId}`,
  says: `its bus is on trip ${olderId} at the same time`,
});

/** Where seats are sold one by one, the bus has each of them: see SEATS_DIFFER. */
export const crowded = ({ tripId, taken, places }: CrowdedTrip): Finding => ({
  invariant: 'PLACES_OVERSOLD',
  row: `schedules ${tripId}`,
  says: `${taken} places are taken, and the bus has ${places}`,
});
