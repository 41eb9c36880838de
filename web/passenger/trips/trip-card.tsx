import { amenityName } from '../../parts/amenities.ts';
import { digits } from '../../words/digits.ts';
import { Link } from '../../parts/link.tsx';
import { ClockTime } from '../../parts/clock-time.tsx';
import { dayOf, timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { Stars } from '../../parts/stars.tsx';
import { placeName } from '../../words/places.ts';
import { w as shared } from '../../words/shared.ts';
import { w } from '../words.ts';
import { SaleOpens } from '../line/sale-opens.tsx';
import { rideOf } from '../parts/ride.ts';
import { wholeLine } from '../parts/whole-line.ts';
import type { Trip } from './wishes.ts';

/** If at most this many seats are free, the card says how few are left. */
const FEW_SEATS = 5;

/** The most boarding points that the card names. */
const SHOWN_PLACES = 4;

const DAY_MS = 86_400_000;

const daysBetween = (first: string, second: string): number =>
  (Date.parse(dayOf(second)) - Date.parse(dayOf(first))) / DAY_MS;

function SeatsLeft({ count }: { readonly count: number }) {
  const words = w.value.trips;
  if (count === 0) return <span class="badge bad">{words.soldOut}</span>;
  if (count <= FEW_SEATS) return <span class="badge wait">{words.fewLeft(digits(count), count === 1)}</span>;
  return <span class="faint">{words.left(digits(count))}</span>;
}

/** A bus type's name, or the type as its company wrote it. */
export const typeName = (type: string): string => w.value.trips.types[type] ?? type;

/** A trip in the search results, drawn as a ticket: the trip on the left, the price on the stub. */
export function TripCard({ trip }: { readonly trip: Trip }) {
  const words = w.value.trips;
  const { bus, departure_time: leaves, arrival_time: arrives, duration_minutes: minutes } = trip;
  const duration = shared.value.hours(Math.floor(minutes / 60), minutes % 60);
  const nights = daysBetween(leaves, arrives);
  const line = wholeLine(trip);
  const places = (trip.boarding_points ?? []).map(({ name }) => placeName(name));
  return (
    <li class="trip">
      <div class="trip-ride">
        <div class="trip-times">
          <p>
            <span class="sr-only">{words.leaves} </span>
            <span class="trip-time">
              <ClockTime at={leaves} />
            </span>
            <span class="trip-place">{placeName(trip.source_city)}</span>
          </p>
          <p class="trip-way">
            <span class="sr-only">{words.takes(digits(duration))}</span>
            <span aria-hidden="true">{digits(duration)}</span>
          </p>
          <p>
            <span class="sr-only">{words.arrives} </span>
            <span class="trip-time">
              <ClockTime at={arrives} />
              {nights > 0 && <span class="trip-night"> {words.nextDay(digits(nights))}</span>}
            </span>
            <span class="trip-place">{placeName(trip.destination_city)}</span>
          </p>
        </div>
        <p class="trip-company">
          <strong>{trip.operator.company_name}</strong>
          <Stars average={trip.rating_avg} count={trip.rating_count} />
        </p>
        {places.length > 0 && (
          <p class="small">
            {words.pickup}{' '}
            {[...places.slice(0, SHOWN_PLACES), ...(places.length > SHOWN_PLACES ? ['…'] : [])].join(', ')}
          </p>
        )}
        {line && <p class="small">{line}</p>}
        <p class="faint trip-bus">
          {bus.bus_name} · {typeName(bus.bus_type)}
        </p>
        {bus.amenities.length > 0 && (
          <p class="small">
            <span class="sr-only">{words.onBoard} </span>
            {bus.amenities.map(amenityName).join(' · ')}
          </p>
        )}
      </div>
      <div class="trip-stub">
        <p>
          <span class="trip-fare">{money(trip.fare)}</span> <span class="faint small">{words.perSeat}</span>
        </p>
        <p class="small">{trip.on_sale ? <SeatsLeft count={trip.seats_left} /> : <SaleOpens trip={trip} />}</p>
        <Link class={trip.seats_left > 0 ? 'button main' : 'button'} page={`/trips/${rideOf(trip).key}`}>
          {words.chooseSeats}
          <span class="sr-only">{words.ofTrip(timeOf(leaves), trip.operator.company_name)}</span>
        </Link>
      </div>
    </li>
  );
}
