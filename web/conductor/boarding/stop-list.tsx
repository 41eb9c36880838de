import type { ComponentChildren } from 'preact';
import { timeOf } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { BoardedOf } from './boarded-of.tsx';
import { Depart } from './depart.tsx';
import type { CrewTrip, ManifestStop } from './kept.ts';
import { LeaveStop } from './leave-stop.tsx';
import {
  type Group,
  type Passenger,
  byBoardingPoint,
  gettingOff,
  gettingOn,
  isMissing,
  missingFirst,
  placesIn,
} from './passengers.ts';
import { w } from '../words.ts';
import './stops.css';

interface StopList {
  readonly trip: CrewTrip;
  readonly stops: readonly ManifestStop[];
  /** The number of the stop where the bus is, or of the next stop if the bus is driving. */
  readonly next: number;
  readonly passengers: readonly Passenger[];
  /** Whether the list shows a passenger. */
  readonly isShown: (one: Passenger) => boolean;
  /** Returns the passenger in the state by which the row is sorted: just after a tap, the state before the tap. */
  readonly placed: (one: Passenger) => Passenger;
  /** Renders the row of a passenger who gets on, with the row's buttons. `heading` is shown above the row. */
  readonly row: (one: Passenger, heading?: ComponentChildren) => ComponentChildren;
}

/**
 * A trip's stops: the next stop first, and stops that the bus has left last. Shows for each stop who gets on and off,
 * and which seats are free.
 */
export function StopList({ stops, next, ...more }: StopList) {
  const { passengers, isShown } = more;
  const left = stops.slice(0, next).filter(({ stop }) => gettingOn(passengers, stop).some(isShown));
  return (
    <ul class="plain-list passengers" aria-label={w.value.trip.passengers}>
      {[...stops.slice(next), ...left].map((stop) => (
        <li key={stop.stop} class={stop.stop === next ? 'stop next' : 'stop'}>
          <AtStop {...more} stop={stop} next={next} isLast={stop.stop === stops.length - 1} />
        </li>
      ))}
    </ul>
  );
}

interface AtStop extends Omit<StopList, 'stops'> {
  readonly stop: ManifestStop;
  readonly isLast: boolean;
}

function AtStop({ trip, stop, next, isLast, passengers, isShown, placed, row }: AtStop) {
  const words = w.value.stops;
  const name = words.at(placeName(stop.city));
  const isNext = stop.stop === next;
  const [on, off] = [gettingOn(passengers, stop.stop), gettingOff(passengers, stop.stop, next)];
  const times = [stop.arrives_at, stop.departs_at].filter((at) => at !== null).map((at) => timeOf(at));
  return (
    <section aria-label={name}>
      <h2>
        {name} <span class="faint number">{times.join('–')}</span>
      </h2>
      {isNext && !isLast && <p class="badge good">{words.next}</p>}
      {stop.left_at !== null && <p class="badge">{w.value.trips.departed(timeOf(stop.left_at))}</p>}
      {stop.stop > 0 && <GettingOff passengers={off} />}
      {!isLast && <GettingOn all={on} groups={missingFirst(byBoardingPoint(on.filter(isShown)), placed)} row={row} />}
      {stop.stop > 0 && !isLast && <FreeFromHere seats={stop.free} />}
      {isNext && stop.stop === 0 && <Depart trip={trip} origin={stop} passengers={passengers} />}
      {isNext && stop.stop > 0 && !isLast && (
        <LeaveStop trip={trip} stop={stop} missing={placesIn(on.filter(isMissing))} />
      )}
    </section>
  );
}

function GettingOn({
  all,
  groups,
  row,
}: {
  /** All passengers who get on at this stop, including those whom the filter hides. */
  readonly all: readonly Passenger[];
  readonly groups: readonly Group[];
  readonly row: StopList['row'];
}) {
  const words = w.value.stops;
  const points = byBoardingPoint(all);
  return (
    <>
      <h3>
        {words.gettingOn} <BoardedOf passengers={all} />
      </h3>
      {all.length === 0 ? (
        <p class="faint">{words.nobody}</p>
      ) : (
        <ul class="plain-list" aria-label={words.gettingOn}>
          {groups.flatMap(({ boardingPoint, passengers }) =>
            passengers.map((one, index) =>
              row(
                one,
                index === 0 && points.length > 1 && (
                  <>
                    {placeName(boardingPoint) || w.value.trip.anywhere}{' '}
                    <BoardedOf passengers={all.filter((other) => other.boardingPoint === boardingPoint)} />
                  </>
                ),
              ),
            ),
          )}
        </ul>
      )}
    </>
  );
}

function GettingOff({ passengers }: { readonly passengers: readonly Passenger[] }) {
  const { stops: words, trip: tripWords } = w.value;
  return (
    <>
      <h3>
        {words.gettingOff} <span class="faint number">{digits(placesIn(passengers))}</span>
      </h3>
      {passengers.length === 0 ? (
        <p class="faint">{words.nobody}</p>
      ) : (
        <ul class="plain-list getting-off" aria-label={words.gettingOff}>
          {passengers.map(({ key, label, name, state }) => (
            <li key={key}>
              <strong class="number">{label}</strong> {name}
              {state === 'no-show' && <span class="faint"> · {tripWords.isNoShow}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FreeFromHere({ seats }: { readonly seats: readonly string[] }) {
  const words = w.value.stops;
  return (
    <>
      <h3>{words.free}</h3>
      {seats.length === 0 ? (
        <p class="faint">{words.noSeat}</p>
      ) : (
        <ul class="plain-list free-seats" aria-label={words.free}>
          {seats.map((seat) => (
            <li key={seat} class="badge number">
              {seat}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
