import type { Booking } from '../bookings/booking.ts';
import { fitBlocks } from '../blocks/fit-blocks.ts';
import type { FitStores } from '../blocks/fit-blocks.ts';
import { endOverdue } from '../bookings/end-overdue.ts';
import { endBooking, isPaid } from '../cancellations/end-booking.ts';
import type { CancellationStores } from '../cancellations/end-booking.ts';
import { freeOfCharge } from '../cancellations/refund-tiers.ts';
import type { Member } from '../companies/member.ts';
import { doneBy } from '../companies/member-trail.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { MailQueue } from '../delivery/mail-queue.ts';
import type { TripCancelledMail } from '../delivery/booking-mails.ts';
import type { TripId } from '../kernel/ids.ts';
import { sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { moneyBackOf } from '../payments/about-booking.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import { letGoOfHolds } from '../seats/let-go.ts';
import { changesBetween } from '../trail/trail.ts';
import type { OfficeTrip, OfficeTrips } from '../trips/office-trip.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { tripChanged } from '../trips/trip-events.ts';
import type { TripChanged } from '../trips/trip-events.ts';
import type { Trip } from '../trips/trip.ts';
import { inSentences } from './disruption.ts';
import type { Consequences, Disruption } from './disruption.ts';
import { lockTrip } from './lock-trip.ts';
import type { LockingStores } from './lock-trip.ts';
import { extentOf } from './extent.ts';
import { tripMails } from './trip-mails.ts';
import type { TripMailNeeds } from './trip-mails.ts';
import { AGAIN, tryOut } from './try-out.ts';

interface Stores extends LockingStores, Omit<CancellationStores, 'events'>, Pick<FitStores, 'blocks'> {
  readonly bookings: CancellationStores['bookings'];
  readonly events: CancellationStores['events'] & Recorder<TripChanged>;
  readonly mailQueue: Pick<MailQueue, 'post'>;
  readonly officeBookings: Pick<OfficeBookings, 'findAll'>;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
  readonly idempotency: Idempotency;
}

interface Needs extends TripMailNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

const BY_COMPANY = 'the bus company cancelled this trip';

export type CancelTrip = ReturnType<typeof cancelTrip>;

/**
 * Cancels a trip of the company with all that is booked on it, in one transaction: what was paid is paid back whole,
 * every hold goes, and whoever booked gets a mail. A suspended company may do it too.
 */
export const cancelTrip =
  ({ clock, transact, ...needs }: Needs) =>
  async (
    member: Member,
    id: TripId,
    disruption: Disruption,
    keep?: KeepResult<Consequences<OfficeTrip>>,
  ): Promise<Consequences<OfficeTrip>> =>
    tryOut(transact, disruption, async (stores) => {
      const locked = await lockTrip(stores, clock, { member, id, whileSuspended: true });
      if (locked === AGAIN) return AGAIN;
      const { trip: before, company, bookings, overdue, now } = locked;

      const cancelled = { ...before, status: 'CANCELLED', changedInOffice: true } as const;
      await stores.plannedTrips.save([cancelled]);
      await letGoOfHolds(stores, [id], now);
      await endOverdue(stores, overdue, now);
      const trip = await stores.trips.find(id);
      if (!trip) throw noSuchTrip();
      const refundTotal = await endAll(stores, {
        bookings,
        trip,
        member,
        reason: inSentences('The bus company cancelled this trip', disruption),
        now,
      });

      await fitBlocks(stores, [id], now);

      const booked = await stores.officeBookings.findAll(bookings.map((booking) => booking.id));
      const paid = new Set(bookings.filter(isPaid).map((booking) => booking.id));
      const mails = tripMails(needs, booked, company, disruption, (about, booking): TripCancelledMail => ({
        kind: 'trip-cancelled',
        ...about,
        departure: needs.calendar.text(before.departsAt),
        money: paid.has(booking.id) ? moneyBackOf(booking, needs.calendar) : null,
      }));
      if (mails.length > 0) await stores.mailQueue.post(mails, now);
      await stores.events.record(tripChanged(cancelled, 'cancelled'), now);
      await stores.trail.add(
        doneBy(member, {
          kind: 'TRIP_CANCELLED',
          subject: { type: 'schedule', id },
          changes: changesBetween({ status: before.status }, { status: cancelled.status }),
          description: inSentences('Cancelled the trip', disruption),
        }),
        now,
      );

      const shown = await stores.officeTrips.find(id, now);
      if (!shown) throw noSuchTrip();
      const consequences = {
        trip: shown,
        isDryRun: disruption.isDryRun,
        ...extentOf(bookings),
        refundTotal,
        moved: [],
        unseated: [],
      };
      if (!disruption.isDryRun) await keep?.(consequences, stores);
      return consequences;
    });

interface Endings {
  readonly bookings: readonly Booking[];
  readonly trip: Trip;
  readonly member: Member;
  readonly reason: string;
  readonly now: Instant;
}

/**
 * Side by side, so that the statements of a full bus need not wait for each other's answers. Answers what goes back in
 * all.
 */
async function endAll(stores: Stores, { bookings, trip, member, reason, now }: Endings): Promise<Paisa> {
  const actor = { role: 'OPERATOR', userId: member.userId } as const;
  const ended = await Promise.all(
    bookings.map((booking) =>
      endBooking(stores, { booking, trip, quote: freeOfCharge(booking, BY_COMPANY), actor, reason, now }),
    ),
  );
  return sum(ended.map(({ refund }) => refund));
}
