import { type Position, reaches } from '../accounts/membership.ts';
import { type Booking, isClosed } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import type { Canceller } from '../bookings/ports.ts';
import { shareCompany } from '../companies/lock-company.ts';
import { positionTooLow } from '../companies/refusals.ts';
import { newCancellationSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Office, type OfficeBooking, concerns } from '../payments/office-booking.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import { hasArrived, type Trip } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import type { MailingWorld } from '../payments/world.ts';
import { askedPart, type GivenPart } from './asked-part.ts';
import { partCancelledMails } from './cancellation-mail.ts';
import { endAsked } from './end-asked.ts';
import { cutReason } from './end-booking.ts';
import { freeOfCharge, quoteFor } from './refund-tiers.ts';
import { bookingClosed, noReason, tripArrived } from './refusals.ts';
import type { ChangeWorld } from './world.ts';

/** The fee that the passenger pays when the company cancels: none, or the fee by the cancellation tiers. */
export const OFFICE_FEES = ['none', 'tiers'] as const;

export interface OfficeCancellation extends GivenPart {
  readonly reason: string;
  readonly fee: (typeof OFFICE_FEES)[number];
}

export type CancelForOffice = ReturnType<typeof cancelForOffice>;

/** Refuses a CLERK who wants to cancel other bookings than the CLERK's own unpaid sales. */
export function refuseUnlessOwn(
  position: Position,
  { userId }: Pick<Office, 'userId'>,
  { channel, status, userId: seller }: Pick<Booking, 'channel' | 'status' | 'userId'>,
): void {
  const isOwn = channel === 'COUNTER' && status === 'PENDING_PAYMENT' && seller === userId;
  if (!isOwn && !reaches(position, 'MANAGER')) throw positionTooLow('MANAGER');
}

/**
 * Cancels a booking for the company or an administrator, until the bus arrives. The seats are on sale again at once,
 * and the customer is notified. Returns the cancelled booking.
 */
export const cancelForOffice =
  (world: ChangeWorld) =>
  async (
    office: Office,
    bookingId: BookingId,
    { reason, fee, ...given }: OfficeCancellation,
    keep?: KeepResult<OfficeBooking>,
  ): Promise<OfficeBooking> => {
    const { clock, transact, cancellationTiers } = world;
    if (reason === '') throw noReason();
    return transact(async (stores) => {
      const by =
        office.role === 'OPERATOR' ? await shareCompany(stores, office, 'CLERK', { whileSuspended: true }) : undefined;
      // Locks the booking. A payment that arrives now waits, and finds the booking either unchanged or cancelled.
      const booking = await stores.bookings.lock(bookingId);
      if (!booking || !concerns(office, booking)) throw noSuchBooking();
      if (by) refuseUnlessOwn(by.membership.position, office, booking);
      const before = await stores.officeBookings.find(bookingId);
      const part = before && askedPart(given, before);
      if (isClosed(booking.status)) throw bookingClosed(booking.status);
      const whole = await stores.trips.find(booking.tripId);
      if (!whole) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const trip = journeyOn(booking, whole);
      const now = clock();
      // Bookings can be cancelled at any time if the company has cancelled the trip.
      if (trip.status === 'ACTIVE' && hasArrived(trip, now)) throw tripArrived();

      const { role, userId } = office;
      const said = cutReason(reason);
      await endAsked(stores, part, {
        booking,
        trip,
        quoteOf: (of) => (fee === 'none' ? freeOfCharge(of, BY_OFFICE) : quoteFor(of, trip, now, cancellationTiers)),
        by: role,
        actor: { role, userId },
        reason: said,
        now,
      });
      const cancelled = await stores.officeBookings.find(bookingId);
      if (!cancelled) throw new Error(`Booking ${bookingId} is gone.`);
      await tellCustomer(stores, world, { cancelled, trip, by: role, reason: said, now });
      await keep?.(cancelled, stores);
      return cancelled;
    });
  };

interface Told {
  readonly cancelled: OfficeBooking;
  readonly trip: Pick<Trip, 'arrivesAt'>;
  readonly by: Canceller;
  readonly reason: string;
  readonly now: Instant;
}

/** Sends the customer one mail and one SMS about the whole booking, or about the seats that were just cancelled. */
export async function tellCustomer(
  { mailQueue, smsQueue }: CounterStores,
  news: MailingWorld,
  { cancelled, trip, by, reason, now }: Told,
): Promise<void> {
  const { id: bookingId, status, parts } = cancelled;
  const last = parts.length - 1;
  const part = isClosed(status) ? undefined : parts[last];
  if (part) await mailQueue.post(partCancelledMails(news, cancelled, { part, by, reason }), now);
  else await mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId }, now);
  const texts = smsAbout(cancelled, { kind: 'CANCELLED', ...(part && { part: last }) });
  await smsQueue.add(
    texts.map((sms) => newCancellationSms(sms, trip, now)),
    now,
  );
}

const BY_OFFICE = 'the office cancelled this booking';
