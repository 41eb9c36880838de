import type { Booking } from '../bookings/booking.ts';
import { timesOfBooking } from '../bookings/journey.ts';
import { isFreeToCancel } from './refund-tiers.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { newTripSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { TripRetimedMail, TripTimes } from '../platform/booking-mails.ts';
import { gateTrips, mayLeaveAt } from '../fleet/gate-trips.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { toIso } from '../kernel/time.ts';
import { calendarEntriesOf } from '../payments/calendar-entry.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { endHolds } from '../seats/release-seats.ts';
import { changesBetween } from '../platform/trail.ts';
import { type PlannedTrip, refuseElsewhere, timeFaults } from '../trips/planned-trips.ts';
import { type Times, timesOf } from '../trips/sections.ts';
import { loggedStop } from '../trips/logged-road.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { loggedPoint } from '../trips/points.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { tripChanged } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import type { MailingWorld } from '../payments/world.ts';
import { type Consequences, type Disruption, inSentences, sizeOfBookings } from './disruption.ts';
import { fitLateTrip } from './late-trip.ts';
import { type LockedBus, type LockedTrip, lockTrip, lockedBus } from './lock-trip.ts';
import { papersMissingThen } from './refusals.ts';
import { type NewTimes, refuseMisfits, retimedPlan } from './retimed-plan.ts';
import { type Reach, notifyPassengers } from './notify-passengers.ts';
import { goesOn, tripMail } from './trip-mails.ts';
import { RETRY, tryOut } from './try-out.ts';
import type { ChangeWorld } from './world.ts';

export interface Retiming extends Disruption, NewTimes {}

export type RetimeTrip = ReturnType<typeof retimeTrip>;

/**
 * Gives a company's trip new times. This is possible until its bus leaves, even if the trip is late. Bookings stay
 * valid. Passengers whose own times change are notified. Holds on seats end.
 */
export const retimeTrip =
  (world: ChangeWorld) =>
  async (
    member: Member,
    id: TripId,
    retiming: Retiming,
    keep?: KeepResult<Consequences<OfficeTrip>>,
  ): Promise<Consequences<OfficeTrip>> => {
    const { clock, transact } = world;
    refuseFaults(timeFaults(retiming, clock(), world.calendar));

    return tryOut(transact, retiming, async (stores) => {
      await refuseFaultyStops(stores, member, id, retiming);
      const locked = await lockTrip(stores, clock, { member, id });
      if (locked === RETRY) return RETRY;
      const { trip: before, bookings, now } = locked;
      refuseMisfits(before, retiming);
      const after = retimedPlan(before, retiming);
      const isMoved = ({ section }: Booking): boolean => !isSame(timesOf(before, section), timesOf(after, section));
      await refuseBus(stores, world.calendar, before, after);
      const bus = await lockedBus(stores, before.busId);
      await fitLateTrip(stores, locked, bus);

      await stores.plannedTrips.save([after]);
      await stores.bookings.follow(after, now);
      await endHolds(stores, [id], now);
      await gateTrips(stores, world.calendar, [after.busId]);
      const concerned = { ...locked, bookings: bookings.filter(isMoved) };
      const reach = await writeToAll(stores, world, concerned, { after, retiming, ...bus });
      await stores.events.record(tripChanged(after, 'retimed'), now);
      await stores.trail.add(
        memberEntry(member, {
          kind: 'TRIP_RETIMED',
          subject: { type: 'schedule', id },
          changes: changesBetween(told(before), told(after)),
          description: inSentences('Gave the trip other times', retiming),
        }),
        now,
      );

      const trip = await stores.officeTrips.find(id, now);
      if (!trip) throw noSuchTrip();
      const { isDryRun } = retiming;
      const rest = { refundTotal: NOTHING, moved: [], unseated: [], reach };
      const consequences = { trip, isDryRun, ...sizeOfBookings(bookings), ...rest };
      if (!isDryRun) await keep?.(consequences, stores);
      return consequences;
    });
  };

const isSame = (one: Times, other: Times): boolean =>
  one.departsAt === other.departsAt && one.arrivesAt === other.arrivesAt;

/**
 * Refuses faulty stops before other checks that depend on the trip's state. The stops are checked again once the trip
 * is locked.
 */
async function refuseFaultyStops(
  { plannedTrips }: CounterStores,
  { operatorId }: Member,
  id: TripId,
  retiming: Retiming,
): Promise<void> {
  const trip = await plannedTrips.find(id);
  if (trip?.operatorId === operatorId) refuseMisfits(trip, retiming);
}

/** Refuses new times if the bus is on another trip then, or has no valid papers on that day. */
async function refuseBus(
  stores: CounterStores,
  calendar: Calendar,
  { id, busId }: PlannedTrip,
  times: Times,
): Promise<void> {
  const { departsAt, arrivesAt } = times;
  await refuseElsewhere(stores.plannedTrips, busId, { start: departsAt, end: arrivesAt }, id);
  if (!(await mayLeaveAt(stores, calendar, busId, departsAt))) throw papersMissingThen();
}

interface Change extends Pick<LockedBus, 'bus'> {
  readonly after: PlannedTrip;
  readonly retiming: Retiming;
}

async function writeToAll(
  stores: CounterStores,
  needs: MailingWorld,
  { trip: before, company, bookings, now }: LockedTrip,
  { after, retiming, bus }: Change,
): Promise<Reach> {
  const { calendar } = needs;
  const old = new Map(bookings.map((booking) => [booking.id, timesOfBooking(booking, before)]));
  const timesOf = ({ id, trip }: OfficeBooking) => ({
    before: textOf(old.get(id) ?? before, calendar),
    after: textOf(trip, calendar),
  });
  const booked = await stores.officeBookings.findAll(bookings.map(({ id }) => id));
  const messages = booked.map((booking) => {
    const mail = tripMail(needs, booking, company, retiming, (about): TripRetimedMail => ({
      kind: 'trip-retimed',
      ...about,
      ...timesOf(booking),
      calendarEntries: calendarEntriesOf(needs, booking, now),
      // Cancelling may be free even if the new times alone do not allow it: the bus type may have changed earlier.
      ...goesOn(booking, calendar, {
        trip: after,
        now,
        isFreeToCancel: isFreeToCancel(booking, { ...booking.trip, bus }),
      }),
    }));
    const [sms] = smsAbout(booking, { kind: 'RETIMED', before: timesOf(booking).before.departure });
    return { booking, mail, sms: sms && newTripSms(sms, booking.trip) };
  });
  return notifyPassengers(stores, after.id, messages, now);
}

const textOf = ({ departsAt, arrivesAt }: Times, calendar: Calendar): TripTimes => ({
  departure: calendar.text(departsAt),
  arrival: calendar.text(arrivesAt),
});

const told = ({ departsAt, arrivesAt, stops, boardingPoints, droppingPoints }: PlannedTrip) => ({
  departure_time: toIso(departsAt),
  arrival_time: toIso(arrivesAt),
  stops: stops.map(loggedStop),
  boarding_points: boardingPoints.map(loggedPoint),
  dropping_points: droppingPoints.map(loggedPoint),
});
