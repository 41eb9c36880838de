import type { Schemas } from '../../api/operations.ts';
import { ClockTime } from '../../parts/clock-time.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { w as shared } from '../../words/shared.ts';
import { w } from '../words.ts';
import { digits } from '../../words/digits.ts';
import './buying.css';

type Place = 'source_city' | 'destination_city' | 'departure_time' | 'arrival_time';
type Times = Pick<Schemas['Booking']['trip'], Place | 'bus_name' | 'company_name'>;

/** Renames the fields of an API trip to those of a booking's trip, which tickets show. */
export const onTicket = (trip: Pick<Schemas['Trip'], Place | 'bus' | 'operator'>): Times => ({
  ...trip,
  bus_name: trip.bus.bus_name,
  company_name: trip.operator.company_name,
});

/** Describes the trip that the user is buying, in the same words as the ticket. */
export function TripHead({ trip, stars }: { readonly trip: Times; readonly stars?: number | null }) {
  const words = w.value.buying;
  const minutes = (Date.parse(trip.arrival_time) - Date.parse(trip.departure_time)) / 60_000;
  const [departs, arrives] = [dayOf(trip.departure_time), dayOf(trip.arrival_time)];
  return (
    <div class="trip-head">
      <PageTitle>{words.route(placeName(trip.source_city), placeName(trip.destination_city))}</PageTitle>
      <div class="trip-head-times">
        <div>
          <span class="trip-head-label">{words.departure}</span>
          <strong class="number">
            <ClockTime at={trip.departure_time} />
          </strong>
        </div>
        <span class="trip-head-way">{digits(shared.value.hours(Math.floor(minutes / 60), minutes % 60))}</span>
        <div>
          <span class="trip-head-label">{words.arrival}</span>
          <strong class="number">
            <ClockTime at={trip.arrival_time} />
          </strong>
        </div>
      </div>
      <p>
        {bothCalendars(departs)}
        {arrives !== departs && (
          <>
            {' '}
            <span class="trip-head-label">· {words.arrivesOn(bothCalendars(arrives))}</span>
          </>
        )}
      </p>
      <p class="trip-head-label">
        {trip.company_name}
        {stars !== null && stars !== undefined && (
          <>
            {' '}
            <span aria-hidden="true">★ {digits(stars)}</span>
            <span class="sr-only">{words.stars(digits(stars))}</span>
          </>
        )}{' '}
        · {trip.bus_name}
      </p>
    </div>
  );
}
