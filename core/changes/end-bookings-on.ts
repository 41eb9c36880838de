import { fitBlocks } from '../seats/change-blocks.ts';
import type { Booking } from '../bookings/booking.ts';
import { endOverdue } from '../bookings/expire-bookings.ts';
import { endBooking, isPaid } from './end-booking.ts';
import { freeOfCharge } from './refund-tiers.ts';
import type { Company } from '../companies/company.ts';
import type { TripCancelledMail } from '../platform/booking-mails.ts';
import { newCancellationSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { TripId } from '../kernel/ids.ts';
import { type Paisa, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { moneyBackOf } from '../payments/about-booking.ts';
import { calendarEntriesOf } from '../payments/calendar-entry.ts';
import { endHolds } from '../seats/release-seats.ts';
import type { Actor } from '../platform/trail.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { CounterStores } from '../counter/world.ts';
import type { MailingWorld } from '../payments/world.ts';
import { type Disruption, inSentences } from './disruption.ts';
import { type Reach, notifyPassengers } from './notify-passengers.ts';
import { tripMail } from './trip-mails.ts';

/** A cancelled trip, already saved as CANCELLED. The trip and its bookings must be locked. */
export interface CancelledTrip {
  readonly id: TripId;
  readonly company: Pick<Company, 'contactPhone'>;
  /** The active bookings of the trip that are not overdue. */
  readonly bookings: readonly Booking[];
  /** Overdue bookings that are not EXPIRED yet. */
  readonly overdue: readonly Booking[];
}

export interface WhyCancelled {
  readonly disruption: Pick<Disruption, 'reason' | 'note'>;
  readonly actor: Actor;
  readonly now: Instant;
}

const BY_COMPANY = 'the bus company cancelled this trip';

/**
 * Ends all holds, blocks and bookings of a cancelled trip. Refunds paid bookings in full, and mails the people who
 * booked. Returns the sum of the refunds, and how many people are told.
 */
export async function endBookingsOn(
  stores: CounterStores,
  needs: MailingWorld,
  cancelled: CancelledTrip,
  { disruption, actor, now }: WhyCancelled,
): Promise<{ readonly refundTotal: Paisa; readonly reach: Reach }> {
  const { id, bookings, overdue } = cancelled;
  await endHolds(stores, [id], now);
  await endOverdue(stores, overdue, now);
  const trip = await stores.trips.find(id);
  if (!trip) throw noSuchTrip();
  const reason = inSentences('The bus company cancelled this trip', disruption);
  // Cancels the bookings in parallel, so that the database statements need not wait for each other's answers.
  const ended = await Promise.all(
    bookings.map((booking) => {
      const quote = freeOfCharge(booking, BY_COMPANY);
      return endBooking(stores, { booking, trip, quote, by: 'OPERATOR', actor, reason, now });
    }),
  );
  await fitBlocks(stores, [id], now);
  const reach = await writeToPassengers(stores, needs, cancelled, { disruption, actor, now });
  return { refundTotal: sum(ended.map(({ refund }) => refund)), reach };
}

async function writeToPassengers(
  stores: CounterStores,
  needs: MailingWorld,
  { id: trip, bookings, company }: CancelledTrip,
  { disruption, now }: WhyCancelled,
): Promise<Reach> {
  const booked = await stores.officeBookings.findAll(bookings.map(({ id }) => id));
  const paid = new Set(bookings.filter(isPaid).map(({ id }) => id));
  const messages = booked.map((booking) => {
    const mail = tripMail(needs, booking, company, disruption, (about): TripCancelledMail => ({
      kind: 'trip-cancelled',
      ...about,
      departure: needs.calendar.text(booking.trip.departsAt),
      money: paid.has(booking.id) ? moneyBackOf(booking, needs) : null,
      calendarEntries: calendarEntriesOf(needs, booking, now),
    }));
    const [sms] = smsAbout(booking, { kind: 'CANCELLED' });
    return { booking, mail, sms: sms && newCancellationSms(sms, booking.trip, now) };
  });
  return notifyPassengers(stores, trip, messages, now);
}
