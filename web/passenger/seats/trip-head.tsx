import type { Schemas } from '../../api/operations.ts';
import { ClockTime } from '../../parts/clock-time.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import type { JourneyPlaces } from './journey.tsx';
import { type OnLine, wholeLine } from '../parts/whole-line.ts';
import { w as shared } from '../../words/shared.ts';
import { w } from '../words.ts';
import { digits } from '../../words/digits.ts';
import './buying.css';

type Place = 'source_city' | 'destination_city' | 'departure_time' | 'arrival_time';
type Times = Pick<Schemas['Booking']['trip'], Place | 'bus_name' | 'company_name'> & {
  /** The whole line of the bus, on a section of it. */
  readonly line?: string | undefined;
};

/** Renames the fields of an API trip to those of a booking's trip, which tickets show. */
export const onTicket = (trip: Pick<Schemas['Trip'], Place | 'operator'> & OnLine): Times => ({
  ...trip,
  bus_name: trip.bus.bus_name,
  company_name: trip.operator.company_name,
  line: wholeLine(trip),
});

/**
 * Describes the trip that the user is buying, in the same words as the ticket. With `places`, shows the times at which
 * the passengers get on and off.
 */
export function TripHead({
  trip,
  stars,
  places,
}: {
  readonly trip: Times;
  readonly stars?: number | null;
  readonly places?: JourneyPlaces;
}) {
  const words = w.value.buying;
  const [start, end] = [places?.on.at ?? trip.departure_time, places?.off.at ?? trip.arrival_time];
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000;
  const [departs, arrives] = [dayOf(start), dayOf(end)];
  return (
    <div class="trip-head">
      <PageTitle>{words.route(placeName(trip.source_city), placeName(trip.destination_city))}</PageTitle>
      <div class="trip-head-times">
        <div>
          <span class="trip-head-label">{places ? w.value.bookings.gettingOn : words.departure}</span>
          <strong class="number">
            <ClockTime at={start} />
          </strong>
          {places && <span>{placeName(places.on.name)}</span>}
        </div>
        <span class="trip-head-way">{digits(shared.value.hours(Math.floor(minutes / 60), minutes % 60))}</span>
        <div>
          <span class="trip-head-label">{places ? w.value.bookings.gettingOff : words.arrival}</span>
          <strong class="number">
            <ClockTime at={end} />
          </strong>
          {places && <span>{placeName(places.off.name)}</span>}
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
      {trip.line && <p class="trip-head-label">{trip.line}</p>}
    </div>
  );
}
