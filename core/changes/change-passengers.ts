import { type AgentCaller, actorOf } from '../agents/caller.ts';
import type { AgentBooking } from '../agents/sale-ports.ts';
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
import { type Actor, changesBetween } from '../platform/trail.ts';
import type { SeatPassenger } from '../seats/sold-passenger.ts';
import { pointsOfSection } from '../trips/points.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { lockSold, viewAgentBooking } from './agents-booking.ts';
import { type PassengerChange, refuseMoreNames, refuseUnfit, withChanges } from './passenger-changes.ts';
import { refuseUnfitForKept } from './refuse-kept-seats.ts';
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
  (world: ChangeWorld) =>
  async (passenger: UserId, id: BookingId, changes: readonly PassengerChange[]): Promise<PassengerBooking> =>
    world.transact(async (stores) => {
      const booking = await stores.bookings.lockOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      const shown = await viewBooking(stores)(passenger, id);
      const actor = { role: 'PASSENGER', userId: booking.userId } as const;
      await changeDetails(stores, world, { booking, shown, changes, actor, isTold: true });
      return viewBooking(stores)(passenger, id);
    });

export type ChangePassengersForAgent = ReturnType<typeof changePassengersForAgent>;

/** Changes passengers of an agent's booking, as a passenger does. No mail is sent if the agent tells the traveller. */
export const changePassengersForAgent =
  (world: ChangeWorld) =>
  async (caller: AgentCaller, id: BookingId, changes: readonly PassengerChange[]): Promise<AgentBooking> =>
    world.transact(async (stores) => {
      const booking = await lockSold(stores, caller, id);
      const shown = await viewAgentBooking(stores)(caller, id);
      const isTold = booking.agent.messages === 'service';
      await changeDetails(stores, world, { booking, shown, changes, actor: actorOf(caller), isTold });
      return viewAgentBooking(stores)(caller, id);
    });

interface Changing {
  /** The booking, which must be locked. */
  readonly booking: Booking;
  readonly shown: {
    readonly seats: readonly SeatPassenger[];
    readonly trip: { readonly sourceCity: string; readonly destinationCity: string };
  };
  readonly changes: readonly PassengerChange[];
  readonly actor: Actor;
  /** False if the agent that sold the booking tells the traveller itself. */
  readonly isTold: boolean;
}

async function changeDetails(
  stores: CounterStores,
  world: ChangeWorld,
  { booking, shown, changes, actor, isTold }: Changing,
): Promise<void> {
  const { id, section } = booking;
  const trip = await stores.plannedTrips.find(booking.tripId);
  if (!trip) throw new Error(`Booking ${id} is for a trip that does not exist.`);
  const { sourceCity, destinationCity } = shown.trip;
  const cityOf = (stop: number): string => (stop === section.from ? sourceCity : destinationCity);
  const numbered = asNumbered(shown.seats.map(({ seat }) => seat));
  const wanted = changes.map((change) => ({ ...change, seat: numbered(change.seat) }));
  refuseUnfit(shown.seats, wanted, pointsOfSection(trip, section, cityOf));
  const now = world.clock();
  await refuseUnfitForKept(world, stores, booking, wanted, now);
  if (booking.status !== 'CONFIRMED') throw notChangeable(booking.status);
  if (hasDeparted(journeyOn(booking, trip), now)) throw tripDeparted();
  if ((await stores.changes.open([id], now)).length > 0) throw changeOpen();
  if (!(await save(stores, booking, wanted, actor, now)) || !isTold) return;
  await stores.mailQueue.repeat({ kind: 'BOOKING_CONFIRMED', bookingId: id }, now, minutesAfter(now, MAIL_MINUTES));
}

/** Saves the new details and logs them. Returns false if nothing is different. */
async function save(
  stores: CounterStores,
  booking: Booking,
  wanted: readonly PassengerChange[],
  actor: Actor,
  now: Instant,
): Promise<boolean> {
  const before = await stores.bookedSeats.of(booking.id);
  const after = withChanges(before, wanted);
  refuseMoreNames(after);
  const changes = changesBetween(logged(before), logged(after));
  if (Object.keys(changes).length === 0) return false;
  await stores.bookedSeats.savePassengers(booking, after);
  await stores.trail.add(
    {
      kind: 'BOOKING_CHANGED',
      actor,
      operatorId: booking.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes,
      description: `Changed passengers of booking ${booking.code}.`,
    },
    now,
  );
  return true;
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
