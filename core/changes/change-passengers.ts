import type { BookedSeat } from '../bookings/booked-seats.ts';
import type { Booking } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import type { PassengerBooking } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { viewBooking } from '../bookings/view-bookings.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { pointsOfSection } from '../trips/points.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { type PassengerChange, refuseMoreNames, refuseUnfit, withChanges } from './passenger-changes.ts';
import { changeOpen, notChangeable } from './refusals.ts';
import type { ChangeWorld } from './world.ts';

/** The confirmation mail waits this many minutes, so that one mail confirms all changes made meanwhile. */
const MAIL_MINUTES = 1;

export type ChangePassengers = ReturnType<typeof changePassengers>;

/**
 * Changes the names, other details, and boarding and dropping points of a booking's passengers, until the bus leaves.
 * Mails the confirmation again.
 */
export const changePassengers =
  ({ clock, transact }: ChangeWorld) =>
  async (passenger: UserId, id: BookingId, changes: readonly PassengerChange[]): Promise<PassengerBooking> =>
    transact(async (stores) => {
      const booking = await stores.bookings.lockOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      const trip = await stores.plannedTrips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${id} is for a trip that does not exist.`);
      const { seats, trip: shown } = await viewBooking(stores)(passenger, id);
      const { from } = booking.section;
      const cityOf = (stop: number): string => (stop === from ? shown.sourceCity : shown.destinationCity);
      const numbered = asNumbered(seats.map(({ seat }) => seat));
      const wanted = changes.map((change) => ({ ...change, seat: numbered(change.seat) }));
      refuseUnfit(seats, wanted, pointsOfSection(trip, booking.section, cityOf));
      const now = clock();
      if (booking.status !== 'CONFIRMED') throw notChangeable(booking.status);
      if (hasDeparted(journeyOn(booking, trip), now)) throw tripDeparted();
      if ((await stores.changes.open([id], now)).length > 0) throw changeOpen();
      await save(stores, booking, wanted, now);
      return viewBooking(stores)(passenger, id);
    });

async function save(
  stores: CounterStores,
  booking: Booking,
  wanted: readonly PassengerChange[],
  now: Instant,
): Promise<void> {
  const before = await stores.bookedSeats.of(booking.id);
  const after = withChanges(before, wanted);
  refuseMoreNames(after);
  const changes = changesBetween(logged(before), logged(after));
  if (Object.keys(changes).length === 0) return;
  await stores.bookedSeats.savePassengers(booking, after);
  await stores.trail.add(
    {
      kind: 'BOOKING_CHANGED',
      actor: { role: 'PASSENGER', userId: booking.userId },
      operatorId: booking.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes,
      description: `Changed passengers of booking ${booking.code}.`,
    },
    now,
  );
  await stores.mailQueue.repeat(
    { kind: 'BOOKING_CONFIRMED', bookingId: booking.id },
    now,
    minutesAfter(now, MAIL_MINUTES),
  );
}

/** The passengers' details by seat, as the activity log stores them. */
const logged = (seats: readonly BookedSeat[]): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(
    seats.flatMap(({ seat, name, age, gender, boardingPoint, droppingPoint }): (readonly [string, JsonValue])[] => [
      [`${seat}.passenger_name`, name],
      [`${seat}.passenger_age`, age],
      [`${seat}.passenger_gender`, gender],
      [`${seat}.boarding_point`, boardingPoint],
      [`${seat}.dropping_point`, droppingPoint],
    ]),
  );
