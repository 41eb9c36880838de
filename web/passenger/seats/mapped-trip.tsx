import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { digits } from '../../words/digits.ts';
import { useSending } from '../../parts/form.tsx';
import { fetchAhead } from '../../parts/lazy-page.tsx';
import { money } from '../../parts/money.ts';
import { SeatMap } from '../../parts/seat-map/seat-map.tsx';
import { placeName } from '../../words/places.ts';
import { session } from '../session.ts';
import { RoadDrawing } from '../road/drawings.tsx';
import { drawnStops } from '../road/use-road.ts';
import { WhereIs } from '../road/where-is.tsx';
import { w } from '../words.ts';
import { BestSeats } from './best-seats.tsx';
import { Continue } from './continue.tsx';
import { againOn } from '../again.ts';
import { draftOf, keepDraft } from '../draft.ts';
import { HoldNews } from './hold-bar.tsx';
import { KeptSeats } from './kept-seats.tsx';
import { pointOf, Points } from './points.tsx';
import { rideOf } from '../parts/ride.ts';
import { MOST_SEATS } from './seat-choice.ts';
import { TripHead, onTicket } from './trip-head.tsx';
import { TripNews } from './trip-news.tsx';
import { WaitForSeats } from './wait-for-seats.tsx';
import { useSeatChoice, useTripNews } from './use-seat-choice.ts';

/** The page of a trip by a bus with a seat map. */
export function MappedTrip({
  trip,
  map,
  reread,
}: {
  readonly trip: Schemas['TripDetail'];
  readonly map: Schemas['MappedSeats'];
  readonly reread: () => Promise<void>;
}) {
  const words = w.value.buying;
  const { boarding_points: boardings, dropping_points: droppings } = trip;
  const ride = rideOf(trip).key;
  const choice = useSeatChoice(trip, map);
  const news = useTripNews(trip, choice, reread);
  const sending = useSending();
  const travellers = useSignal('1');
  const boarding = useSignal(draftOf(ride).boarding ?? againOn(trip)?.boarding ?? null);
  const dropping = useSignal(draftOf(ride).dropping ?? againOn(trip)?.dropping ?? null);
  const chosen = choice.chosen.value;
  const keptFor = useSignal(draftOf(ride).keptFor);
  const isFor = (kind: Schemas['Seat']['kept_for']): boolean => kind === null || keptFor.value.includes(kind);
  const free = map.seats.filter(
    ({ status, kept_for }) => (status === 'AVAILABLE' && isFor(kept_for)) || status === 'LOCKED_BY_ME',
  ).length;
  const hasKept = keptFor.value.length > 0 || map.seats.some(({ kept_for: kind }) => kind !== null);
  const here = boardings.find(({ name }) => name === pointOf(boardings, boarding.value, boardings[0]));
  const there = droppings.find(({ name }) => name === pointOf(droppings, dropping.value, droppings.at(-1)));
  // Loads the code of the next page early, into the browser's cache. The next page is opened as a new document.
  const hasChosen = chosen.length > 0;
  useEffect(() => {
    if (hasChosen) void fetchAhead('book');
  }, [hasChosen]);

  /** The message that was on the screen when the user last pressed "Continue". */
  const readNews = useRef(choice.news.peek());

  /** Returns false and shows the reason when no seat is chosen. */
  const isReady = (): boolean => {
    readNews.current = choice.news.peek();
    if (choice.chosen.value.length > 0) return true;
    sending.refuse(words.chooseFirst);
    return false;
  };
  const goOn = async (): Promise<void> => {
    const isHeld = await choice.settle();
    const news = choice.news.peek();
    // Stays on this page to show that a seat was lost, even if the other seats are held.
    if (!isHeld || (news?.is === 'lost' && news !== readNews.current)) return;
    keepDraft(ride, {
      boarding: pointOf(boardings, boarding.value, boardings[0]) || null,
      dropping: pointOf(droppings, dropping.value, droppings.at(-1)) || null,
      booking: null,
    });
    location.assign(to(`/book/${ride}`));
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
      <div class="buying">
        <section class="card" aria-labelledby="choose-seats">
          <h2 id="choose-seats">{words.chooseSeats}</h2>
          <p class="faint">{words.chooseHint(digits(MOST_SEATS))}</p>
          {(hasKept || free < Number(travellers.value)) && (
            <KeptSeats
              keptFor={keptFor}
              onChange={(kinds) => {
                keptFor.value = kinds;
                keepDraft(ride, { keptFor: kinds });
              }}
            />
          )}
          <BestSeats choice={choice} travellers={travellers} />
          <WaitForSeats trip={trip} seats={Number(travellers.value)} free={free} keptFor={keptFor.value} />
          <SeatMap
            seats={map.seats}
            rows={map.rows}
            cols={map.cols}
            deckCount={map.deck_count}
            fare={map.fare}
            selected={new Set(chosen)}
            stateOf={choice.stateOf}
            onToggle={({ seat_number }) => choice.toggle(seat_number)}
          />
        </section>
        <div class="buying-side">
          <section class="card" aria-labelledby="your-places">
            <h2 id="your-places">{words.yourPlaces}</h2>
            <Points
              label={words.boarding}
              points={boardings}
              end={{ name: placeName(trip.source_city), at: trip.departure_time }}
              value={pointOf(boardings, boarding.value, boardings[0])}
              onValue={(name) => {
                boarding.value = name;
                keepDraft(ride, { boarding: name });
              }}
            />
            {here && <WhereIs name={here.name} place={here.place} city={trip.source_city} points={boardings} />}
            <Points
              label={words.dropping}
              points={droppings}
              end={{ name: placeName(trip.destination_city), at: trip.arrival_time }}
              value={pointOf(droppings, dropping.value, droppings.at(-1))}
              onValue={(name) => {
                dropping.value = name;
                keepDraft(ride, { dropping: name });
              }}
            />
            {there && <WhereIs name={there.name} place={there.place} city={trip.destination_city} points={droppings} />}
          </section>
          <div class="seat-bar">
            <HoldNews choice={choice} />
            <section class="card" aria-labelledby="your-seats">
              <h2 id="your-seats" class="sr-only">
                {words.yourSeats}
              </h2>
              {chosen.length === 0 ? (
                <p class="faint">{words.noneChosen}</p>
              ) : (
                <p class="chosen">
                  <strong class="chosen-seats">{chosen.join(', ')}</strong>{' '}
                  <span>
                    <span class="faint">{words.times(digits(chosen.length), money(map.fare))}</span>{' '}
                    <strong class="sum number">{money(map.fare * chosen.length)}</strong>
                  </span>
                </p>
              )}
              <Continue
                sending={sending}
                isReady={isReady}
                isSignedIn={session.user.value !== undefined}
                unkept={chosen.length > 0 ? words.notKept(chosen.join(', ')) : undefined}
                goOn={goOn}
              />
            </section>
          </div>
        </div>
      </div>
    </>
  );
}
