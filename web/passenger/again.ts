import type { Schemas } from '../api/operations.ts';
import { dayAfter, today } from '../parts/moment.ts';
import type { Traveller } from './draft.ts';
import { session } from './session.ts';

type Booking = Pick<Schemas['Booking'], 'trip' | 'seats'>;
type Road = Pick<Schemas['Booking']['trip'], 'source_city' | 'destination_city'>;

/** An earlier journey that the user wants to book once more. */
export interface Again {
  readonly owner: number;
  readonly source_city: string;
  readonly destination_city: string;
  /** The names of the points where the passengers got on and off; null where none was chosen. */
  readonly boarding: string | null;
  readonly dropping: string | null;
  /** The passengers, ordered by their seats. */
  readonly travellers: readonly Traveller[];
}

/** The name begins as those of drafts, so that the journey goes with them when the session ends. */
const KEPT_AS = 'draft-again';

/** Remembers a journey for the search that follows. Needs a signed-in user. */
export function keepAgain({ trip: { source_city, destination_city }, seats }: Booking): void {
  const owner = session.user.peek()?.id;
  if (owner === undefined) return;
  const [first] = seats;
  const again: Again = {
    owner,
    source_city,
    destination_city,
    boarding: first?.boarding_point || null,
    dropping: first?.dropping_point || null,
    travellers: seats.map(({ passenger_name: name, passenger_age: age, passenger_gender: gender }) => ({
      name,
      age: age === null ? '' : String(age),
      gender: gender ?? '',
    })),
  };
  sessionStorage.setItem(KEPT_AS, JSON.stringify(again));
}

/** The journey to book once more, if it has this trip's cities and belongs to the signed-in user. */
export function againOn(trip: Road): Again | undefined {
  const again = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') as Again | null;
  const isMeant =
    again?.owner === session.user.peek()?.id &&
    again?.source_city === trip.source_city &&
    again.destination_city === trip.destination_city;
  return isMeant ? again : undefined;
}

/** The address of a search for the same journey tomorrow. */
export const searchAgain = ({ source_city: origin, destination_city: destination }: Road): string =>
  `/trips?${new URLSearchParams({ origin, destination, date: dayAfter(today(), 1) })}`;
