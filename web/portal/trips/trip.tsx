import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { Asked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { may } from '../session.ts';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import { TripBadges } from './trip-line.tsx';
import { type Change, type Doing, Actions, canDo } from './actions.tsx';
import { Crew } from '../boarding/crew.tsx';
import { ManifestFiles } from '../boarding/manifest-files.tsx';
import { PassengersByPoint } from '../boarding/passengers-by-point.tsx';
import { useSale } from '../counter/use-sale.ts';
import { BlockedSeats } from '../seats/blocked-seats.tsx';
import { Conflicts } from '../boarding/conflicts.tsx';
import { ToldDelay } from '../road/told-delay.tsx';
import { Told } from '../changes/told.tsx';
import { ChangeDialog } from './dialogs.tsx';
import { SeatsRegion } from './seats-region.tsx';
import { canBeSold } from '../parts/trip/trip-rules.ts';
import { Stops } from './stops.tsx';
import { TripMoney } from './trip-money.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { type Trip, type TripNow, useTrip } from '../parts/trip/use-trip.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { useUrlState } from '../parts/url-state.ts';
import './trip.css';

/** The page of one trip: its seats and passengers, the counter, and all changes. */
export function TripPage() {
  const id = Number(useRoute().params['id']);
  const asked = useTrip(id);
  return (
    <Asked of={asked} isPage>
      {(now) => <Shown key={id} now={now} again={asked.again} />}
    </Asked>
  );
}

function Shown({ now, again }: { readonly now: TripNow; readonly again: () => Promise<void> }) {
  const { trip } = now;
  const sale = useSale(trip.id);
  const maySell = may('CLERK') && canBeSold(trip);
  // Links with `do=sell` open the counter at once. The counter also opens if the clerk has an unfinished sale.
  const begins = (useRoute().query['do'] === 'sell' || sale.isResumed) && maySell ? 'sell' : undefined;
  const doing = useSignal<Doing | undefined>(begins);
  // An open dialog is open again after a reload and after signing in again, if the change is still possible.
  useKeptFields(
    `trip-${trip.id}`,
    'open dialog',
    {
      change: {
        get value() {
          return doing.value === 'sell' ? undefined : doing.value;
        },
        set value(change: Change | undefined) {
          if (change && canDo(trip, change)) doing.value = change;
        },
      },
    },
    'dialog',
  );
  const isSelling = doing.value === 'sell';
  const [{ tab = 'seats' }, change] = useUrlState();
  const done = (): void => {
    doing.value = undefined;
    void again();
  };
  const begin = (what: Doing): void => {
    // Shows the tab with the seats, because the counter is beside them.
    if (what === 'sell') change({ tab: '' });
    doing.value = what;
  };
  const actions = <Actions trip={trip} isSelling={isSelling} onDo={begin} />;
  const seats = () => (
    <>
      <SeatsRegion
        now={now}
        sale={sale}
        isSelling={isSelling}
        onSell={() => (doing.value = 'sell')}
        onClose={() => (doing.value = undefined)}
        again={again}
      />
      {isSelling && actions}
      <BlockedSeats now={now} again={again} />
      <Stops trip={trip} />
    </>
  );
  const tabs = [
    { name: 'seats', title: w.value.trip.seats, panel: seats },
    { name: 'manifest', title: w.value.trip.manifest, panel: () => <Manifest now={now} /> },
    ...(may('CLERK') ? [{ name: 'money', title: w.value.trip.money, panel: () => <TripMoney trip={trip} /> }] : []),
  ];
  return (
    <div class={isSelling ? 'is-selling' : undefined}>
      <PageTitle small={<When trip={trip} />}>{routeOf(trip)}</PageTitle>
      <TripBadges trip={trip} />
      {!isSelling && <Figures trip={trip} />}
      {!isSelling && actions}
      <ToldDelay now={now} />
      <Told trip={trip} />
      <Conflicts trip={trip} />
      <Tabs
        label={w.value.trip.tabs}
        tabs={tabs}
        shown={tab}
        onShow={(name) => change({ tab: name === 'seats' ? '' : name })}
      />
      {doing.value !== undefined && doing.value !== 'sell' && (
        <ChangeDialog
          what={doing.value}
          now={now}
          chosen={sale.chosen}
          onClose={() => (doing.value = undefined)}
          onDone={done}
        />
      )}
    </div>
  );
}

/** Lists a trip's passengers by boarding point, with buttons to print or download the manifest. */
const Manifest = ({ now: { trip, manifest } }: { readonly now: TripNow }) => (
  <section class="card" aria-label={w.value.trip.manifest}>
    <div class="row">
      <Link page={`/portal/trips/${trip.id}/manifest`} class="button">
        {w.value.manifest.print}
      </Link>
      <ManifestFiles trip={trip.id} />
    </div>
    <Crew crew={trip.crew} />
    <PassengersByPoint manifest={manifest} />
  </section>
);

const When = ({ trip: { departure_time, arrival_time, bus, timetable_id } }: { readonly trip: Trip }) => (
  <>
    {bothCalendars(dayOf(departure_time))} · {timeOf(departure_time)} – {timeOf(arrival_time)}
    <br />
    <Link page={`/portal/buses/${bus.id}`}>
      {bus.bus_name} · {bus.registration_no}
    </Link>
    {timetable_id !== null && may('MANAGER') && (
      <>
        {' · '}
        <Link page={`/portal/timetables/${timetable_id}`}>{w.value.trips.fromTimetable}</Link>
      </>
    )}
  </>
);

function Figures({ trip: { seats, fare, gross, departed_at } }: { readonly trip: Trip }) {
  const words = w.value.trips;
  const facts: readonly (readonly [string, string])[] = [
    [words.facts.sold, words.of(seats.sold, seats.total)],
    [words.facts.left, w.value.trip.places(seats.left)],
    ...(seats.boarded > 0 || departed_at !== null
      ? [[words.facts.boarded, words.of(seats.boarded, seats.sold)] as const]
      : []),
    ...(seats.held > 0 ? [[words.facts.held, w.value.trip.places(seats.held)] as const] : []),
    ...(seats.blocked > 0 ? [[words.facts.blocked, w.value.trip.places(seats.blocked)] as const] : []),
    [words.facts.fare, money(fare)],
    [words.facts.gross, money(gross)],
  ];
  return (
    <dl class="card trip-figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
