import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { citiesFrom } from '../../parts/cities.ts';
import { DayField } from '../../parts/day-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAfter, timeOf, today } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { PlaceField, noCityError } from '../../parts/place-field.tsx';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { routeBetween } from '../parts/route-of.ts';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Available } from './available.tsx';
import { inQuery, sectionOf } from './road.ts';
import './agency.css';

/** The cities between which the agent may sell. */
const cities = citiesFrom(() => api.get('/api/agent/cities'));

const isDay = (text = ''): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The page on which agents look for a trip to sell. The address holds the search. */
export function SellPage() {
  const words = w.value.agency.sell;
  const [filters, change] = useUrlState();
  const { origin = '', destination = '', date = '' } = filters;
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <Available />
      <div class="card">
        <SearchForm key={`${origin} ${destination} ${date}`} way={{ origin, destination, date }} onSearch={change} />
      </div>
      {origin !== '' && destination !== '' && isDay(date) && (
        <Found key={`${origin} ${destination} ${date}`} way={{ origin, destination, date }} />
      )}
    </>
  );
}

/** A search for trips, by the stored names of the cities. */
interface Way {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
}

function SearchForm({
  way,
  onSearch,
}: {
  readonly way: Way;
  readonly onSearch: (way: { [K in keyof Way]: string }) => void;
}) {
  const words = w.value.agency.sell;
  const sending = useSending();
  const origin = useSignal(way.origin);
  const destination = useSignal(way.destination);
  const typed = { origin: useSignal(''), destination: useSignal('') };
  const day = useSignal(isDay(way.date) ? way.date : today());
  useEffect(cities.want, []);

  const search = async (): Promise<void> => {
    const wanted = {
      origin: cities.meant(origin.value),
      destination: cities.meant(destination.value),
      date: day.value,
    };
    const wrong = {
      ...(wanted.origin === '' && { origin: noCityError(typed.origin.value, words.chooseFrom, cities, words) }),
      ...(wanted.destination === '' && {
        destination: noCityError(typed.destination.value, words.chooseTo, cities, words),
      }),
      ...(wanted.origin !== '' && wanted.origin === wanted.destination && { destination: words.sameCity }),
      ...((!isDay(day.value) || day.value < today()) && { date: words.chooseDay }),
    };
    if (Object.keys(wrong).length > 0) sending.refuse('', wrong);
    else onSearch(wanted);
  };
  const place = (name: 'origin' | 'destination', label: string) => (
    <PlaceField
      label={label}
      name={name}
      value={(name === 'origin' ? origin : destination).value}
      onValue={(city) => ((name === 'origin' ? origin : destination).value = city)}
      onTyped={(text) => (typed[name].value = text)}
      error={sending.errorOf(name)}
      cities={cities}
      words={words}
    />
  );
  return (
    <Form sending={sending} label={words.formLabel} onSend={search}>
      <div class="agency-search">
        {place('origin', words.from)}
        <button
          type="button"
          onClick={() => {
            [origin.value, destination.value] = [destination.value, origin.value];
            typed.origin.value = typed.destination.value = '';
          }}
        >
          {words.swap}
        </button>
        {place('destination', words.to)}
        <DayField
          label={words.date}
          name="date"
          min={today()}
          max={dayAfter(today(), 365)}
          value={day.value}
          onValue={(chosen) => (day.value = chosen)}
          error={sending.errorOf('date')}
        />
      </div>
      <SendButton sending={sending}>{words.search}</SendButton>
    </Form>
  );
}

/** All trips of a day, read page by page. */
async function readTrips(way: Way, signal: AbortSignal): Promise<readonly Schemas['Trip'][]> {
  const all: Schemas['Trip'][] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Schemas['FoundTrips'] = await api.get('/api/agent/trips', { query: { ...way, after }, signal });
    all.push(...page.results);
    after = page.next;
  }
  return all;
}

function Found({ way }: { readonly way: Way }) {
  const words = w.value.agency.sell;
  const found = useAsked((signal) => readTrips(way, signal), []);
  return (
    <section aria-labelledby="found-trips">
      <h2 id="found-trips">
        {routeBetween(way.origin, way.destination)} <span class="faint">{bothCalendars(way.date)}</span>
      </h2>
      <Asked of={found}>
        {(trips) =>
          trips.length === 0 ? (
            <Empty title={words.noTrips}>
              <p>{words.noTripsText}</p>
            </Empty>
          ) : (
            // Safari reads a list without bullets as a list only if it has this role.
            <ul class="plain-list" role="list" aria-label={words.trips}>
              {trips.map((trip) => (
                <TripLine key={trip.id} trip={trip} />
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}

function TripLine({ trip }: { readonly trip: Schemas['Trip'] }) {
  const words = w.value.agency.sell;
  const { departure_time: leaves, arrival_time: arrives, operator, bus, seats_left } = trip;
  return (
    <li class="card agency-trip">
      <div>
        <strong class="agency-times">
          {timeOf(leaves)} – {timeOf(arrives)}
        </strong>
        <span class="block">
          {placeName(trip.source_city)} → {placeName(trip.destination_city)}
        </span>
        <span class="block faint">
          {operator.company_name} · {bus.bus_name}
        </span>
      </div>
      <div class="agency-stub">
        <strong>{money(trip.fare)}</strong>
        <span class={seats_left === 0 ? 'badge bad' : 'faint'}>
          {seats_left === 0 ? words.soldOut : words.left(digits(seats_left))}
        </span>
        <Link
          class={seats_left > 0 ? 'button main' : 'button'}
          page={`/portal/agency/sell/${trip.id}${inQuery(sectionOf(trip))}`}
        >
          {words.chooseSeats}
          <span class="sr-only">{words.ofTrip(timeOf(leaves), operator.company_name)}</span>
        </Link>
      </div>
    </li>
  );
}
