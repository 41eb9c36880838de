import type { Instant } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/sold-passenger.ts';
import type { PlaceDetails, PlacesByName } from '../trips/places.ts';
import { type PlaceInTime, type Points, placeInTime, placeOfChosen } from '../trips/points.ts';
import type { Times } from '../trips/sections.ts';
import { type Tap, leftAt } from '../trips/taps.ts';
import type { Booking } from './booking.ts';

type Travelled = Pick<Booking, 'section' | 'sectionTimes'>;

/**
 * The planned departure and arrival of a booking's section. If the passengers travel from the first stop to the last,
 * these are the trip's own times.
 */
export const timesOfBooking = (
  { sectionTimes }: Pick<Booking, 'sectionTimes'>,
  { departsAt, arrivesAt }: Times,
): Times => sectionTimes ?? { departsAt, arrivesAt };

/**
 * The trip as the booking's passengers see it. It departs when the bus leaves the stop where they get on. It arrives at
 * the stop where they get off.
 */
export const journeyOn = <
  T extends Times & { readonly departedAt: Instant | null; readonly taps: { readonly left: readonly Tap[] } },
>(
  booking: Travelled,
  trip: T,
): T => ({
  ...trip,
  ...timesOfBooking(booking, trip),
  departedAt: booking.section.from === 0 ? trip.departedAt : leftAt(trip.taps.left, booking.section.from),
});

interface PlacedJourney extends Times {
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly whole: Times;
}

/** The places and times at which the first passenger of a booking gets on (`gettingOn`) and off (`gettingOff`). */
export function placesOn(
  { section }: Pick<Booking, 'section'>,
  first: Pick<SeatPassenger, 'boardingPoint' | 'droppingPoint'> | undefined,
  { sourceCity, destinationCity, departsAt, arrivesAt, whole }: PlacedJourney,
  { boardingPoints, droppingPoints }: Points,
): { readonly gettingOn: PlaceInTime; readonly gettingOff: PlaceInTime } {
  const place = { tripDepartsAt: whole.departsAt };
  return {
    gettingOn: placeInTime(first?.boardingPoint ?? '', boardingPoints, {
      ...place,
      name: sourceCity,
      at: departsAt,
      stop: section.from,
    }),
    gettingOff: placeInTime(first?.droppingPoint ?? '', droppingPoints, {
      ...place,
      name: destinationCity,
      at: arrivesAt,
      stop: section.to,
    }),
  };
}

/** The place where the first passenger of a booking gets on. `places` are those of the booking's first city. */
export const boardingPlaceOn = (
  { section }: Pick<Booking, 'section'>,
  first: Pick<SeatPassenger, 'boardingPoint'> | undefined,
  { sourceCity }: Pick<PlacedJourney, 'sourceCity'>,
  { boardingPoints }: Pick<Points, 'boardingPoints'>,
  places: PlacesByName,
): PlaceDetails | null =>
  placeOfChosen(first?.boardingPoint ?? '', boardingPoints, { name: sourceCity, stop: section.from }, places);
