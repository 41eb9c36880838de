import type { BookingId, SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { arrivesAt, departsFrom, lastStop } from '../trips/sections.ts';
import { leftAt } from '../trips/taps.ts';
import type { ManifestBooking, ManifestFacts } from './manifest.ts';

/** A stop of a trip, with the bookings whose passengers get on and off there. */
export interface ManifestStop {
  readonly stop: number;
  readonly city: string;
  /** The arrival at the stop; null at the first stop. */
  readonly arrivesAt: Instant | null;
  /** The departure from the stop; null at the last stop. */
  readonly departsAt: Instant | null;
  /** The moment at which the bus left the stop; null if nobody has reported it. */
  readonly leftAt: Instant | null;
  readonly on: readonly BookingId[];
  readonly off: readonly BookingId[];
  /** Seats that a passenger leaves at this stop and that nobody has booked up to the next stop. */
  readonly free: readonly SeatNumber[];
}

/** Lists all stops of a trip. Each stop's bookings have the given order, and its free seats are sorted by number. */
export function manifestStops(
  { trip, road }: Pick<ManifestFacts, 'trip' | 'road'>,
  bookings: readonly ManifestBooking[],
): readonly ManifestStop[] {
  const planned = { ...trip, stops: road.stops };
  const last = lastStop(road);
  const idsOf = (some: readonly ManifestBooking[]) => some.map(({ id }) => id);
  return road.cities.map((city, stop) => {
    const off = bookings.filter(({ section }) => section.to === stop);
    const onNextPart = bookings.filter(({ section }) => section.from <= stop && stop < section.to);
    const taken = new Set(onNextPart.flatMap(({ seats }) => seats.map(({ seat }) => seat)));
    const freed = off.flatMap(({ seats }) => seats.map(({ seat }) => seat));
    return {
      stop,
      city,
      arrivesAt: stop === 0 ? null : arrivesAt(planned, stop),
      departsAt: stop === last ? null : departsFrom(planned, stop),
      leftAt: stop === 0 ? trip.departedAt : leftAt(road.left, stop),
      on: idsOf(bookings.filter(({ section }) => section.from === stop)),
      off: idsOf(off),
      free: stop === last ? [] : freed.filter((seat) => !taken.has(seat)).sort(),
    };
  });
}
