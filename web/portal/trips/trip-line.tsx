import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { timeOf } from '../../parts/moment.ts';
import { SaleOpening } from '../line/opening-field.tsx';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import './trip-line.css';

type Trip = Schemas['OfficeTrip'];

/** A trip in a list: times, route, bus, sold seats. The whole card is a link to the trip. */
export function TripLine({ trip }: { readonly trip: Trip }) {
  const words = w.value.trips;
  const { id, departure_time, arrival_time, bus, seats, fare, gross } = trip;
  return (
    <li class="card trip-line">
      <p class="trip-time">
        {timeOf(departure_time)} <span class="faint">– {timeOf(arrival_time)}</span>
      </p>
      <div class="trip-what">
        <Link page={`/portal/trips/${id}`} class="trip-route">
          {routeOf(trip)}
        </Link>
        <p class="faint">
          {bus.bus_name} · {bus.registration_no} · <span class="number">{money(fare)}</span>
        </p>
        <TripBadges trip={trip} />
      </div>
      <div class="trip-sold">
        <progress max={seats.total || 1} value={seats.sold} aria-label={words.soldOf(seats.sold, seats.total)} />
        <p>{words.soldOf(seats.sold, seats.total)}</p>
        <p class="faint small">{money(gross)}</p>
      </div>
    </li>
  );
}

/** Badges for anything unusual about a trip. */
export function TripBadges({ trip }: { readonly trip: Trip }) {
  const words = w.value.trips;
  const { status, departed_at, not_bookable_because: because, seats } = trip;
  if (status === 'CANCELLED') return <span class="badge bad">{words.cancelled}</span>;
  if (departed_at !== null)
    return (
      <span class="badge">
        {words.departedAt(timeOf(departed_at))} · {words.boardedOf(seats.boarded, seats.sold)}
      </span>
    );
  if (because === 'DEPARTED') return <span class="badge">{words.departed}</span>;
  return (
    <>
      <SaleOpening of={trip} />
      {because && because !== 'TRIP_CANCELLED' && because !== 'NOT_ON_SALE' && (
        <p class="small warn">⚠ {words.notSold[because]}</p>
      )}
    </>
  );
}
