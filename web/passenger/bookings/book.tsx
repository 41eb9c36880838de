import { useCallback } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { BookForm, MappedBookForm } from './book-form.tsx';
import { draftOf } from '../draft.ts';
import { type Ride, rideAt, stopsInQuery } from '../parts/ride.ts';
import { bookingInDoubt } from './place-booking.ts';
import { useReturn } from '../parts/use-return.ts';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

interface Found {
  readonly trip: Schemas['TripDetail'];
  readonly seats: Schemas['SeatMap'];
}

/** The page for the passengers' details, with the price and the ways to pay. */
export function Book() {
  const ride = rideAt(useRoute().params['trip'], useLocation().query);
  const words = w.value.buying;
  if (session.user.value) return <OwnBook key={session.user.value.id} ride={ride} />;
  return (
    <div class="narrow">
      <PageTitle small={words.signInFirst}>{words.whoTravels}</PageTitle>
      <SignInHere onSignedIn={() => undefined} />
    </div>
  );
}

function OwnBook({ ride }: { readonly ride: Ride }) {
  const { key } = ride;
  const words = w.value.buying;
  /** Opens the payment page and returns true if this draft is booked already. So nobody books twice. */
  const lookForBooking = useCallback((): boolean => {
    const { booking } = draftOf(key);
    if (booking !== null) location.replace(to(`/pay/${booking}`));
    return booking !== null;
  }, [key]);
  useReturn(lookForBooking);

  const [path, query] = [{ id: ride.trip }, stopsInQuery(ride.stops)];
  const asked = useAsked(
    async (signal): Promise<Found | undefined> => {
      await bookingInDoubt(key);
      if (lookForBooking()) return undefined;
      const [trip, seats] = await Promise.all([
        api.get('/api/trips/{id}', { path, query, signal }),
        api.get('/api/trips/{id}/seats', { path, query, signal }),
      ]);
      return { trip, seats };
    },
    [key],
  );

  const waiting = (
    <>
      <PageTitle>{words.whoTravels}</PageTitle>
      <Skeleton lines={6} />
    </>
  );
  return (
    <Asked of={asked} isPage skeleton={waiting}>
      {(found) => {
        if (!found) return waiting;
        const { trip, seats } = found;
        return seats.has_seat_map ? (
          <MappedBookForm trip={trip} map={seats} reread={asked.again} />
        ) : (
          <BookForm trip={trip} count={draftOf(key).places} reread={asked.again} />
        );
      }}
    </Asked>
  );
}
