import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import type { KeptFor } from '../../parts/changing/kept-kinds.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { bodyFor } from './kept-seats.tsx';
import { rideOf } from '../parts/ride.ts';
import { MOST_SEATS } from './seat-choice.ts';

/**
 * The button that puts people at the end of the line for seats of a trip. Shown while fewer than `seats` are free.
 * Visitors sign in on the same page first.
 */
export function WaitForSeats({
  trip,
  seats,
  free,
  keptFor = [],
}: {
  readonly trip: Schemas['TripDetail'];
  /** The number of people who want to travel together. */
  readonly seats: number;
  /** The number of free seats that the people may have. */
  readonly free: number;
  /** The kinds of kept seats that the people say they may have. */
  readonly keptFor?: readonly KeptFor[];
}) {
  const words = w.value.buying;
  const sending = useSending();
  const isAsked = useSignal(false);
  if (!Number.isInteger(seats) || seats < 1 || seats > MOST_SEATS || free >= seats) return null;

  const begin = async (): Promise<void> => {
    isAsked.value = true;
    if (session.user.value === undefined) return;
    const body = { seats, ...rideOf(trip).stops, ...bodyFor(keptFor) };
    await api.post('/api/trips/{id}/wait', { path: { id: trip.id }, body });
    location.assign(to('/bookings'));
  };
  const mustSignIn = isAsked.value && session.user.value === undefined;

  return (
    <>
      <p class="faint">{words.waitHint}</p>
      <Refused sentence={sending.sentence} />
      <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(begin)}>
        {words.wait}
      </button>
      {mustSignIn && <SignInHere onSignedIn={() => void sending.send(begin)} />}
    </>
  );
}
