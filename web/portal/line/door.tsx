import { useRoute } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { digits } from '../../words/digits.ts';
import { Facts } from '../parts/facts.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { type Column, Table } from '../parts/table.tsx';
import { isAdmin } from '../session.ts';
import { type OfficeDoor, type TripAtDoor, readDoor } from './door-calls.ts';
import { DoorState } from './door-state.tsx';
import { shownOpening } from './opening-field.tsx';
import { w } from './openings-words.ts';
import { Steering } from './steering.tsx';
import { useNews } from './use-news.ts';
import './door.css';

/** The page that follows the opening of a sale with its live figures. Administrators steer it here. */
export function DoorPage() {
  const id = useRoute().params['id'] ?? '';
  const asked = useAsked((signal) => readDoor(id, signal), [id]);
  const state = asked.state.value;
  useNews(asked, state.is === 'here' ? state.value.poll_seconds : NEW_AFTER_SECONDS);
  return (
    <Asked of={asked} isPage>
      {(door) => (
        <div key={door.id}>
          <PageTitle small={bothCalendars(dayOf(door.opens_at))}>
            {w.value.heading(shownOpening(door.opens_at))}
          </PageTitle>
          <p class="row apart">
            <DoorState of={door} />
            <a href={to(`/door/${door.id}`)}>{w.value.toPage}</a>
          </p>
          <Figures door={door} />
          {isAdmin() && door.state !== 'CLEAR' && <Steering door={door} onChanged={asked.set} />}
          <Trips trips={door.trips} />
          <Refusals refused={door.refused} />
        </div>
      )}
    </Asked>
  );
}

/** Seconds after which the figures of a door are made anew. */
const NEW_AFTER_SECONDS = 5;

function Figures({ door }: { readonly door: OfficeDoor }) {
  const words = w.value;
  const facts: readonly (readonly [string, string])[] = [
    [words.joined, digits(door.joined)],
    [words.admitted, digits(door.admitted)],
    [words.aMinute, digits(door.admits_per_minute)],
    [words.entered, digits(door.entered)],
    [words.passes, digits(door.passes_running)],
    [words.seatsLeft, words.of(digits(door.seats_left), digits(door.seats))],
  ];
  return (
    <section aria-label={words.figures}>
      <dl class="card door-figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Trips({ trips }: { readonly trips: readonly TripAtDoor[] }) {
  const words = w.value;
  return (
    <section class="card" aria-labelledby="trips-title">
      <h2 id="trips-title">{words.trips}</h2>
      {trips.length === 0 ? (
        <p class="faint">{words.noTrips}</p>
      ) : (
        <Table label={words.trips} columns={columns()} rows={trips} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

const columns = (): readonly Column<TripAtDoor>[] => {
  const words = w.value;
  const number = (title: string, count: (trip: TripAtDoor) => number): Column<TripAtDoor> => ({
    title,
    cell: (trip) => digits(count(trip)),
    isNumber: true,
  });
  return [
    {
      title: words.departure,
      cell: ({ id, source_city: source, destination_city: destination, departure_time: departs }) => (
        <span>
          {isAdmin() ? words.trip(digits(id)) : <Link page={`/portal/trips/${id}`}>{words.trip(digits(id))}</Link>}
          {' · '}
          {routeBetween(source, destination)}
          {' · '}
          {dayAndTime(departs)}
        </span>
      ),
    },
    number(words.seats, ({ seats }) => seats),
    number(words.soldOnline, ({ sold_online: sold }) => sold),
    number(words.soldAtCounter, ({ sold_counter: sold }) => sold),
    number(words.blocked, ({ withheld }) => withheld),
    number(words.held, ({ held }) => held),
    number(words.left, ({ left }) => left),
  ];
};

/** The numbers of refused requests, by the code of the refusal. */
function Refusals({ refused }: { readonly refused: OfficeDoor['refused'] }) {
  const words = w.value;
  const codes = Object.keys(words.refusals) as (keyof typeof words.refusals)[];
  return (
    <section class="card" aria-labelledby="refused-title">
      <h2 id="refused-title">{words.refused}</h2>
      <Facts of={Object.fromEntries(codes.map((code) => [words.refusals[code], digits(refused[code])]))} />
    </section>
  );
}
