import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { digits } from '../../words/digits.ts';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { fetchAhead } from '../../parts/lazy-page.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { sentenceFor } from '../../parts/problem-text.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { toast } from '../../parts/toast.tsx';
import { placeName } from '../../words/places.ts';
import { w as shared } from '../../words/shared.ts';
import { rememberTrips } from '../seats/seen-trips.ts';
import { DayFace } from './day-face.tsx';
import { Filters } from './filters.tsx';
import { type Found, findTheRest, findTrips } from './find-trips.ts';
import { NoTrips } from './no-trips.tsx';
import { SearchForm } from './search-form.tsx';
import { TripCard } from './trip-card.tsx';
import { useFares } from './use-fares.ts';
import { weekAround } from './week.ts';
import { type Wishes, fitting, isFiltered, tripsPage, wishesIn } from './wishes.ts';
import { w } from '../words.ts';
import './trips.css';

/** The page of search results: trips of one day between two cities. The address holds the whole search. */
export function Trips() {
  const { query } = useRoute();
  const wishes = wishesIn(query);
  const isChanging = useSignal(false);
  const words = w.value.trips;
  const { origin, destination, date } = wishes;
  const week = weekAround(date);
  const fares = useFares(origin, destination, week[0]!);

  if (origin === '' || destination === '')
    return (
      <>
        <PageTitle>{words.noWay}</PageTitle>
        <div class="card">
          <SearchForm way={{ origin, destination }} date={date < today() ? today() : date} />
        </div>
      </>
    );

  return (
    <>
      <PageTitle small={bothCalendars(date)}>
        {w.value.bookings.route(placeName(origin), placeName(destination))}
      </PageTitle>
      <div class="row trips-actions">
        <button
          type="button"
          class="link"
          aria-expanded={isChanging.value}
          onClick={() => (isChanging.value = !isChanging.value)}
        >
          {words.change}
        </button>
        <Link class="link" page={tripsPage({ origin: destination, destination: origin, date: dayAfter(date, 1) })}>
          {words.wayBack}
        </Link>
      </div>
      {isChanging.value && (
        <div class="card">
          <SearchForm
            key={`${origin} ${destination} ${date}`}
            way={{ origin, destination }}
            date={date}
            onSearch={() => (isChanging.value = false)}
          />
        </div>
      )}
      {!isChanging.value && (
        <nav class="days" aria-label={words.days}>
          {week.map((day) => (
            <a
              key={day}
              class="day"
              href={to(tripsPage({ ...wishes, date: day }))}
              aria-current={day === date ? 'date' : undefined}
            >
              <DayFace day={day} fare={fares.value[day]} />
            </a>
          ))}
        </nav>
      )}
      <Results key={`${origin} ${destination} ${date}`} wishes={wishes} />
    </>
  );
}

/** Whether the list needs all trips of the day, not only the first page. */
const needsAll = (wishes: Wishes): boolean => isFiltered(wishes) || wishes.sort !== 'earliest';

function Results({ wishes }: { readonly wishes: Wishes }) {
  const { route } = useLocation();
  const { origin, destination, date } = wishes;
  const isWhole = needsAll(wishes);
  const asked = useAsked(
    async (signal) => {
      const first = await findTrips(wishes, signal);
      void fetchAhead('seats');
      return isWhole ? findTheRest(wishes, first, signal) : first;
    },
    [origin, destination, date],
  );

  /** Applies changed filters. Replaces the history entry, so that Back leaves the search results. */
  const change = async (changed: Wishes, found: Found): Promise<void> => {
    route(to(tripsPage(changed)), true);
    if (needsAll(changed) && found.next !== undefined) await more(found, findTheRest);
  };
  const more = async (found: Found, fetchMore: typeof findTheRest): Promise<void> => {
    try {
      asked.set(await fetchMore(wishes, found));
    } catch (error) {
      toast(sentenceFor(error));
    }
  };

  return (
    <Asked of={asked} skeleton={<Skeleton tall lines={4} />}>
      {(found) =>
        found.trips.length === 0 ? (
          <NoTrips wishes={wishes} />
        ) : (
          <div class="trips-page">
            <Filters trips={found.trips} wishes={wishes} onChange={(changed) => void change(changed, found)} />
            <List
              found={found}
              wishes={wishes}
              onMore={() => more(found, nextOf)}
              onClear={() => void change({ ...wishes, times: [], types: [], most: undefined }, found)}
            />
          </div>
        )
      }
    </Asked>
  );
}

const nextOf: typeof findTheRest = async (wishes, found, signal) => {
  const { trips, next } = await findTrips(wishes, signal, found.next);
  return { trips: [...found.trips, ...trips], next };
};

function List({
  found,
  wishes,
  onMore,
  onClear,
}: {
  readonly found: Found;
  readonly wishes: Wishes;
  readonly onMore: () => Promise<void>;
  readonly onClear: () => void;
}) {
  const words = w.value.trips;
  const shown = fitting(found.trips, wishes);
  useEffect(() => rememberTrips(found.trips), [found.trips]);
  const all = digits(found.trips.length) + (found.next === undefined ? '' : '+');
  return (
    <div class="trips-found">
      <p role="status" class="faint">
        {isFiltered(wishes) ? words.foundOf(digits(shown.length), all) : words.found(all, found.trips.length === 1)}
      </p>
      {shown.length === 0 ? (
        <Empty title={words.nothingFits}>
          <p>{words.nothingFitsText}</p>
          <button type="button" onClick={onClear}>
            {words.clear}
          </button>
        </Empty>
      ) : (
        // Safari reads a list without bullets as a list only if it has this role.
        <ul class="plain-list" role="list" aria-label={words.list}>
          {shown.map((trip) => (
            <TripCard key={trip.id} trip={trip} />
          ))}
        </ul>
      )}
      {found.next !== undefined && (
        <button type="button" class="wide" onClick={() => void onMore()}>
          {shared.value.more}
        </button>
      )}
    </div>
  );
}
