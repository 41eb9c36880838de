import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { session } from '../session.ts';
import { w } from '../words.ts';
import { RoadDrawing } from '../road/drawings.tsx';
import { drawnStops } from '../road/use-road.ts';
import { Continue } from './continue.tsx';
import { draftOf, keepDraft } from '../draft.ts';
import { PointList } from './points.tsx';
import { rideOf } from '../parts/ride.ts';
import { TripHead, onTicket } from './trip-head.tsx';
import { TripNews } from './trip-news.tsx';
import { WaitForSeats } from './wait-for-seats.tsx';
import { useTripNews } from './use-seat-choice.ts';

/** The page of a trip by a bus without a seat map. */
export function CountedTrip({
  trip,
  seats,
  reread,
}: {
  readonly trip: Schemas['TripDetail'];
  readonly seats: Schemas['CountedSeats'];
  readonly reread: () => Promise<void>;
}) {
  const words = w.value.buying;
  const ride = rideOf(trip).key;
  const { fare, seats_left: left } = seats;
  const news = useTripNews(trip, undefined, reread);
  const sending = useSending();
  const typed = useSignal(String(draftOf(ride).places));
  const places = Number(typed.value);
  const isRight = Number.isInteger(places) && places >= 1 && places <= left;

  const isReady = (): boolean => {
    if (isRight) return true;
    sending.refuse(words.choosePlaces(digits(left)), { seats: words.choosePlaces(digits(left)) });
    return false;
  };
  const goOn = (): Promise<void> => {
    if (isReady()) {
      keepDraft(ride, { places, booking: null });
      location.assign(to(`/book/${ride}`));
    }
    return Promise.resolve();
  };

  // The page of a cancelled trip shows only the message about that, because nothing can be bought.
  if (news.value === 'cancelled')
    return (
      <>
        <TripHead trip={onTicket(trip)} stars={trip.rating_avg} />
        <TripNews trip={trip} news="cancelled" />
      </>
    );
  return (
    <>
      <TripHead trip={onTicket(trip)} stars={trip.rating_avg} />
      <RoadDrawing stops={drawnStops(trip)} />
      <TripNews trip={trip} news={news.value} />
      <section class="card narrow" aria-labelledby="your-seats">
        <h2 id="your-seats">{words.chooseSeats}</h2>
        {left === 0 ? (
          <Empty title={words.full}>
            <p>{words.fullText}</p>
            <Link page="/">{words.otherBuses}</Link>
            <Field
              label={words.seatsField}
              type="number"
              inputMode="numeric"
              min={1}
              value={typed.value}
              onValue={(value) => (typed.value = value)}
            />
            <WaitForSeats trip={trip} seats={places} free={left} />
          </Empty>
        ) : (
          <>
            <Field
              label={words.seatsField}
              type="number"
              inputMode="numeric"
              min={1}
              max={left}
              value={typed.value}
              onValue={(value) => (typed.value = value)}
              hint={words.seatsLeft(digits(left))}
              error={isRight ? undefined : sending.errorOf('seats')}
            />
            <WaitForSeats trip={trip} seats={places} free={left} />
            <PointList label={words.boardingAt} points={trip.boarding_points} city={trip.source_city} />
            <PointList label={words.droppingAt} points={trip.dropping_points} city={trip.destination_city} />
            {isRight && (
              <p class="row apart">
                <span class="faint">{words.times(digits(places), money(fare))}</span>
                <strong class="sum number">{money(fare * places)}</strong>
              </p>
            )}
            <Continue
              sending={sending}
              isReady={isReady}
              isSignedIn={session.user.value !== undefined}
              unkept={isRight ? words.notKeptPlaces : undefined}
              goOn={goOn}
            />
          </>
        )}
      </section>
    </>
  );
}
