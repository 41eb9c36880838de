import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayAfter, timeOf, today } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { folded } from '../../words/folded.ts';
import { placeName } from '../../words/places.ts';
import { counterPlace, setCounterPlace } from '../parts/counter-place.ts';
import { type Column, Table } from '../parts/table.tsx';
import { TripState } from './trip-state.tsx';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import './today.css';
import { canBeSold } from '../parts/trip/trip-rules.ts';

type Trip = Schemas['OfficeTrip'];

const columns = (): readonly Column<Trip>[] => [
  {
    title: w.value.today.time,
    cell: ({ departure_time }) => <strong class="departs">{timeOf(departure_time)}</strong>,
  },
  {
    title: w.value.today.trip,
    cell: (trip) => <Link page={`/portal/trips/${trip.id}`}>{routeOf(trip)}</Link>,
  },
  {
    title: w.value.today.bus,
    cell: ({ bus }) => (
      <>
        {bus.bus_name} <span class="faint number">{bus.registration_no}</span>
      </>
    ),
  },
  { title: w.value.today.sold, cell: (trip) => <Sold trip={trip} /> },
  { title: w.value.today.left, cell: ({ seats }) => digits(seats.left), isNumber: true },
  { title: w.value.today.state, cell: (trip) => <TripState of={trip} /> },
  { title: w.value.today.counter, cell: (trip) => <SellLink trip={trip} /> },
];

/** A link that opens the counter of a trip at once, for clerks with waiting customers. */
function SellLink({ trip }: { readonly trip: Trip }) {
  if (!may('CLERK') || !canBeSold(trip)) return null;
  const { id, departure_time } = trip;
  return (
    <Link
      page={`/portal/trips/${id}?do=sell`}
      class="button"
      aria-label={w.value.today.sellFor(routeOf(trip), timeOf(departure_time))}
    >
      {w.value.trip.sell}
    </Link>
  );
}

/** Lists departures in a table. On phones each row is a compact card. */
const Departures = ({ label, trips }: { readonly label: string; readonly trips: readonly Trip[] }) => (
  <div class="departures">
    <Table label={label} columns={columns()} rows={trips} keyOf={({ id }) => id} />
  </div>
);

const hasLeft = ({ departed_at }: Trip): boolean => departed_at !== null;

/** The number of sold seats. Once passengers board, also the number of passengers on board. */
function Sold({ trip: { seats } }: { readonly trip: Trip }) {
  const words = w.value.today;
  const { sold, total, boarded } = seats;
  const isBoarding = boarded > 0;
  return (
    <span class="boarded">
      {words.of(digits(sold), digits(total))}{' '}
      {isBoarding && <span class="small">{words.onBoard(digits(boarded), digits(sold))}</span>}
      {sold > 0 && (
        <progress
          class={isBoarding ? 'good' : undefined}
          value={isBoarding ? boarded : sold}
          max={isBoarding ? sold : total}
          aria-hidden="true"
        />
      )}
    </span>
  );
}

/** The company's first page: today's departures, boarding, and open tasks. */
export function TodayPage() {
  const asking = useAsked((signal) => api.get('/api/operator/today', { signal }), []);
  const typed = useSignal('');
  const words = w.value.today;
  return (
    <>
      <PageTitle small={bothCalendars(today())}>{words.title}</PageTitle>
      <Asked of={asking}>
        {(day) => {
          const isShown = (trip: Trip): boolean => isHere(trip) && isFound(trip, typed.value);
          const [now, next] = [day.today.filter(isShown), day.tomorrow.filter(isShown)];
          const tasks = taskCount(day);
          return (
            <>
              {tasks > 0 && (
                <p>
                  <a href="#needs-you">{words.tasks(digits(tasks), tasks === 1)}</a>
                </p>
              )}
              <div class="filters">
                <Field
                  label={words.find}
                  type="search"
                  hint={words.findHint}
                  value={typed.value}
                  autoComplete="off"
                  onValue={(text) => (typed.value = text)}
                />
                <PlaceFilter trips={[...day.today, ...day.tomorrow]} />
              </div>
              <Ahead
                trips={now.filter((trip) => !hasLeft(trip))}
                isEmptyDay={!day.today.some(isHere)}
                isSearch={typed.value.trim() !== ''}
              />
              <NeedsYou {...day} />
              <Folded
                title={words.tomorrow}
                more={bothCalendars(dayAfter(today(), 1))}
                trips={next}
                isOpen={!isPhone() || now.every(hasLeft)}
              >
                <p class="faint">{words.nothingTomorrow}</p>
              </Folded>
              {now.some(hasLeft) && (
                <Folded title={words.leftAlready} trips={now.filter(hasLeft)} isOpen={!isPhone()} />
              )}
            </>
          );
        }}
      </Asked>
    </>
  );
}

/** Today's departures that are still ahead. Their seats are still on sale. */
function Ahead({
  trips,
  isEmptyDay,
  isSearch,
}: {
  readonly trips: readonly Trip[];
  /** True if no bus leaves here today, whether it was typed or not. */
  readonly isEmptyDay: boolean;
  readonly isSearch: boolean;
}) {
  const words = w.value.today;
  return (
    <section class="card" aria-labelledby="departures">
      <h2 id="departures">{words.departures}</h2>
      {trips.length > 0 && <Departures label={words.departures} trips={trips} />}
      {trips.length === 0 && !isEmptyDay && <p class="faint">{isSearch ? words.noneFound : words.allLeft}</p>}
      {isEmptyDay && (
        <Empty title={words.nothingToday}>
          <p>{words.nothingTodayText}</p>
        </Empty>
      )}
    </section>
  );
}

const placesOf = ({ source_city, boarding_points }: Trip): readonly string[] => [
  source_city.city_name,
  ...boarding_points.map(({ name }) => name),
];
const isHere = (trip: Trip): boolean => counterPlace.value === '' || placesOf(trip).includes(counterPlace.value);

/** True if a departure has every typed word in its cities, its time, its bus or its plate, such as `pok 30`. */
function isFound(trip: Trip, typed: string): boolean {
  const { source_city: from, destination_city: until, departure_time: at, bus } = trip;
  const text = folded(
    [routeOf(trip), from.city_name, until.city_name, timeOf(at), bus.bus_name, bus.registration_no].join(' '),
  );
  return folded(typed)
    .split(' ')
    .every((word) => text.includes(word));
}

/** A select field that limits the departures to buses that stop at a place. */
function PlaceFilter({ trips }: { readonly trips: readonly Trip[] }) {
  const words = w.value.today;
  // Keeps the chosen place among the options even on days on which no bus stops at it.
  const places = [
    ...new Set([...trips.flatMap(placesOf), ...(counterPlace.value === '' ? [] : [counterPlace.value])]),
  ].toSorted();
  if (places.length < 2) return null;
  return (
    <Select label={words.place} value={counterPlace.value} onValue={setCounterPlace}>
      <option value="">{words.anyPlace}</option>
      {places.map((name) => (
        <option key={name} value={name} selected={name === counterPlace.value}>
          {placeName(name)}
        </option>
      ))}
    </Select>
  );
}

const isPhone = (): boolean => matchMedia('(max-width: 40rem)').matches;

/** A list of less urgent departures: tomorrow's departures, or past departures. On phones the list is collapsed. */
const Folded = ({
  title,
  more,
  trips,
  isOpen,
  children,
}: {
  readonly title: string;
  readonly more?: string;
  readonly trips: readonly Trip[];
  readonly isOpen: boolean;
  /** Shown if there are no departures. */
  readonly children?: ComponentChildren;
}) => (
  <details class="card folded" open={isOpen}>
    <summary>
      <h2>{title}</h2> <span class="faint small">{more ?? digits(trips.length)}</span>
    </summary>
    {trips.length > 0 ? <Departures label={title} trips={trips} /> : children}
  </details>
);

const taskCount = ({ papers, cash_refunds, open_shifts }: Schemas['Today']): number =>
  papers.length + cash_refunds.length + open_shifts.length;

/** Lists open tasks: papers that expire, cash refunds to pay, and shifts that are still open. */
function NeedsYou(day: Schemas['Today']) {
  const { papers, cash_refunds, open_shifts } = day;
  const words = w.value.today;
  return (
    <section class="card" aria-labelledby="needs-you">
      <h2 id="needs-you">{words.needsYou}</h2>
      {taskCount(day) === 0 && <p class="faint">{words.allWell}</p>}
      <ul class="plain-list needs">
        {papers.map(({ bus_id, registration_no, type, valid_until }) => (
          <li key={`${bus_id} ${type}`}>
            <Link page={`/portal/buses/${bus_id}`}>
              {words.paperRunsOut(w.value.papers.types[type], registration_no, bothCalendars(valid_until))}
            </Link>
          </li>
        ))}
        {cash_refunds.map(({ id, amount, booking_code, overdue }) => (
          <li key={id}>
            <Link page="/portal/refunds">{words.cashRefund(money(amount), booking_code)}</Link>
            {overdue && <span class="badge bad">{words.overdue}</span>}
          </li>
        ))}
        {open_shifts.map(({ id, staff, opened_at, expected_cash }) => (
          <li key={id}>
            <Link page="/portal/shifts">{words.openShift(staff.full_name, dayAndTime(opened_at))}</Link>
            {expected_cash !== null && <span class="faint">{words.expectedCash(money(expected_cash))}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
