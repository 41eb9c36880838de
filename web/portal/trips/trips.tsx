import type { Call, Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { digits } from '../../words/digits.ts';
import { DayField } from '../../parts/day-field.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, today } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { BusSelect, CitySelect } from '../parts/choices.tsx';
import { TripLine } from './trip-line.tsx';
import './trips.css';

type Trip = Schemas['OfficeTrip'];

/** The page of the company's trips, day by day. Starts today unless the user has chosen another day. */
export function TripsPage() {
  const words = w.value.trips;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const trips = usePaged(asked, (options) => api.get('/api/operator/trips', options));
  return (
    <>
      <div class="row apart">
        <PageTitle>{words.title}</PageTitle>
        {may('MANAGER') && (
          <Link page="/portal/trips/new" class="button main">
            {words.add}
          </Link>
        )}
      </div>
      <TripFilters filters={{ ...filters, from: asked.from }} change={change} />
      <Paged
        of={trips}
        empty={
          <Empty title={words.empty}>
            <p>{words.emptyText}</p>
          </Empty>
        }
      >
        {(rows) =>
          byDay(rows).map(([day, ofDay]) => (
            <section key={day} aria-label={bothCalendars(day)}>
              <h2 class="trip-day">{bothCalendars(day)}</h2>
              <TripsOfDay trips={ofDay} />
            </section>
          ))
        }
      </Paged>
    </>
  );
}

/** A day's trips. Trips that have left are folded while others of the same day are ahead. */
function TripsOfDay({ trips }: { readonly trips: readonly Trip[] }) {
  const ahead = trips.filter(({ departed_at }) => departed_at === null);
  const left = trips.filter(({ departed_at }) => departed_at !== null);
  if (ahead.length === 0 || left.length === 0) return <TripLines trips={trips} />;
  return (
    <>
      <details class="left-already">
        <summary>
          {w.value.today.leftAlready}: {digits(left.length)}
        </summary>
        <TripLines trips={left} />
      </details>
      <TripLines trips={ahead} />
    </>
  );
}

const TripLines = ({ trips }: { readonly trips: readonly Trip[] }) => (
  <ul class="plain-list">
    {trips.map((trip) => (
      <TripLine key={trip.id} trip={trip} />
    ))}
  </ul>
);

function TripFilters({ filters, change }: { readonly filters: Filters; readonly change: (to: Filters) => void }) {
  const words = w.value.trips;
  const value = (name: string): string => filters[name] ?? '';
  const set =
    ['to', 'source', 'destination', 'bus', 'status'].filter((name) => value(name) !== '').length +
    (value('from') === today() ? 0 : 1);
  return (
    <ListFilters set={set} class="trip-filters">
      <DayField label={words.from} value={value('from')} onValue={(from) => change({ from: from || today() })} />
      <DayField
        label={words.to}
        value={value('to')}
        min={value('from')}
        required={false}
        onValue={(to) => change({ to })}
      />
      <CitySelect
        label={words.source}
        none={words.anyCity}
        value={value('source')}
        onValue={(source) => change({ source })}
      />
      <CitySelect
        label={words.destination}
        none={words.anyCity}
        value={value('destination')}
        onValue={(destination) => change({ destination })}
      />
      <BusSelect label={words.bus} none={words.anyBus} value={value('bus')} onValue={(bus) => change({ bus })} />
      <Select label={words.status} value={value('status')} onValue={(status) => change({ status })}>
        <option value="">{words.anyStatus}</option>
        {(['ACTIVE', 'CANCELLED'] as const).map((status) => (
          <option key={status} value={status} selected={status === value('status')}>
            {words.statuses[status]}
          </option>
        ))}
      </Select>
    </ListFilters>
  );
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
const isId = (text: string | undefined): text is string => /^[1-9]\d{0,8}$/.test(text ?? '');

type Query = NonNullable<Call<'get', '/api/operator/trips'>['query']> & { readonly from: string };

/** Reads the filters from the page's address, and ignores invalid ones. */
function queryOf({ from, to, source, destination, bus, status }: Filters): Query {
  const first = isDay(from) ? from : today();
  return {
    from: first,
    ...(isDay(to) && to >= first && { to }),
    ...((status === 'ACTIVE' || status === 'CANCELLED') && { status }),
    ...(isId(source) && { source_city_id: Number(source) }),
    ...(isId(destination) && { destination_city_id: Number(destination) }),
    ...(isId(bus) && { bus_id: Number(bus) }),
  };
}

/** Groups trips by day. The list is already ordered by departure. */
function byDay(trips: readonly Trip[]): readonly (readonly [day: string, trips: readonly Trip[]])[] {
  const days = new Map<string, Trip[]>();
  for (const trip of trips) {
    const day = dayOf(trip.departure_time);
    days.set(day, [...(days.get(day) ?? []), trip]);
  }
  return [...days];
}
