import type { FitStores } from '../blocks/fit-blocks.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import { isFreeToCancel } from '../cancellations/refund-tiers.ts';
import type { Member } from '../companies/member.ts';
import { doneBy } from '../companies/member-trail.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { MailQueue } from '../delivery/mail-queue.ts';
import type { TripRetimedMail, TripTimes } from '../delivery/booking-mails.ts';
import { gateTrips, mayLeaveAt } from '../fleet/gate-trips.ts';
import type { GateStores } from '../fleet/gate-trips.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { minutesBetween, toIso } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import { letGoOfHolds } from '../seats/let-go.ts';
import type { LettingGoStores } from '../seats/let-go.ts';
import type { SoldSeats } from '../seats/sold-seats.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import { refuseElsewhere } from '../trips/bus-elsewhere.ts';
import type { OfficeTrip, OfficeTrips } from '../trips/office-trip.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { cutTo, toldPoint } from '../trips/points.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { timeFaults } from '../trips/times.ts';
import type { Times } from '../trips/times.ts';
import { tripChanged } from '../trips/trip-events.ts';
import type { TripChanged } from '../trips/trip-events.ts';
import { inSentences } from './disruption.ts';
import type { Consequences, Disruption } from './disruption.ts';
import { extentOf } from './extent.ts';
import { fitLateTrip } from './late-trip.ts';
import { lockTrip } from './lock-trip.ts';
import type { LockedTrip, LockingStores } from './lock-trip.ts';
import { lockedBus } from './locked-bus.ts';
import type { LockedBus } from './locked-bus.ts';
import { papersMissingThen, tripUnchanged } from './refusals.ts';
import { goesOn, tripMails } from './trip-mails.ts';
import type { TripMailNeeds } from './trip-mails.ts';
import { AGAIN, tryOut } from './try-out.ts';

interface Stores extends LockingStores, LettingGoStores, GateStores {
  readonly buses: Pick<BusRepo, 'lock' | 'seatMaps'>;
  readonly soldSeats: Pick<SoldSeats, 'of'>;
  readonly blocks: FitStores['blocks'];
  readonly bookings: Pick<BookingRepo, 'lockActive' | 'countActive' | 'follow'>;
  readonly events: LettingGoStores['events'] & Recorder<TripChanged>;
  readonly mailQueue: Pick<MailQueue, 'post'>;
  readonly officeBookings: Pick<OfficeBookings, 'findAll'>;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
  readonly trail: Trail;
  readonly idempotency: Idempotency;
}

interface Needs extends TripMailNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export interface Retiming extends Disruption, Times {}

export type RetimeTrip = ReturnType<typeof retimeTrip>;

/**
 * Gives a trip of the company other times, until its bus leaves: late ones that should have left, too. Bookings stay,
 * and whoever made one gets a mail; holds go.
 */
export const retimeTrip =
  ({ clock, transact, ...needs }: Needs) =>
  async (
    member: Member,
    id: TripId,
    retiming: Retiming,
    keep?: KeepResult<Consequences<OfficeTrip>>,
  ): Promise<Consequences<OfficeTrip>> => {
    refuseFaults(timeFaults(retiming, clock()));

    return tryOut(transact, retiming, async (stores) => {
      const locked = await lockTrip(stores, clock, { member, id });
      if (locked === AGAIN) return AGAIN;
      const { trip: before, bookings, now } = locked;
      const after = retimed(before, retiming);
      await refuseBus(stores, needs.calendar, before, after);
      const bus = await lockedBus(stores, before.busId);
      await fitLateTrip(stores, locked, bus);

      await stores.plannedTrips.save([after]);
      await stores.bookings.follow(id, after);
      await letGoOfHolds(stores, [id], now);
      await gateTrips(stores, needs.calendar, [after.busId]);
      await writeToAll(stores, needs, locked, { after, retiming, ...bus });
      await stores.events.record(tripChanged(after, 'retimed'), now);
      await stores.trail.add(
        doneBy(member, {
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
      const seats = { moved: [], unseated: [] };
      const consequences = { trip, isDryRun, ...extentOf(bookings), refundTotal: NOTHING, ...seats };
      if (!isDryRun) await keep?.(consequences, stores);
      return consequences;
    });
  };

/** Where passengers get on and off moves with the departure, and is never later than the arrival. */
function retimed(trip: PlannedTrip, { departsAt, arrivesAt }: Times): PlannedTrip {
  if (trip.departsAt === departsAt && trip.arrivesAt === arrivesAt) throw tripUnchanged();
  const duration = minutesBetween(departsAt, arrivesAt);
  return {
    ...trip,
    departsAt,
    arrivesAt,
    boardingPoints: cutTo(trip.boardingPoints, duration),
    droppingPoints: cutTo(trip.droppingPoints, duration),
    changedInOffice: true,
  };
}

/** Refuses times at which the bus is on another trip, and days on which its papers are not good. */
async function refuseBus(stores: Stores, calendar: Calendar, { id, busId }: PlannedTrip, times: Times): Promise<void> {
  const { departsAt, arrivesAt } = times;
  await refuseElsewhere(stores.plannedTrips, busId, { start: departsAt, end: arrivesAt }, id);
  if (!(await mayLeaveAt(stores, calendar, busId, departsAt))) throw papersMissingThen();
}

interface Change extends Pick<LockedBus, 'bus'> {
  readonly after: PlannedTrip;
  readonly retiming: Retiming;
}

async function writeToAll(
  { officeBookings, mailQueue }: Pick<Stores, 'officeBookings' | 'mailQueue'>,
  needs: TripMailNeeds,
  { trip: before, company, bookings, now }: LockedTrip,
  { after, retiming, bus }: Change,
): Promise<void> {
  const { calendar } = needs;
  const times = { before: textOf(before, calendar), after: textOf(after, calendar) };
  const booked = await officeBookings.findAll(bookings.map(({ id }) => id));
  const mails = tripMails(needs, booked, company, retiming, (about, booking): TripRetimedMail => ({
    kind: 'trip-retimed',
    ...about,
    ...times,
    // Cancelling may be free for another reason than the new times: the trip may have got another bus before.
    ...goesOn(booking, calendar, { trip: after, now, isFreeToCancel: isFreeToCancel(booking, { ...after, bus }) }),
  }));
  if (mails.length > 0) await mailQueue.post(mails, now);
}

const textOf = ({ departsAt, arrivesAt }: Times, calendar: Calendar): TripTimes => ({
  departure: calendar.text(departsAt),
  arrival: calendar.text(arrivesAt),
});

const told = ({ departsAt, arrivesAt, boardingPoints, droppingPoints }: PlannedTrip) => ({
  departure_time: toIso(departsAt),
  arrival_time: toIso(arrivesAt),
  boarding_points: boardingPoints.map(toldPoint),
  dropping_points: droppingPoints.map(toldPoint),
});
